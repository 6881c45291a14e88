internal import Statecharts

/// The names and texts in an expression, recognized by its letters alone so that a wrong expression has them too.
///
/// Names after a dot and before a colon are fields and arguments, which name nothing of the chart.
struct ExpressionWords {
  /// Names of variables, guards, functions, states and items.
  private(set) var names: Set<String> = []
  /// Texts in quotes, as written between them.
  private(set) var texts: Set<String> = []

  init(_ text: String) {
    var scanner = ExpressionScanner(Array(text.utf8))
    var pieces: [ExpressionScanner.Piece] = []
    while let piece = scanner.next() {
      if piece.kind != .blank { pieces.append(piece) }
    }
    func sign(at index: Int) -> UInt8? {
      guard pieces.indices.contains(index), pieces[index].kind == .sign else { return nil }
      return scanner.bytes[pieces[index].range.lowerBound]
    }
    /// Whether a hyphen joins two pieces without a space: it may be part of a state's id, as in `in(sign-in)`.
    func isJoined(_ index: Int) -> Bool {
      guard sign(at: index) == UInt8(ascii: "-"), pieces.indices.contains(index + 1) else { return false }
      let (hyphen, next) = (pieces[index].range, pieces[index + 1])
      return pieces[index - 1].range.upperBound == hyphen.lowerBound
        && next.range.lowerBound == hyphen.upperBound && (next.kind == .word || next.kind == .number)
    }
    var index = 0
    while index < pieces.count {
      let first = index
      index += 1
      switch pieces[first].kind {
      case .text: texts.insert(String(decoding: scanner.bytes[pieces[first].content], as: UTF8.self))
      case .word:
        while isJoined(index) { index += 2 }
        let isField = sign(at: first - 1) == UInt8(ascii: ".")
        let isKey = sign(at: index) == UInt8(ascii: ":")
        guard !isField, !isKey else { continue }
        let whole = pieces[first].range.lowerBound..<pieces[index - 1].range.upperBound
        insert(scanner.bytes[whole])
      case .number, .blank, .sign: continue
      }
    }
  }

  /// Takes a word, and its parts where hyphens may be minus signs.
  private mutating func insert(_ word: ArraySlice<UInt8>) {
    names.insert(String(decoding: word, as: UTF8.self))
    guard word.contains(UInt8(ascii: "-")) else { return }
    for part in word.split(separator: UInt8(ascii: "-")) {
      names.insert(String(decoding: part, as: UTF8.self))
    }
  }
}
