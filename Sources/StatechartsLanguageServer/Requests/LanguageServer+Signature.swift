internal import Statecharts
internal import StatechartsModel
internal import StatechartsYAML

extension LanguageServer {
  /// `textDocument/signatureHelp`: the parameters of the function or guard whose parentheses are around the cursor.
  func signatureHelp(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let (document, offset) = try location(params)
    guard document.isChart, let cursor = CursorPath(document.source, at: offset),
      cursor.expected != .key, FormatPath(cursor.steps).shape?.holdsExpression == true,
      let call = OpenCall(document.source, before: offset),
      let parameters = Self.parameters(of: call.name, document.index)
    else { return .null }
    let signature = JSON.object([
      ("label", .string("\(call.name)(\(parameters.joined(separator: ", ")))")),
      ("parameters", .array(parameters.map { .object([("label", .string($0))]) })),
    ])
    return .object([
      ("signatures", .array([signature])), ("activeSignature", .int(0)),
      ("activeParameter", .int(min(call.argument, max(parameters.count - 1, 0)))),
    ])
  }

  private static func parameters(of name: String, _ index: ChartIndex?) -> [String]? {
    if name == "in" { return ["state"] }
    if name == "defined" { return ["value"] }
    if let function = ExpressionFunction(name: name) {
      let list = function.usage.dropFirst(name.utf8.count + 1).dropLast()
      return list.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init)
    }
    return index?.chart.handlers.guards?.first { $0.name.text == name }?.arguments.map { field in
      "\(field.name.text): \(field.type.chartText)"
    }
  }
}

extension FormatShape {
  /// Whether an expression may be there.
  var holdsExpression: Bool {
    switch self {
    case .expression, .expressions, .guard, .delay: true
    default: false
    }
  }
}

/// A call whose closing parenthesis comes after an offset of its line.
private struct OpenCall {
  let name: String
  /// The number of the argument at the offset, from 0.
  let argument: Int

  init?(_ source: SourceText, before offset: Int) {
    let start = source.lineStarts[source.line(at: offset) - 1]
    let line = source.bytes[min(start, offset)..<offset]
    var depth = 0
    var commas = 0
    var open: Int?
    for index in line.indices.reversed() where open == nil {
      switch line[index] {
      case UInt8(ascii: ")"): depth += 1
      case UInt8(ascii: "("):
        if depth == 0 { open = index }
        depth -= 1
      case UInt8(ascii: ","): commas += depth == 0 ? 1 : 0
      default: continue
      }
    }
    guard let open else { return nil }
    let word = line[..<open].reversed().prefix { byte in
      (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || (0x30...0x39).contains(byte) || byte == 0x5F
    }
    guard !word.isEmpty else { return nil }
    name = String(decoding: word.reversed(), as: UTF8.self)
    argument = commas
  }
}
