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

  /// Asks for a line.
  func ask(_ question: String) throws(Ended) -> String {
    write("\(question) ")
    guard let line = readLine() else { throw Ended() }
    return line.trimmingCharacters(in: .whitespaces)
  }

  /// Asks for a line that does not show on the screen, where there is one. Spaces belong to a password.
  func askHidden(_ question: String) throws(Ended) -> String {
    guard isatty(STDIN_FILENO) == 1 else {
      write("\(question) \n")
      guard let line = readLine() else { throw Ended() }
      return line
    }
    guard let text = getpass("\(question) ") else { throw Ended() }
    let length = strlen(text)
    defer { memset(text, 0, length) }
    return String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }

  /// Says something.
  func say(_ text: String) { write(text + "\n") }

  /// Writes at once, so that questions and answers keep their order.
  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
