import ArgumentParser
import StatechartsDocs
import StatechartsFiles
import StatechartsLint

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes to the standard output and the standard error.
enum Output {
  /// Sees to it that the standard streams are open. Else the first file that is opened would take the place of one, and
  /// what is meant for people would be written into it.
  static func prepare() {
    let isClosed = fcntl(STDOUT_FILENO, F_GETFD) < 0
    // What is opened gets the lowest number that is free.
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      // A closed input is no empty one, so reading it has to fail.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDWR)
    }
    guard isClosed else { return }
    report("error: The standard output is closed, so the result cannot be written.")
    exit(2)
  }

  /// Writes a result. A reader that went away, such as `head`, is no error; where the result cannot be written
  /// otherwise, for instance on a full disk, the command ends, for a result must not be lost in silence.
  static func write(_ text: String) { write(bytes: Array(text.utf8)) }

  /// Writes a result as it is, byte for byte.
  static func write(bytes: [UInt8]) {
    guard let code = failure(writing: bytes, to: STDOUT_FILENO), code != EPIPE else { return }
    report("error: The result cannot be written to the standard output.")
    exit(2)
  }

  /// Writes what changes in a file. Programs apply it, so only what the log of a build would take for a command is changed.
  static func write(_ difference: UnifiedDifference) {
    write(VisibleText.withoutCommands(difference.text))
  }

  /// Ends the command.
  static func end(with code: Int32) -> Never { exit(code) }

  /// Writes a result and ends the line.
  static func writeLine(_ text: String) { write(text + "\n") }

  /// Tells people something: lines in which no character steers the terminal.
  static func tell(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    writeLine(lines.map { VisibleText.escaped(String($0)) }.joined(separator: "\n"))
  }

  /// Writes lines about the run itself, in which no character steers the terminal.
  static func report(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      VisibleText.escaped(String($0))
    }
    report(rendered: lines.joined(separator: "\n") + "\n")
  }

  /// Writes what a renderer made, which must stay as it is, where the standard output holds something else.
  static func report(rendered text: String) {
    // A failure here cannot be reported anywhere.
    _ = failure(writing: Array(text.utf8), to: STDERR_FILENO)
  }
}

extension ParsableCommand {
  /// Reports arguments that turn out to be wrong while the command runs, as those that are wrong by themselves are.
  ///
  /// - Returns: What to throw: `ExitCode` 64.
  static func wrongUsage(_ message: String) -> ExitCode {
    let usage = StatechartCommand.usageString(for: Self.self)
    let name = configuration.commandName ?? _commandName
    Output.report(
      "Error: \(message)\nUsage: \(usage)\n  See 'statechart \(name) --help' for more information.")
    return ExitCode.validationFailure
  }
}
