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

  /// From one line to the next.
  var lineHeight: Int { lines.joined().map(\.style.lineHeight).max() ?? 0 }

  var height: Int { lineHeight * lines.count }

  private mutating func add(_ word: String, _ style: SheetStyle, _ room: Double) {
    let size = style.width(word)
    let space = style.width(" ")
    if used > 0, used + space + size <= room {
      append(" ", style)
      append(word, style)
      used += space + size
      return
    }
    // Who copies the text gets a space where a line ends, but none inside a broken word.
    if used > 0 { append(" ", style) }
    startLine()
    guard size > room else {
      append(word, style)
      used = size
      return
    }
    for character in word {
      // Hundreds of marks on one letter, or of faces in one emoji, are wider than a line.
      let parts =
        style.width(character) > room
        ? character.unicodeScalars.map { Character($0) } : [character]
      for part in parts {
        let size = style.width(part)
        if used > 0, used + size > room { startLine() }
        append(String(part), style)
        used += size
      }
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
