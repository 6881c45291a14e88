/// A piece of a line in one style.
struct SheetRun {
  var text: String
  var style: SheetStyle
}

/// A text that is broken into lines.
struct SheetText {
  /// The lines, each of pieces that follow each other. No piece is empty.
  private(set) var lines: [[SheetRun]] = []
  /// How wide the widest line is.
  private(set) var width = 0.0
  private var used = 0.0

  /// Breaks a text into lines of a width.
  ///
  /// Spaces, line breaks and control characters part the words. A word that is longer than a line is broken anywhere.
  init(_ runs: [SheetRun], width room: Double) {
    for run in runs {
      for word in XMLText.words(run.text) { add(word, run.style, room) }
    }
    width = max(width, used)
  }

  init(_ text: String, _ style: SheetStyle, width: Double) {
    self.init([SheetRun(text: text, style: style)], width: width)
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Puts a sign before the first word.
  mutating func prefix(_ sign: String, _ style: SheetStyle) {
    guard !lines.isEmpty else { return }
    lines[0].insert(SheetRun(text: sign, style: style), at: 0)
    width += style.width(sign)
  }

  /// From one line to the next.
  var lineHeight: Int { lines.joined().map(\.style.lineHeight).max() ?? 0 }

  var height: Int { lineHeight * lines.count }

  private mutating func add(_ word: String, _ style: SheetStyle, _ room: Double) {
    let size = style.width(word)
    let space = style.width(" ")
    let isLong = size > room
    // Who copies the text gets a space where a line ends, but none inside a broken word.
    if used > 0 {
      append(" ", style)
      used += space
    }
    if lines.isEmpty || !isLong && used + size > room { startLine() }
    guard isLong else {
      append(word, style)
      used += size
      return
    }
    // A long word begins where the one before it ends, and is broken after signs between words if it has some.
    for piece in Self.pieces(of: word) {
      if used + style.width(piece) > room, used > 0, style.width(piece) <= room { startLine() }
      for part in parts(of: piece, style, room) {
        let size = style.width(part)
        if used > 0, used + size > room { startLine() }
        append(String(part), style)
        used += size
      }
    }
  }

  /// The pieces of a word that end with a sign as it stands between words.
  private static func pieces(of word: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    for character in word {
      piece.append(character)
      if "_-./,:".contains(character) {
        pieces.append(piece)
        piece = ""
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  /// What of a word is not broken: its characters. Hundreds of marks on one letter, or of faces in one emoji, may be wider
  /// than a line, and are taken apart.
  private func parts(of word: String, _ style: SheetStyle, _ room: Double) -> [Character] {
    word.flatMap { character in
      style.width(character) > room
        ? character.unicodeScalars.map { Character($0) } : [character]
    }
  }

  private mutating func startLine() {
    width = max(width, used)
    used = 0
    lines.append([])
  }

  private mutating func append(_ text: String, _ style: SheetStyle) {
    let line = lines.count - 1
    if let last = lines[line].indices.last, lines[line][last].style == style {
      lines[line][last].text += text
    } else {
      lines[line].append(SheetRun(text: text, style: style))
    }
  }
}
