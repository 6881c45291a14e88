import StatechartsFiles
import StatechartsYAML

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What stands before the place where a person types.
struct Prompt {
  var text: String
  /// Whether nothing may show what is typed.
  var isSecret = false
  /// Which of the earlier lines the arrow keys bring back; lines of other prompts stay apart.
  var history = ""
}

/// Reads lines that a person types, in a terminal with a line editor, or what comes through a pipe.
struct PromptReader {
  private let screen: Screen
  private let canEdit = TerminalMode.canEdit
  private var lines = InputLines()
  private var decoder = KeyDecoder()
  private var keys: [Key] = []
  private var histories: [String: [String]] = [:]

  /// Whether the terminal shows what is typed. What comes through a pipe is shown by nobody.
  let isTerminal = isatty(STDIN_FILENO) == 1

  init(_ screen: Screen) { self.screen = screen }

  /// The next line without its end; nil at the end of the input.
  ///
  /// - Throws: `InputLines.Problem` when the input cannot be read, or the line is too long or is not UTF-8.
  mutating func line(_ prompt: Prompt) throws -> String? {
    guard canEdit else {
      Output.write(screen.painted(prompt.text, .strong))
      guard prompt.isSecret else { return try lines.next() }
      return try TerminalMode.hidden { try lines.next() }
    }
    var prompt = prompt
    if Screen.columns(prompt.text) > (Screen.terminalWidth ?? 80) * 2 / 3 {
      // It leaves too little of the line to what is typed.
      screen.show([.text(prompt.text.trimmingSpaces, .strong)])
      prompt.text = "> "
    }
    var editor = LineEditor(history: histories[prompt.history] ?? [])
    if prompt.isSecret { forgetKeys() }
    let outcome = try TerminalMode.keys(isSecret: prompt.isSecret) { try edit(&editor, prompt) }
    // They may be the rest of a secret of several lines.
    if prompt.isSecret { forgetKeys() }
    Output.writeLine("")
    guard outcome == .done else { return nil }
    if editor.hasNoText { throw InputLines.Problem.noText }
    let text = editor.text
    // A secret is not kept anywhere.
    if !prompt.isSecret, !text.isEmpty, histories[prompt.history]?.last != text {
      histories[prompt.history, default: []].append(text)
    }
    return text
  }

  /// Drops keys that were pressed and not used.
  private mutating func forgetKeys() {
    keys = []
    decoder = KeyDecoder()
  }

  private mutating func edit(_ editor: inout LineEditor, _ prompt: Prompt) throws -> LineEditor.Outcome {
    while true {
      while !keys.isEmpty {
        let key = keys.removeFirst()
        if key == .longPaste { tellOfLongPaste() }
        let outcome = editor.apply(key)
        guard outcome != .editing else { continue }
        draw(editor, prompt)
        return outcome
      }
      draw(editor, prompt)
      keys = try nextKeys()
    }
  }

  /// Says above the line that is typed that nothing was pasted.
  private func tellOfLongPaste() {
    Output.write("\r\u{1B}[K")
    let most = KeyDecoder.longestPaste / 1024
    screen.show([.text("The pasted text is longer than \(most) KiB, so it was ignored.")])
  }

  /// Waits for keys.
  private mutating func nextKeys() throws(InputLines.Problem) -> [Key] {
    // A stop between drawing and waiting interrupts no wait.
    if TerminalMode.takeContinuation() { return [.redraw] }
    var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    // The bytes of one sequence come together; Escape alone is followed by nothing.
    let count = poll(&source, 1, decoder.isInSequence ? 100 : -1)
    guard count != 0 else {
      decoder.endSequence()
      return []
    }
    // The window may have another size, or the command went on after a stop.
    guard count > 0 else { return errno == EINTR ? [.redraw] : [.endOfInput] }
    do throws(FileProblem) {
      let bytes = try SourceText.readStandardInputChunk()
      return bytes.isEmpty ? [.deleteToStart, .deleteToEnd, .endOfInput] : decoder.keys(in: bytes)
    } catch {
      throw .unreadable(error)
    }
  }

  private func draw(_ editor: LineEditor, _ prompt: Prompt) {
    let width = Screen.terminalWidth ?? 80
    // The window may have become narrow since the prompt was chosen.
    let label = Screen.columns(prompt.text) < width ? prompt.text : "> "
    let labelWidth = Screen.columns(label)
    // The last column stays free: a cursor behind it would break the line.
    let (text, column) = prompt.isSecret ? ("", 0) : editor.window(max(width - labelWidth - 1, 1))
    // proven: no overflow, because both are at most the width of the terminal.
    let place = labelWidth + column
    let move = place > 0 ? "\u{1B}[\(place)C" : ""
    let line = "\r\(screen.painted(label, .strong))\(text)\u{1B}[K\r\(move)"
    // A terminal that is gone ends the input too.
    _ = failure(writing: Array(line.utf8), to: STDOUT_FILENO)
  }
}
