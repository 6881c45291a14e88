internal import Statecharts
internal import StatechartsYAML

/// A text to which many changes are applied. It is kept in pieces of whole lines, so that a change takes as long as its
/// pieces are, and not as the text is.
struct ChangedText {
  /// How long a piece is before it is cut, in bytes.
  static let longestPiece = 8_192

  /// A position: the number of a piece, and an offset in it.
  private struct Place {
    var piece: Int
    var offset: Int
  }

  private var pieces: [SourceText]
  private let encoding: PositionEncoding

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    pieces = Self.cut(bytes)
    self.encoding = encoding
  }

  /// The whole text.
  var bytes: [UInt8] { Array(pieces.map(\.bytes).joined()) }

  /// Applies a change of the protocol.
  ///
  /// - Throws: `RequestFailure` when it is not one.
  mutating func apply(_ change: ChartValue) throws(RequestFailure) {
    guard let text = change.member("text").text else {
      throw .invalidParams("A change must have a `text`.")
    }
    let range = change.member("range")
    guard range != .unset else {
      pieces = Self.cut(Array(text.utf8))
      return
    }
    let start = try place(of: range.member("start"))
    var end = try place(of: range.member("end"))
    // A range that ends before it starts is empty.
    if (end.piece, end.offset) < (start.piece, start.offset) { end = start }
    var first = start.piece
    var changed = pieces[first].bytes[..<start.offset] + text.utf8
    changed += pieces[end.piece].bytes[end.offset...]
    // The two bytes of a line end stay in one piece.
    if changed.first == 0x0A, first > 0, pieces[first - 1].bytes.last == 0x0D {
      first -= 1
      changed = pieces[first].bytes + changed
    }
    pieces.replaceSubrange(first...end.piece, with: Self.cut(Array(changed)))
  }

  private func place(of position: ChartValue) throws(RequestFailure) -> Place {
    let (line, column) = try position.lineAndColumn
    var rest = line
    for (number, piece) in pieces.enumerated() {
      // Behind the last line end of a piece, the next one begins.
      let isLast = number == pieces.count - 1
      let count = isLast ? piece.lineStarts.count : piece.lineStarts.count - 1
      guard isLast || rest < count else {
        rest -= count
        continue
      }
      return Place(piece: number, offset: TextPositions(piece, encoding).offset(line: rest, column: column))
    }
    return Place(piece: 0, offset: 0)
  }

  /// A text in pieces, at least one. All but the last end with a line end.
  private static func cut(_ bytes: [UInt8]) -> [SourceText] {
    let whole = SourceText(name: "", bytes: bytes)
    guard bytes.count > 2 * longestPiece else { return [whole] }
    var result: [SourceText] = []
    var start = 0
    for line in whole.lineStarts where line - start >= longestPiece {
      result.append(SourceText(name: "", bytes: Array(bytes[start..<line])))
      start = line
    }
    return result + [SourceText(name: "", bytes: Array(bytes[start...]))]
  }
}
