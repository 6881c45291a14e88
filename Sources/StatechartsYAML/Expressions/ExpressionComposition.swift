/// An expression whose text was put together from the texts of several nodes.
struct ExpressionComposition: Sendable {
  /// A stretch of the text that came from a node.
  struct Piece: Sendable {
    /// Where in the put-together text.
    var range: Range<Int>
    /// The scalar that it is the whole text of.
    var node: Int32
  }

  var pieces: [Piece] = []
}
