import FlowTransport
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reads what a person types, line by line.
struct Terminal: Sendable {
  /// Nobody types any more.
  struct Ended: Error {}

  /// Counts where questions begin and end: it is odd while a person is being asked something.
  private static let questions = Locked(0)
  /// Whether the end of input was reported.
  private let hasReportedEnd = Locked(false)

  /// Asks for a line.
  func ask(_ question: String) throws(Ended) -> String {
    Self.questions.withLock { $0 += 1 }
    defer { Self.questions.withLock { $0 += 1 } }
    write("\(question) ")
    guard let line = TypedLines.next() else {
      // What comes next, the shell's prompt for one, begins a line of its own.
      say("")
      throw ended()
    }
    return Self.word(line.trimmingCharacters(in: .whitespaces))
  }

  /// What is typed, with the words that lead out of a question as they are compared, in whatever case they were typed.
  static func word(_ line: String) -> String {
    let word = line.lowercased()
    return ["quit", "back", "cancel"].contains(word) ? word : line
  }

  /// Asks for a line that does not show on the screen, where there is one. Spaces belong to a password.
  func askHidden(_ question: String) throws(Ended) -> String {
    Self.questions.withLock { $0 += 1 }
    defer { Self.questions.withLock { $0 += 1 } }
    guard isatty(STDIN_FILENO) == 1 else {
      write("\(question) \n")
      guard let line = TypedLines.next() else { throw ended() }
      return line
    }
    guard let line = HiddenLine(question: question, terminal: self).read() else { throw ended() }
    return line
  }

  /// Does what may have to wait for a server. To somebody who looks at the screen it says so when that takes long.
  func waiting<Result, Failure>(
    _ work: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard isatty(STDERR_FILENO) == 1 else { return try await work() }
    let notice = Task {
      // A browser asks while the flow waits for it: then the person is not the one who waits.
      var count: Int
      repeat {
        count = Self.questions.withLock { $0 }
        try await Task.sleep(for: .seconds(1))
      } while !count.isMultiple(of: 2) || count != Self.questions.withLock { $0 }
      try Task.checkCancellation()
      Self.complain("(Waiting for the server.)")
    }
    defer { notice.cancel() }
    return try await work()
  }

  /// That nobody types any more is said once, however many questions are still asked.
  private func ended() -> Ended {
    let isReported = hasReportedEnd.withLock { hasReported in
      defer { hasReported = true }
      return hasReported
    }
    if !isReported { say("(End of input.)") }
    return Ended()
  }

  /// Says something.
  func say(_ text: String) { write(text + "\n") }

  /// Writes at once, so that questions and answers keep their order.
  func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(Self.shown(text).utf8))
    } catch {
      // A reader that has read enough, such as `head`, gets no error message.
      if errno == EPIPE {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      }
      // Without visible questions there is nothing to answer.
      Self.complain("Can't write to standard output: \(String(cString: strerror(errno))).")
      exit(1)
    }
  }

  /// Writes to standard error. If that fails too, the message is lost.
  static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((shown(text) + "\n").utf8))
  }

  /// A text with the characters spelled out that would do something on a terminal, or turn its lines around: names and messages
  /// may come from anybody. `\u001b` is what JSON calls it too.
  static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: result.append(scalar)
      case ..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        result.append(
          contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
