import StatechartsYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The lines of the standard input, one after the other as they come.
///
/// Unlike `readLine` it tells the end from what cannot be read, repairs nothing, and does not grow without bound.
struct InputLines {
  /// Why there is no next line.
  enum Problem: Error {
    /// The standard input cannot be read.
    case unreadable(FileProblem)
    /// The line cannot be one of what is read here, and nothing after it is read.
    case tooLong(message: String, help: String)
    /// The line is not text; the next one can be read.
    case noText(message: String, help: String)
  }

  /// The longest line, in bytes.
  static let longest = YAMLLimits.default.fileBytes

  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// Whether nothing was taken yet, so that a byte order mark may stand there.
  private var isAtBegin = true

  /// The next line without its end; nil after the last one.
  ///
  /// - Throws: `Problem` when the input cannot be read, or the line is too long or is not UTF-8.
  mutating func next() throws(Problem) -> String? {
    var searched = start
    while true {
      if let end = pending[searched...].firstIndex(of: 0x0A) { return try take(upTo: end, next: end + 1) }
      searched = pending.count
      if isAtEnd {
        return start < pending.count ? try take(upTo: pending.count, next: pending.count) : nil
      }
      guard pending.count - start <= Self.longest else {
        throw .tooLong(
          message: "This line has more than \(Self.longest) bytes.",
          help: "Write shorter data, in one line each.")
      }
      if start > 0 {
        pending.removeFirst(start)
        searched -= start
        start = 0
      }
      do throws(FileProblem) {
        let more = try SourceText.readStandardInputChunk()
        isAtEnd = more.isEmpty
        pending += more
      } catch {
        throw .unreadable(error)
      }
    }
  }

  private mutating func take(upTo end: Int, next: Int) throws(Problem) -> String {
    var line = pending[start..<end]
    start = next
    if line.last == 0x0D { line = line.dropLast() }
    if isAtBegin, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    isAtBegin = false
    let text = String(decoding: line, as: UTF8.self)
    // Decoding puts replacements in the place of what is wrong, which are other bytes.
    guard text.utf8.elementsEqual(line) else {
      throw .noText(message: "This line is not UTF-8 text.", help: "Save the lines as UTF-8.")
    }
    return text
  }
}

/// A terminal that does not show what is typed, while a secret is asked for.
enum HiddenTyping {
  /// What ends the command, from the keyboard or from outside.
  private static let ending = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

  /// Does something while the terminal shows nothing of what is typed; without a terminal it just does it.
  ///
  /// A signal that ends the command lets the terminal show what is typed again. It cannot be suspended meanwhile: the
  /// shell would show what is typed after that.
  static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, shownTyping) == 0 else { return try body() }
    var hidden = shownTyping.pointee
    hidden.c_lflag &= ~tcflag_t(ECHO)
    let handlers = ending.map { signal($0, showTypingAndEnd) }
    let suspending = signal(SIGTSTP, SIG_IGN)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, shownTyping)
      for (number, handler) in zip(ending, handlers) { signal(number, handler) }
      signal(SIGTSTP, suspending)
      // The end of the line that was typed is not shown either.
      Output.writeLine("")
    }
    return try body()
  }
}

/// How the terminal was set. Written before a signal can call for it, and at a place of its own, which a handler of
/// signals may read.
nonisolated(unsafe) private let shownTyping: UnsafeMutablePointer<termios> = {
  let place = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  place.initialize(to: termios())
  return place
}()

/// Lets the terminal show what is typed, then lets the signal do what it does without a handler.
private func showTypingAndEnd(_ number: Int32) {
  tcsetattr(STDIN_FILENO, TCSANOW, shownTyping)
  signal(number, SIG_DFL)
  raise(number)
}
