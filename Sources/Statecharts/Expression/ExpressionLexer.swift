/// Cuts the text of an expression into tokens.
struct ExpressionLexer {
  let bytes: [UInt8]
  private var position = 0
  private(set) var tokens: [ExpressionToken] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The tokens of a text. The last one is `end`, or `invalid` with the problem that stopped the lexer.
  static func tokens(of bytes: [UInt8]) -> [ExpressionToken] {
    var lexer = ExpressionLexer(bytes)
    do throws(ExpressionProblem) {
      while try lexer.scanToken() {}
      lexer.add(.end, from: bytes.count)
    } catch {
      // What belongs to a form of another language says nothing by itself.
      lexer.tokens.removeAll { $0.range.lowerBound >= error.range.lowerBound }
      lexer.tokens.append(ExpressionToken(kind: .invalid(error), range: error.range))
    }
    return lexer.tokens
  }

  private func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func add(_ kind: ExpressionToken.Kind, from start: Int) {
    tokens.append(ExpressionToken(kind: kind, range: start..<position))
  }

  private mutating func scanToken() throws(ExpressionProblem) -> Bool {
    while Self.isBlank(byte(at: position)) { position += 1 }
    guard position < bytes.count else { return false }
    let first = bytes[position]
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): try scanText(quote: first)
    case _ where Self.isDigit(first): try scanNumber()
    case UInt8(ascii: ".") where Self.isDigit(byte(at: position + 1)) && !followsOperand: try scanNumber()
    case _ where Self.isWordStart(first): scanWord(isStateID: followsIn)
    default: try scanSymbol()
    }
    return true
  }

  /// Whether the last token can end an operand, so that a `.` after it is a path.
  private var followsOperand: Bool {
    switch tokens.last?.kind {
    case .word, .int, .number, .duration, .text: true
    case .symbol(let symbol): symbol == .rightParenthesis || symbol == .rightBracket || symbol == .rightBrace
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isWordStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "_")
  }

  static func isWordPart(_ byte: UInt8) -> Bool { isWordStart(byte) || isDigit(byte) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether the next word is the id of a state, which unlike other names may contain `-`.
  private var followsIn: Bool {
    tokens.count >= 2 && tokens[tokens.count - 1].isSymbol(.leftParenthesis)
      && tokens[tokens.count - 2].isWord("in")
  }

  private mutating func scanWord(isStateID: Bool) {
    let start = position
    while Self.isWordPart(byte(at: position)) || (isStateID && byte(at: position) == UInt8(ascii: "-")) {
      position += 1
    }
    add(.word(text(start..<position)), from: start)
  }

  private mutating func scanText(quote: UInt8) throws(ExpressionProblem) {
    let start = position
    position += 1
    var content: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      guard bytes[position] == UInt8(ascii: "\\") else {
        content.append(bytes[position])
        position += 1
        continue
      }
      switch byte(at: position + 1) {
      case UInt8(ascii: "n"): content.append(0x0A)
      case UInt8(ascii: "t"): content.append(0x09)
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): content.append(bytes[position + 1])
      default:
        if position + 1 >= bytes.count { throw unclosedText(at: start) }
        let range = position..<endOfScalar(at: position + 1)
        throw ExpressionProblem(
          "`\(text(range))` is not an escape sequence",
          help: "write `\\\\` for a backslash; the others are `\\'`, `\\\"`, `\\n` and `\\t`", range: range)
      }
      position += 2
    }
    guard position < bytes.count else { throw unclosedText(at: start) }
    position += 1
    add(.text(String(decoding: content, as: UTF8.self)), from: start)
  }

  private func unclosedText(at start: Int) -> ExpressionProblem {
    let quote = text(start..<start + 1)
    return ExpressionProblem(
      "the text that begins with `\(quote)` is not closed",
      help: "close it with `\(quote)`; a `\(quote)` inside text is written `\\\(quote)`",
      range: start..<start + 1)
  }

  private mutating func scanNumber() throws(ExpressionProblem) {
    let start = position
    var isWhole = true
    while Self.isDigit(byte(at: position)) { position += 1 }
    if byte(at: position) == UInt8(ascii: "."), Self.isDigit(byte(at: position + 1)) {
      isWhole = false
      position += 1
      while Self.isDigit(byte(at: position)) { position += 1 }
    }
    if byte(at: position) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(at: position + 1)
      let digits = position + (sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? 2 : 1)
      if Self.isDigit(byte(at: digits)) {
        isWhole = false
        position = digits
        while Self.isDigit(byte(at: position)) { position += 1 }
      }
    }
    if Self.isWordStart(byte(at: position)) { return try scanDuration(from: start) }
    let range = start..<position
    if isWhole {
      guard let whole = UInt64(text(range)), whole <= UInt64(Int.max) + 1 else {
        throw ExpressionProblem(
          "this integer is too large",
          help: "the largest is \(Int.max); with a fraction, as in `1.0`, it may be larger",
          range: range)
      }
      add(.int(whole), from: start)
    } else {
      guard let number = Double(text(range)), number.isFinite else {
        throw ExpressionProblem("this number is too large to be represented", range: range)
      }
      add(.number(number), from: start)
    }
  }

  private mutating func scanDuration(from start: Int) throws(ExpressionProblem) {
    let unitStart = position
    while Self.isWordPart(byte(at: position)) { position += 1 }
    do throws(DurationLiteralProblem) {
      add(.duration(try Duration.parse(bytes[start..<position])), from: start)
    } catch {
      if byte(at: unitStart) == UInt8(ascii: "_") {
        throw ExpressionProblem(
          "a number is written without `_`",
          help: "write `\(text(start..<position).filter { $0 != "_" })`", range: start..<position)
      }
      var range = start..<position
      if case .unknownUnit = error { range = unitStart..<position }
      throw ExpressionProblem(error.message, help: error.help, range: range)
    }
  }

  /// The end of the UTF-8 sequence that starts at an offset.
  private func endOfScalar(at start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private mutating func scanSymbol() throws(ExpressionProblem) {
    let start = position
    if let problem = foreignForm(at: start) ?? foreignOperator(at: start) { throw problem }
    // All that have two signs end in one of these.
    if byte(at: start + 1) == UInt8(ascii: "=") || byte(at: start + 1) == UInt8(ascii: "?"),
      let symbol = ExpressionToken.Symbol(rawValue: text(start..<start + 2))
    {
      position += 2
      return add(.symbol(symbol), from: start)
    }
    let end = endOfScalar(at: start)
    if let symbol = ExpressionToken.Symbol(rawValue: text(start..<end)) {
      position = end
      return add(.symbol(symbol), from: start)
    }
    throw foreignSign(in: start..<end)
  }

  /// Operators of other languages, longest first, with what to write instead; nil where it is not one word.
  private static let foreignOperators: [(written: String, instead: String?, help: String)] = [
    ("===", "==", "write `==`"), ("!==", "!=", "write `!=`"), ("&&", "and", "write `and`"),
    ("||", "or", "write `or`"),
    ("??=", nil, "use the action `assign`: `assign: { x: x ?? 1 }`"), ("=>", nil, "to compare, write `>=`"),
    ("=<", "<=", "write `<=`"),
    ("<>", "!=", "write `!=`"), ("**", nil, "powers are not supported; multiply with `*`"),
    ("++", nil, "write `… + 1`"),
    ("+=", nil, "name the variable in `assign` and write the sum: `assign: { n: n + 1 }`"),
    ("-=", nil, "name the variable in `assign` and write the difference: `assign: { n: n - 1 }`"),
    (":=", nil, "use the action `assign`"),
    ("->", nil, "use `.` for a field and `>` to compare"), ("?.", ".", "write `.`"),
    ("//", nil, "comments are not allowed in an expression; `/` divides"),
  ]

  private func foreignOperator(at start: Int) -> ExpressionProblem? {
    // Most signs stand alone, and need not be compared with any of them.
    guard "=&|?<>*+./".utf8.contains(byte(at: start + 1)) else { return nil }
    for (written, instead, help) in Self.foreignOperators where bytes[start...].starts(with: written.utf8) {
      return ExpressionProblem(
        "`\(written)` is not an operator here", help: help, range: start..<start + written.utf8.count,
        suggestion: instead)
    }
    return nil
  }

  private func foreignSign(in range: Range<Int>) -> ExpressionProblem {
    let written = text(range)
    if let inner = curlyText(from: range.upperBound), Self.curlyQuotes.contains(written) {
      let better = "'\(text(inner.text))'"
      return ExpressionProblem(
        "`\(written)` cannot be used in an expression",
        help: "write the text in straight quotes: `\(better)`",
        range: range.lowerBound..<inner.end, suggestion: better)
    }
    let known: (instead: String?, help: String)? =
      switch written {
      case "=": ("==", "write `==` to compare")
      case "!":
        (
          negatesOperand(from: range.upperBound) ? "not" : nil,
          "write `not` before a condition, as in `not \(wordAfter(range.upperBound) ?? "x")`"
        )
      case "&": ("and", "write `and`")
      case "|": ("or", "write `or`")
      case "?": (nil, "`? :` is not supported; use `if` with `then` and `else` in the actions")
      case ";": (nil, "an expression is one value; do several things with several actions")
      case "`", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201A}", "\u{AB}", "\u{BB}":
        (nil, "write text in straight quotes: `'text'`")
      case "\u{2264}": ("<=", "write `<=`")
      case "\u{2265}": (">=", "write `>=`")
      case "\u{2260}": ("!=", "write `!=`")
      case "\u{2013}", "\u{2014}", "\u{2212}": ("-", "write `-`")
      case "\u{D7}", "\u{B7}": ("*", "write `*`")
      case "\u{F7}": ("/", "write `/`")
      case "\u{A0}", "\u{2003}", "\u{2009}", "\u{202F}", "\u{200B}", "\u{FEFF}":
        (" ", "replace it with an ordinary space")
      case "$": (nil, "write the variable's name alone, as in `attempts`")
      case "^": (nil, "powers are not supported; multiply with `*`")
      default: nil
      }
    if let known {
      let isBlank = known.instead == " "
      return ExpressionProblem(
        isBlank
          ? "this is not an ordinary space"
          : written == "`"
            ? "a back quote cannot be used in an expression" : "`\(written)` cannot be used in an expression",
        help: known.help,
        range: range, suggestion: known.instead)
    }
    if let scalar = written.unicodeScalars.first, scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    {
      return ExpressionProblem("this is a control character", help: "remove it", range: range)
    }
    let isLetter = written.unicodeScalars.first?.properties.isAlphabetic ?? false
    return ExpressionProblem(
      "`\(written)` cannot be used in an expression",
      help: isLetter
        ? "names use the letters a to z, digits and `_`; text is written in quotes: `'text'`"
        : "text is written in quotes: `'text'`", range: range)
  }

  /// Quotes as word processors write them, in UTF-8 three bytes long or two.
  private static let curlyQuotes: Set<String> = [
    "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201A}", "\u{AB}", "\u{BB}",
  ]

  /// The words up to the next curly quote, and where that ends; nil where something else comes first.
  private func curlyText(from start: Int) -> (text: Range<Int>, end: Int)? {
    var end = start
    while Self.isWordPart(byte(at: end)) || " -.".utf8.contains(byte(at: end)) { end += 1 }
    guard end > start, end < bytes.count else { return nil }
    let close = end..<endOfScalar(at: end)
    return Self.curlyQuotes.contains(text(close)) ? (start..<end, close.upperBound) : nil
  }

  /// Whether a `!` before an operand means what `not` would: `not` takes in a comparison or a sum behind it.
  private func negatesOperand(from start: Int) -> Bool {
    var index = start
    while Self.isBlank(byte(at: index)) { index += 1 }
    guard Self.isWordStart(byte(at: index)) || byte(at: index) == UInt8(ascii: "(") else { return false }
    while Self.isWordPart(byte(at: index)) || byte(at: index) == UInt8(ascii: ".") { index += 1 }
    if byte(at: index) == UInt8(ascii: "(") {
      var depth = 0
      repeat {
        if byte(at: index) == UInt8(ascii: "(") { depth += 1 }
        if byte(at: index) == UInt8(ascii: ")") { depth -= 1 }
        index += 1
      } while depth > 0 && index < bytes.count
      guard depth == 0 else { return false }
    }
    while Self.isBlank(byte(at: index)) { index += 1 }
    return [0, UInt8(ascii: ")"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: ",")].contains(
      byte(at: index))
      || ["and", "or"].contains(wordAfter(index))
  }

  /// The word that starts at an offset, so that help can name it.
  private func wordAfter(_ start: Int) -> String? {
    let rest = bytes[start...].drop { $0 == 0x20 }
    let word = rest.prefix { Self.isWordPart($0) || $0 == UInt8(ascii: ".") }
    return word.isEmpty || Self.isDigit(word.first ?? 0) ? nil : String(decoding: word, as: UTF8.self)
  }
}
