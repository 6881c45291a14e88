#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How the terminal treats what is typed. Whatever ends or suspends the command sets the terminal back.
enum TerminalMode {
  /// What ends the command, from the keyboard or from outside.
  private static let ending = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

  /// Whether a person types in a terminal that can move the cursor.
  static var canEdit: Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    return getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// Does something while the terminal shows nothing of what is typed; without a terminal it just does it.
  static func hidden<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer {
      // The end of the line that was typed is not shown either.
      if isatty(STDIN_FILENO) == 1 { Output.writeLine("") }
    }
    return try changed(marks: false, isSecret: true, { $0.c_lflag &= ~tcflag_t(ECHO) }, body)
  }

  /// Does something while each key comes at once and none is shown.
  ///
  /// - Parameter isSecret: Whether a secret is typed: what is typed before or after it is dropped, as at any password.
  static func keys<Result>(isSecret: Bool, _ body: () throws -> Result) rethrows -> Result {
    try changed(
      marks: true, isSecret: isSecret,
      { settings in
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
        withUnsafeMutableBytes(of: &settings.c_cc) { codes in
          codes[Int(VMIN)] = 1
          codes[Int(VTIME)] = 0
        }
      }, body)
  }

  /// Whether the command went on after a stop since the last call.
  static func takeContinuation() -> Bool {
    defer { hasContinued.pointee = false }
    return hasContinued.pointee
  }

  /// - Parameter marks: Whether the terminal marks what is pasted.
  private static func changed<Result>(
    marks: Bool, isSecret: Bool, _ change: (inout termios) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, usual) == 0 else { return try body() }
    special.pointee = usual.pointee
    change(&special.pointee)
    marksPaste.pointee = marks
    // A handler must not be the first to use it.
    _ = pasteMarks
    let handlers = ending.map { handle($0, setBackAndEnd) }
    let suspending = handle(SIGTSTP, setBackAndStop)
    canStop.pointee = !isIgnored(suspending)
    let continuing = signal(SIGCONT, changeAgain)
    let action = isSecret ? TCSAFLUSH : TCSADRAIN
    tcsetattr(STDIN_FILENO, action, special)
    if marks { put(pasteMarks.on) }
    defer {
      if marks { put(pasteMarks.off) }
      tcsetattr(STDIN_FILENO, action, usual)
      for (number, handler) in zip(ending, handlers) { signal(number, handler) }
      signal(SIGTSTP, suspending)
      signal(SIGCONT, continuing)
    }
    return try body()
  }
}

// What handlers of signals read. It is written before a signal can call for it, and lies at places of its own: a handler
// may call only a few functions of the system.

nonisolated(unsafe) private let usual = place(for: termios())
nonisolated(unsafe) private let special = place(for: termios())
nonisolated(unsafe) private let marksPaste = place(for: false)
/// Whether the command may be suspended from the keyboard.
nonisolated(unsafe) private let canStop = place(for: true)
/// Whether the command went on after a stop, and has not shown its line again.
nonisolated(unsafe) private let hasContinued = place(for: false)
/// Sequences that let the terminal mark what is pasted, and no longer mark it; each is eight bytes long.
nonisolated(unsafe) private let pasteMarks = (on: sequence("\u{1B}[?2004h"), off: sequence("\u{1B}[?2004l"))

private func place<Content>(for content: Content) -> UnsafeMutablePointer<Content> {
  let place = UnsafeMutablePointer<Content>.allocate(capacity: 1)
  place.initialize(to: content)
  return place
}

private func sequence(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
  let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
  _ = bytes.initialize(from: text.utf8)
  return bytes
}

/// Where the terminal is gone there is nothing to set back.
private func put(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
  _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
}

private typealias Handler = @convention(c) (Int32) -> Void

/// Handles a signal, unless it is ignored: `nohup` and shells without job control want that to stay.
///
/// - Returns: What to set again afterwards.
private func handle(_ number: Int32, _ handler: Handler) -> Handler? {
  // Ignored for a moment rather than handled for a moment.
  let before = signal(number, SIG_IGN)
  if !isIgnored(before) { signal(number, handler) }
  return before
}

private func isIgnored(_ handler: Handler?) -> Bool {
  unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

private func setBack() {
  if marksPaste.pointee { put(pasteMarks.off) }
  tcsetattr(STDIN_FILENO, TCSANOW, usual)
}

/// Sets the terminal back, then lets the signal do what it does without a handler.
private func setBackAndEnd(_ number: Int32) {
  setBack()
  signal(number, SIG_DFL)
  raise(number)
}

private func setBackAndStop(_ number: Int32) {
  setBack()
  signal(number, SIG_DFL)
  raise(number)
}

/// The command goes on in the foreground.
private func changeAgain(_ number: Int32) {
  hasContinued.pointee = true
  if canStop.pointee { signal(SIGTSTP, setBackAndStop) }
  tcsetattr(STDIN_FILENO, TCSANOW, special)
  if marksPaste.pointee { put(pasteMarks.on) }
}
