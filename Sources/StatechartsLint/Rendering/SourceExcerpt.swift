internal import StatechartsYAML

/// One line of a text as a terminal shows it, with a line below that marks a range: `^~~~`.
struct SourceExcerpt {
  /// The line, cut around the range where it is long.
  let text: String
  /// Spaces and the mark.
  let mark: String

  /// The most columns that are shown of a line.
  static let widthLimit = 100
  /// How many of them may stand before the range in a line that is cut.
  private static let lead = 40

  private struct Cell {
    var text: String
    var width: Int
    var isMarked: Bool
  }

  /// - Parameter hidden: Parts of the text in whose place stands one `*` for each character, in the order of the text.
  init(of range: SourceRange, line: Int, in source: SourceText, hidden: [SourceRange] = []) {
    let lineStart = source.lineStarts[min(max(line, 1), source.lineStarts.count) - 1]
    // A line may be megabytes long; what is far from the range is never looked at.
    let start = max(lineStart, Self.boundary(before: range.lowerBound - 1_000, in: source))
    var cells: [Cell] = []
    var cutsStart = start > lineStart
    var cutsEnd = false
    var offset = start
    var column = 0
    var end = start
    let limit = min(source.bytes.count, range.lowerBound + 1_000)
    while end < limit, source.bytes[end] != 0x0A, source.bytes[end] != 0x0D { end += 1 }
    if end < source.bytes.count, source.bytes[end] != 0x0A, source.bytes[end] != 0x0D { cutsEnd = true }
    let whole = String(decoding: source.bytes[start..<max(end, start)], as: UTF8.self)
    var read = 0
    var hidden = hidden.filter { $0.upperBound > start && $0.lowerBound < end }[...]
    for character in whole {
      let place = read
      read += character.utf8.count
      let isMarked = offset >= range.lowerBound && offset < range.upperBound
      while let first = hidden.first, first.upperBound <= offset { hidden.removeFirst() }
      let isHidden = hidden.first?.contains(offset) ?? false
      offset += source.length(of: character, at: offset)
      if isHidden {
        column += 1
        cells.append(Cell(text: "*", width: 1, isMarked: isMarked))
        continue
      }
      if Self.isPlain(character) {
        column += 1
        cells.append(Cell(text: String(character), width: 1, isMarked: isMarked))
        continue
      }
      var cell = Cell(text: String(character), width: VisibleText.width(of: character), isMarked: isMarked)
      if character == "\t" {
        cell.width = 4 - column % 4
        cell.text = String(repeating: " ", count: cell.width)
      } else {
        // Only of a bracket it matters what stands before it, and no more than the longest command.
        let before =
          character.unicodeScalars.first == "["
          ? Substring(whole.utf8.prefix(place)).suffix(VisibleText.longestCommand) : ""
        let visible = VisibleText.escaped(cell.text, after: before)
        if visible != cell.text { cell = Cell(text: visible, width: visible.count, isMarked: isMarked) }
      }
      column += cell.width
      cells.append(cell)
    }
    let first = cells.firstIndex { $0.isMarked } ?? cells.count
    if column > Self.widthLimit {
      var before = 0
      var from = first
      while from > 0, before + cells[from - 1].width <= Self.lead {
        from -= 1
        before += cells[from].width
      }
      var total = 0
      var to = from
      while to < cells.count, total + cells[to].width <= Self.widthLimit {
        total += cells[to].width
        to += 1
      }
      cutsStart = cutsStart || from > 0
      cutsEnd = cutsEnd || to < cells.count
      cells = Array(cells[from..<to])
    }
    if cutsStart { cells.insert(Cell(text: "…", width: 1, isMarked: false), at: 0) }
    text = cells.map(\.text).joined() + (cutsEnd ? "…" : "")
    let spaces = cells.prefix { !$0.isMarked }.reduce(0) { $0 + $1.width }
    let marked = cells.filter(\.isMarked).reduce(0) { $0 + $1.width }
    mark = String(repeating: " ", count: spaces) + "^" + String(repeating: "~", count: max(0, marked - 1))
  }

  /// Whether a character is shown as it is in every context. Nearly all are, and a long line is shown for each finding.
  private static func isPlain(_ character: Character) -> Bool {
    guard let ascii = character.asciiValue else { return false }
    return ascii >= 0x20 && ascii < 0x7F && ascii != 0x5B
  }

  /// The start of the character that an offset lies in.
  private static func boundary(before offset: Int, in source: SourceText) -> Int {
    var offset = min(max(offset, 0), source.bytes.count)
    while offset > 0, offset < source.bytes.count, source.bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}

extension SourceText {
  /// How many bytes a decoded character takes; one that stands for invalid bytes is shorter in the text.
  fileprivate func length(of character: Character, at offset: Int) -> Int {
    let length = character.utf8.count
    guard character == "\u{FFFD}", offset + 3 <= bytes.count else { return min(length, bytes.count - offset) }
    let isWritten = bytes[offset..<offset + 3].elementsEqual([0xEF, 0xBF, 0xBD])
    return isWritten ? 3 : 1
  }
}
