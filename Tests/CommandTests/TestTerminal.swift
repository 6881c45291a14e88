import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The built `statechart` in a terminal of its own, with a person who types.
final class TestTerminal {
  private let process = Process()
  private let keyboard: Int32
  private(set) var screen = ""

  /// Starts the command.
  init(
    _ arguments: [String], in folder: URL = BuiltCommand.root, columns: UInt16 = 80, color: Bool = false
  ) throws {
    var (keyboard, side): (Int32, Int32) = (-1, -1)
    guard openpty(&keyboard, &side, nil, nil, nil) == 0 else {
      throw BuiltCommand.Failure(description: "no terminal can be opened")
    }
    self.keyboard = keyboard
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
    let handle = FileHandle(fileDescriptor: side, closeOnDealloc: true)
    process.executableURL = try BuiltCommand.folder().appendingPathComponent("statechart")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    var variables = ProcessInfo.processInfo.environment
    variables["TERM"] = "xterm"
    variables["NO_COLOR"] = color ? nil : "1"
    process.environment = variables
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(keyboard)
  }

  /// Whether the terminal itself shows what is typed, and waits for whole lines.
  var isUsual: Bool {
    var settings = termios()
    guard tcgetattr(keyboard, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  /// Types keys, once the command waits for them.
  func type(_ keys: String, after text: String = "> ") throws {
    try wait(for: text)
    screen = ""
    let bytes = Array(keys.utf8)
    guard write(keyboard, bytes, bytes.count) == bytes.count else {
      throw BuiltCommand.Failure(description: "the terminal takes no keys")
    }
  }

  /// Reads until a text is on the screen.
  func wait(for text: String) throws {
    let limit = Date().addingTimeInterval(60)
    while !Self.plain(screen).contains(text) {
      guard Date() < limit, try read() else {
        throw BuiltCommand.Failure(description: "`\(text)` does not appear in: \(screen.debugDescription)")
      }
    }
  }

  /// Sends a signal to the command and waits for its end; gives the signal that ended it.
  func end(with signal: Int32) throws -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    while try read(within: 200) {}
    return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
  }

  /// Waits for the end of the command; gives its exit code.
  func exitCode() throws -> Int32 {
    let limit = Date().addingTimeInterval(60)
    while process.isRunning, Date() < limit { _ = try read(within: 50) }
    while try read(within: 200) {}
    return process.isRunning ? -1 : process.terminationStatus
  }

  /// Reads what is there; false when nothing comes.
  private func read(within milliseconds: Int32 = 10_000) throws -> Bool {
    var source = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, milliseconds) > 0, source.revents & Int16(POLLIN) != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    #if canImport(Darwin)
      let count = Darwin.read(keyboard, &bytes, bytes.count)
    #elseif canImport(Musl)
      let count = Musl.read(keyboard, &bytes, bytes.count)
    #else
      let count = Glibc.read(keyboard, &bytes, bytes.count)
    #endif
    guard count > 0 else { return false }
    screen += String(decoding: bytes[..<count], as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
    return true
  }

  /// A text without the sequences that steer the terminal.
  static func plain(_ text: String) -> String {
    text.replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "")
  }
}
