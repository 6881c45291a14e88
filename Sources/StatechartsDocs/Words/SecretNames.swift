import StatechartsModel

internal import Statecharts

/// The names of everything that a chart declares secret, and the removal of literals from expressions that
/// read one of them.
///
/// It goes by name alone, so it may hide the literals of an expression that only mentions a field of the same
/// name; it never shows one that is compared with a secret.
struct SecretNames {
  private var names: Set<[UInt8]> = []
  /// Bit n is set when a name is n bytes long, or 63 or more: most words are told apart by that alone.
  private var lengths: UInt64 = 0

  init(_ chart: Statechart) {
    for variable in chart.context { insert(variable.field) }
    for event in chart.events ?? [] { insert(event.payload) }
    for error in chart.errors ?? [] { insert(error.payload) }
    for output in chart.outputs ?? [] { insert(output.payload) }
    let handlers = chart.handlers
    for kind in [handlers.guards, handlers.actions, handlers.services, handlers.queries] {
      for handler in kind ?? [] {
        insert(handler.payload)
        insert(handler.arguments)
        if let result = handler.result { insert(result, depth: 0) }
      }
    }
  }

  private mutating func insert(_ fields: [FieldDeclaration]) {
    for field in fields { insert(field) }
  }

  private mutating func insert(_ field: FieldDeclaration, depth: Int = 0) {
    if field.isSecret {
      names.insert(Array(field.name.text.utf8))
      lengths |= 1 << UInt64(min(field.name.text.utf8.count, 63))
    }
    insert(field.type, depth: depth)
  }

  private mutating func insert(_ type: ChartValueType, depth: Int) {
    // Types deeper than any reader lets through hold nothing that an expression could name.
    guard depth < 64 else { return }
    switch type {
    case .list(let element), .optional(let element): insert(element, depth: depth + 1)
    case .record(let fields): for field in fields { insert(field, depth: depth + 1) }
    default: break
    }
  }

  /// Appends an expression; when it mentions a secret, every text and number in it becomes `…`.
  ///
  /// - Parameter name: The variable or field that gets its value; when that is secret, the expression is treated as one.
  func append(_ expression: ChartExpression, for name: ChartName? = nil, to buffer: inout [UInt8]) {
    guard !names.isEmpty else { return buffer.append(expression.text) }
    var scanner = ExpressionScanner(Array(expression.text.utf8))
    let start = buffer.count
    let isForSecret = name.map { isSecret(Array($0.text.utf8)[...]) } ?? false
    var mentionsSecret = isForSecret
    while let piece = scanner.next() {
      switch piece.kind {
      case .text:
        // A quoted key, as in `data['password']`, names a field just as well.
        if isSecret(scanner.bytes[piece.content]) { mentionsSecret = true }
        buffer.append("…")
      case .number: buffer.append("…")
      case .word:
        let word = scanner.bytes[piece.range]
        if isSecret(word) { mentionsSecret = true }
        let isLiteral = isForSecret && (word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8))
        buffer.append(contentsOf: isLiteral ? Array("…".utf8)[...] : word)
      case .blank, .sign: buffer.append(contentsOf: scanner.bytes[piece.range])
      }
    }
    guard !mentionsSecret else { return }
    buffer.removeSubrange(start...)
    buffer.append(contentsOf: scanner.bytes)
  }

  /// The text of an expression that is nothing but a text, a number or a word such as `true`, for what is not secret.
  func literal(_ expression: ChartExpression, of name: ChartName) -> String? {
    guard !isSecret(Array(name.text.utf8)[...]) else { return nil }
    var scanner = ExpressionScanner(Array(expression.text.utf8))
    var literal: ExpressionScanner.Piece?
    while let piece = scanner.next() {
      if piece.kind == .blank { continue }
      guard literal == nil, piece.kind != .sign else { return nil }
      literal = piece
    }
    guard let literal else { return nil }
    let text = String(decoding: scanner.bytes[literal.range], as: UTF8.self)
    return literal.kind == .word && !["true", "false", "unset"].contains(text) ? nil : text
  }

  private func isSecret(_ word: ArraySlice<UInt8>) -> Bool {
    lengths >> UInt64(min(word.count, 63)) & 1 == 1 && names.contains(Array(word))
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { self &- 0x30 < 10 }
  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether a name may begin with the byte; bytes outside ASCII count, so that none splits a name.
  var isWordStart: Bool { isLetter || self == UInt8(ascii: "_") || self >= 0x80 }
  /// Whether a name may go on with the byte.
  var isWordPart: Bool { isWordStart || isDigit }
}
