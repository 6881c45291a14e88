import ArgumentParser
import FlowTransport
import Foundation
import LoopbackServer

/// Codes of authenticator apps, for programs that compare them with others.
struct CodesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codes", abstract: "Makes codes of authenticator apps, one for each line of the input.",
    discussion:
      "A line is: KEY in base32, sha1, sha256 or sha512, digits, seconds of a step, seconds since 1970.")

  func run() async throws {
    var codes: [String] = []
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 5, let key = Base32.bytes(words[0]),
        let algorithm = TOTP.Algorithm(rawValue: words[1]),
        let digits = Int(words[2]), let step = Int(words[3]), let time = Int(words[4])
      else {
        throw ValidationError(
          "A line has five words: key in base32, hash (sha1, sha256 or sha512), digits, seconds of a step, seconds since 1970."
        )
      }
      guard TOTP.possibleDigits.contains(digits), step > 0, time >= 0 else {
        throw ValidationError("A code has 1 to 10 digits, and seconds are not negative.")
      }
      codes.append(TOTP(key: Secret(key), digits: digits, step: step, algorithm: algorithm).code(at: time))
    }
    Terminal().say(codes.joined(separator: "\n"))
  }
}
