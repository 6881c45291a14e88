/// A piece of Swift that can be written on one line, or broken where it does not fit.
indirect enum SwiftCode {
  /// Text that is not broken.
  case text(String)
  /// A call, a declaration's parameters or a pattern: what stands before the bracket, and what stands in it.
  case call(String, [(label: String?, value: SwiftCode)])
  /// A dictionary literal.
  case fields([(name: String, value: SwiftCode)])
  /// A text literal.
  case string(String)

  typealias Arguments = [(label: String?, value: SwiftCode)]

  /// The longest line.
  static let width = 110

  /// A span of time, exactly.
  static func duration(_ span: Duration) -> String {
    let (seconds, attoseconds) = span.components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    let perMillisecond: Int64 = 1_000_000_000_000_000
    let (thousands, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (milliseconds, carry) = thousands.addingReportingOverflow(attoseconds / perMillisecond)
    if attoseconds % perMillisecond == 0, !overflow, !carry { return ".milliseconds(\(milliseconds))" }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  /// The whole on one line; nil when it holds a text that needs several.
  var flat: String? {
    switch self {
    case .text(let text): return text
    case .string(let text): return text.utf8.count > Self.width ? nil : SwiftText.literal(text)
    case .call(let head, let arguments):
      var texts: [String] = []
      for argument in arguments {
        guard let text = argument.value.flat else { return nil }
        texts.append((argument.label.map { $0 + ": " } ?? "") + text)
      }
      return "\(head)(\(texts.joined(separator: ", ")))"
    case .fields(let fields):
      if fields.isEmpty { return "[:]" }
      var texts: [String] = []
      for field in fields {
        guard let text = field.value.flat else { return nil }
        texts.append("\(SwiftText.literal(field.name)): \(text)")
      }
      return "[\(texts.joined(separator: ", "))]"
    }
  }

  /// The lines of the piece, the first without its indentation.
  ///
  /// - Parameters:
  ///   - indent: spaces before the line in which it begins.
  ///   - before: characters of that line before the piece.
  ///   - after: characters that follow the piece on its last line.
  func lines(indent: Int, before: Int, after: Int) -> [String] {
    // The formatter keeps a column for a comma behind the piece.
    if let flat, indent + before + flat.count + after < Self.width { return [flat] }
    switch self {
    case .text(let text): return [text]
    case .string(let text):
      // The text of a literal that begins its line stands below the quotes, any other is indented.
      let depth = before == 0 ? indent : indent + 2
      let inner = String(repeating: " ", count: depth)
      let rows = SwiftText.rows(text, width: Self.width - depth - 2)
      return ["\"\"\""] + rows.map { $0.isEmpty ? "" : inner + $0 } + [inner + "\"\"\""]
    case .call(let head, let arguments):
      if arguments.isEmpty { return ["\(head)()"] }
      let items = arguments.map { (prefix: $0.label.map { $0 + ": " } ?? "", value: $0.value) }
      return broken(head + "(", items, ")", indent: indent, endsWithComma: false)
    case .fields(let fields):
      let items = fields.map { (prefix: SwiftText.literal($0.name) + ": ", value: $0.value) }
      return broken("[", items, "]", indent: indent, endsWithComma: fields.count > 1)
    }
  }

  private func broken(
    _ open: String, _ items: [(prefix: String, value: SwiftCode)], _ close: String, indent: Int,
    endsWithComma: Bool
  ) -> [String] {
    let inner = String(repeating: " ", count: indent + 2)
    var result = [open]
    for (index, item) in items.enumerated() {
      let comma = index < items.count - 1 || endsWithComma ? "," : ""
      var lines = item.value.lines(
        indent: indent + 2, before: item.prefix.count, after: comma.count)
      lines[0] = inner + item.prefix + lines[0]
      lines[lines.count - 1] += comma
      result += lines
    }
    return result + [String(repeating: " ", count: indent) + close]
  }
}
