import Foundation
import StatechartsLint

/// Writes to the standard output and the standard error.
enum Output {
  /// Writes a result. A reader that went away, such as `head`, is no error.
  static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Writes a result and ends the line.
  static func writeLine(_ text: String) { write(text + "\n") }

  /// Tells people something: lines in which no character steers the terminal.
  static func tell(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    writeLine(lines.map { VisibleText.escaped(String($0)) }.joined(separator: "\n"))
  }

  /// Writes a line about the run itself.
  static func report(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
