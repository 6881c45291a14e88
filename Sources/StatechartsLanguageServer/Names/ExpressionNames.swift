internal import Statecharts

/// The names in the text of an expression, also of one that is wrong. Fields and arguments are not among them.
struct ExpressionNames {
  struct Word {
    var name: String
    /// Where it is in the text, in UTF-8 offsets.
    var range: Range<Int>
    /// Whether it is the state of `in(…)`.
    var isState: Bool
  }

  private(set) var words: [Word] = []

  init(_ text: String) {
    var scanner = ExpressionScanner(Array(text.utf8))
    var pieces: [ExpressionScanner.Piece] = []
    while let piece = scanner.next() {
      if piece.kind != .blank { pieces.append(piece) }
    }
    func sign(_ index: Int) -> UInt8? {
      guard pieces.indices.contains(index), pieces[index].kind == .sign else { return nil }
      return scanner.bytes[pieces[index].range.lowerBound]
    }
    func written(_ range: Range<Int>) -> String { String(decoding: scanner.bytes[range], as: UTF8.self) }
    var index = 0
    while index < pieces.count {
      defer { index += 1 }
      let piece = pieces[index]
      guard piece.kind == .word else { continue }
      let isState =
        sign(index - 1) == UInt8(ascii: "(") && index >= 2 && pieces[index - 2].kind == .word
        && written(pieces[index - 2].range) == "in"
      if isState {
        // The id of a state may have hyphens.
        var last = index
        while sign(last + 1) == UInt8(ascii: "-"), pieces.indices.contains(last + 2) { last += 2 }
        let range = piece.range.lowerBound..<pieces[last].range.upperBound
        words.append(Word(name: written(range), range: range, isState: true))
        index = last
      } else if sign(index - 1) != UInt8(ascii: "."), sign(index + 1) != UInt8(ascii: ":") {
        words.append(Word(name: written(piece.range), range: piece.range, isState: false))
      }
    }
  }
}
