import StatechartsLint

/// A line that is being typed, with what was typed before it.
struct LineEditor {
  // Decision: Docs/decisions/tooling-and-tests.md#a-line-editor-of-our-own
  /// What a key led to.
  enum Outcome {
    case editing, done, ended
  }

  private var characters: [Character] = []
  private var cursor = 0
  private let history: [String]
  /// The line of the history that is shown; its count for the new line.
  private var position: Int
  /// The new line while one of the history is shown.
  private var draft: [Character] = []
  /// Whether bytes came that are not text.
  private(set) var hasNoText = false

  /// An empty line.
  init(history: [String] = []) {
    self.history = history
    position = history.count
  }

  /// What was typed.
  var text: String { String(characters) }

  /// Does what a key asks for.
  mutating func apply(_ key: Key) -> Outcome {
    switch key {
    case .text(let text), .paste(let text): insert(text)
    case .enter: return .done
    case .endOfInput:
      if characters.isEmpty { return .ended }
      remove(cursor..<min(cursor + 1, characters.count))
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, characters.count)
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .up: recall(position - 1)
    case .down: recall(position + 1)
    case .backspace: remove(max(cursor - 1, 0)..<cursor)
    case .delete: remove(cursor..<min(cursor + 1, characters.count))
    case .deleteWord: remove(wordStart..<cursor)
    case .deleteToStart: remove(0..<cursor)
    case .deleteToEnd: remove(cursor..<characters.count)
    case .redraw, .longPaste: break
    case .noText: hasNoText = true
    }
    return .editing
  }

  /// What fits a number of columns around the cursor, and the column of the cursor in it.
  func window(_ width: Int) -> (text: String, column: Int) {
    let shown = characters.map { VisibleText.escaped(String($0)) }
    let widths = shown.map { Screen.columns($0) }
    var start = 0
    if widths.reduce(0, +) > width {
      start = cursor
      var taken = 1
      while start > 0, taken + widths[start - 1] <= width {
        start -= 1
        taken += widths[start]
      }
    }
    var end = start
    var taken = 0
    while end < shown.count, taken + widths[end] <= width {
      taken += widths[end]
      end += 1
    }
    return (shown[start..<end].joined(), widths[start..<max(start, cursor)].reduce(0, +))
  }

  private mutating func insert(_ text: String) {
    // The first character may join the one before it, as an accent does.
    let start = max(cursor - 1, 0)
    let joined = Array(String(characters[start..<cursor]) + text)
    characters.replaceSubrange(start..<cursor, with: joined)
    // proven: no overflow, because it is a place in the line.
    cursor = start + joined.count
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func recall(_ wanted: Int) {
    guard wanted >= 0, wanted <= history.count, wanted != position else { return }
    if position == history.count { draft = characters }
    position = wanted
    characters = wanted == history.count ? draft : Array(history[wanted])
    cursor = characters.count
  }

  private var wordStart: Int {
    var place = cursor
    while place > 0, characters[place - 1].isWhitespace { place -= 1 }
    while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, characters[place].isWhitespace { place += 1 }
    while place < characters.count, !characters[place].isWhitespace { place += 1 }
    return place
  }
}
