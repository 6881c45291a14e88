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
    // A quote around the whole value is no quote of a text in it.
    guard let open = Self.last(in: line, hasTexts: true) ?? Self.last(in: line, hasTexts: false) else {
      return nil
    }
    let word = line[..<open.index].reversed().prefix { byte in
      (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || (0x30...0x39).contains(byte) || byte == 0x5F
    }
    guard !word.isEmpty else { return nil }
    name = String(decoding: word.reversed(), as: UTF8.self)
    argument = open.commas
  }

  /// The last parenthesis that is not closed, and the commas behind it.
  private static func last(in line: ArraySlice<UInt8>, hasTexts: Bool) -> (index: Int, commas: Int)? {
    var open: [(index: Int, commas: Int)] = []
    var isText = false
    for index in line.indices {
      switch line[index] {
      case UInt8(ascii: "'"): isText = hasTexts && !isText
      case _ where isText: continue
      case UInt8(ascii: "("): open.append((index, 0))
      case UInt8(ascii: ")"): _ = open.popLast()
      case UInt8(ascii: ","): if let last = open.indices.last { open[last].commas += 1 }
      default: continue
      }
    }
    return open.last
  }
}
