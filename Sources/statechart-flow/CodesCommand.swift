import ArgumentParser
import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP

/// Codes of authenticator apps, for programs that compare them with others.
struct CodesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codes", abstract: "Makes authenticator codes, one for each line of input.",
    discussion: """
      A line has five words: the key in base32; the hash, which is sha1, sha256 or sha512; the number of digits; the \
      seconds per step; the seconds since 1970. Each code is written at once. Empty lines are skipped. If a line is \
      invalid, the command reports its number, continues, and ends with 64.
      """)

  /// Why a line has no code. The line is not repeated: the key is secret.
  private struct Refusal: Error { let reason: String }

  func run() async throws {
    let terminal = Terminal()
    var number = 0
    var hasFailed = false
    while let line = readLine() {
      number += 1
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.isEmpty { continue }
      do throws(Refusal) {
        terminal.say(try Self.code(words))
      } catch {
        hasFailed = true
        Terminal.complain("Line \(number): \(error.reason)")
      }
    }
    guard hasFailed else { return }
    Terminal.complain("Usage: \(StatechartFlow.usageString(for: Self.self)) < LINES")
    throw ExitCode.validationFailure
  }

  private static func code(_ words: [String]) throws(Refusal) -> String {
    guard words.count == 5 else {
      throw Refusal(
        reason:
          "Expected 5 words, found \(words.count): key, hash, digits, seconds per step, seconds since 1970."
      )
    }
    guard let key = Base32.bytes(words[0]) else { throw Refusal(reason: "The key is not base32.") }
    guard let algorithm = TOTP.Algorithm(rawValue: words[1].lowercased()) else {
      throw Refusal(reason: "The hash must be sha1, sha256 or sha512.")
    }
    guard let digits = Int(words[2]), TOTP.possibleDigits.contains(digits) else {
      throw Refusal(reason: "The number of digits must be an integer from 1 to 10.")
    }
    guard let step = Int(words[3]), step > 0 else {
      throw Refusal(reason: "The seconds per step must be an integer from 1 to \(Int.max).")
    }
    guard let time = Int(words[4]), time >= 0 else {
      throw Refusal(reason: "The seconds since 1970 must be an integer from 0 to \(Int.max).")
    }
    return TOTP(key: Secret(key), digits: digits, step: step, algorithm: algorithm).code(at: time)
  }
}
