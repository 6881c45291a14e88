import Statecharts

/// An expression that is put together from the texts of several scalars, and from where each part of it comes.
///
/// A chart may write `[1, a + 1]` and `{ role: 'admin' }` as YAML. Findings about a part of the text then point at the
/// scalar that the part comes from.
struct ComposedExpression: Sendable {
  /// A stretch of the text that is the whole text of a scalar.
  private struct Piece: Sendable {
    var range: Range<Int>
    var node: Int32
  }

  private(set) var text = ""
  private var pieces: [Piece] = []

  init() {}

  /// A text as a literal of the expression language.
  ///
  /// - Parameter node: The scalar that holds the text, if it does.
  init(literal text: String, of node: Int32? = nil) {
    self.text = ChartValue.quoted(text)
    // Behind an escape, offsets would differ.
    if let node, self.text.utf8.count == text.utf8.count + 2 {
      pieces = [Piece(range: 1..<1 + text.utf8.count, node: node)]
    }
  }

  mutating func append(_ part: String) { text += part }

  /// Adds the text of a scalar.
  mutating func append(_ part: String, of node: Int32) {
    let start = text.utf8.count
    text += part
    pieces.append(Piece(range: start..<text.utf8.count, node: node))
  }

  /// Adds the text of a scalar as one operand. In parentheses, a comma or colon in it cannot become part of the whole.
  mutating func append(operand: String, of node: Int32) {
    let isAtom = operand.utf8.allSatisfy { NameSpelling.isWordByte($0) || $0 == 0x2E }
    if !isAtom { text += "(" }
    append(operand, of: node)
    if !isAtom { text += ")" }
  }

  /// The scalar that a part of the text comes from, and where it is in that scalar's text.
  func origin(of part: Range<Int>) -> (node: Int32, part: Range<Int>)? {
    for piece in pieces
    where piece.range.lowerBound <= part.lowerBound && part.upperBound <= piece.range.upperBound {
      let start = piece.range.lowerBound
      return (piece.node, part.lowerBound - start..<part.upperBound - start)
    }
    return nil
  }
}
