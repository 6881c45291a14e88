/// Goes through the text of an expression piece by piece without judging it, so that a wrong one has pieces too.
///
/// What is a text, a word or a number is decided as the parser decides it. Only bytes outside ASCII, which the parser
/// refuses, count as parts of words, so that none splits a name.
package struct ExpressionScanner {
  /// What a piece is.
  package enum Kind: Sendable {
    /// A text with its quotes; the last one may lack the closing quote.
    case text
    /// A name, or a word such as `and`.
    case word
    /// A number with its unit.
    case number
    /// Spaces.
    case blank
    /// One byte of anything else.
    case sign
  }

  /// A piece of the text.
  package struct Piece: Sendable {
    /// What it is.
    package let kind: Kind
    /// Its place in the text, in UTF-8 offsets.
    package let range: Range<Int>
    /// Of a text, the place of what stands between the quotes; else the same as `range`.
    package let content: Range<Int>
  }

  /// The expression's text.
  package let bytes: [UInt8]
  private var position = 0

  /// Starts at the beginning of a text.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next piece; nil at the end.
  package mutating func next() -> Piece? {
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[start]
    position += 1
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      while position < bytes.count, bytes[position] != byte {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      let end = min(position, bytes.count)
      position = min(end + 1, bytes.count)
      return Piece(kind: .text, range: start..<position, content: start + 1..<end)
    case 0x09, 0x0A, 0x0D, 0x20: return piece(.blank, from: start) { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    case _ where Self.isWordStart(byte): return piece(.word, from: start, while: Self.isWordPart)
    case _ where ExpressionLexer.isDigit(byte):
      return piece(.number, from: start) { Self.isWordPart($0) || $0 == UInt8(ascii: ".") }
    default: return piece(.sign, from: start) { _ in false }
    }
  }

  private mutating func piece(_ kind: Kind, from start: Int, while goesOn: (UInt8) -> Bool) -> Piece {
    while position < bytes.count, goesOn(bytes[position]) { position += 1 }
    return Piece(kind: kind, range: start..<position, content: start..<position)
  }

  private static func isWordStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || ExpressionLexer.isWordStart(byte)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool { byte >= 0x80 || ExpressionLexer.isWordPart(byte) }
}

extension ExpressionScanner {
  /// An expression's text with `…` in the place of every text and number: for one that reads a secret, for what it is
  /// compared with may be the secret itself.
  static func maskingLiterals(of text: String) -> String {
    var scanner = ExpressionScanner(Array(text.utf8))
    var result: [UInt8] = []
    while let piece = scanner.next() {
      switch piece.kind {
      case .text, .number: result += Array("…".utf8)
      case .word, .blank, .sign: result += scanner.bytes[piece.range]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
