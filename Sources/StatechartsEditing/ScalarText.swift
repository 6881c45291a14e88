import StatechartsModel
import StatechartsYAML

/// How a text is written in one line.
enum ScalarText {
  /// The text of a key, in quotes only where they are needed.
  ///
  /// - Parameter object: Which mapping of fixed keys the key is in; nil where keys are names.
  static func written(key: Int32, _ nodes: ChartNodes, isInFlow: Bool, in object: FormatObject?) -> String {
    let text = nodes.text(key)
    if let object, FormatIndex.shared.has(text, in: object) { return text }
    // Decision: Docs/decisions/format.md#a-key-in-quotes-is-a-name
    return written(key, nodes, isInFlow: isInFlow, keepsQuotes: keys.contains(text))
  }

  /// The text of a scalar, in quotes only where they are needed.
  static func written(
    _ node: Int32, _ nodes: ChartNodes, isInFlow: Bool, keepsQuotes: Bool = false
  ) -> String {
    let text = nodes.text(node)
    switch nodes.nodes[Int(node)].style {
    case .plain: return text.utf8.contains(0x0A) ? YAMLScalar.quoted(text) : text
    case .singleQuoted, .doubleQuoted: break
    case .literal, .folded, .block, .flow: return YAMLScalar.quoted(text)
    }
    if !keepsQuotes, isPlain(text, isInFlow: isInFlow) { return text }
    let range = nodes.range(node)
    let bytes = nodes.document.source.bytes[range]
    let isEscaped = bytes.contains(UInt8(ascii: "\\"))
    let isOneLine = !bytes.contains(0x0A) && !bytes.contains(0x0D)
    if isOneLine, isEscaped || nodes.nodes[Int(node)].style == .singleQuoted && text.utf8.contains(0x22) {
      return nodes.document.source.text(in: range)
    }
    return YAMLScalar.quoted(text)
  }

  private static let keys = Set(FormatName.allCases.map(\.text))

  /// Whether a text is read the same without its quotes, by all readers of YAML.
  private static func isPlain(_ text: String, isInFlow: Bool) -> Bool {
    if YAMLScalar.isPlain(text) { return !YAMLScalar.isValue(text) }
    guard !isInFlow, let first = text.unicodeScalars.first, first.properties.isAlphabetic else {
      return false
    }
    // On a line of its own, punctuation of sentences means nothing to YAML.
    var rest = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isHarmless =
        ",;?$@".unicodeScalars.contains(scalar) || scalar.value > 0x7F && scalar.properties.isAlphabetic
      rest.append(isHarmless ? "a" : scalar)
    }
    return YAMLScalar.isPlain(String(rest))
  }
}

/// A text after `|` or `>`.
struct BlockText {
  /// The signs before its lines.
  let header: String
  /// Its lines without the indentation; empty for lines without text.
  let lines: [ArraySlice<UInt8>]

  /// The signs before the lines of a text: `|` or `>`, and what follows.
  static func header(of node: Int32, _ nodes: ChartNodes) -> ArraySlice<UInt8> {
    nodes.document.source.bytes[nodes.range(node)].prefix { $0 > 0x20 && $0 != UInt8(ascii: "#") }
  }

  init(_ node: Int32, _ nodes: ChartNodes) {
    let signs = Self.header(of: node, nodes)
    let range = nodes.range(node)
    let text = nodes.text(node).utf8
    // The first line is the header; without a line break, there is no text.
    let raw = Self.split(nodes.document.source.bytes[range]).dropFirst()
    let isIndented = signs.contains { $0 >= 0x31 && $0 <= 0x39 }
    // With a number in the header, the text may begin with spaces.
    let own =
      isIndented ? text.split(separator: 0x0A).first.map { $0.prefix { $0 == 0x20 }.count } ?? 0 : 0
    let first = raw.first { line in line.contains { $0 != 0x20 } }
    let indentation = max((first?.prefix { $0 == 0x20 }.count ?? 0) - own, 0)
    var lines = raw.map { line in
      line.dropFirst(min(indentation, line.prefix { $0 == 0x20 }.count))
    }
    if signs.contains(UInt8(ascii: "+")) {
      let ends = text.reversed().prefix { $0 == 0x0A }.count
      if ends > 1 { lines += Array(repeating: [], count: ends - 1) }
    }
    self.lines = lines
    var marks = String(decoding: signs.filter { $0 < 0x31 || $0 > 0x39 }, as: UTF8.self)
    // A text that ends with the file has no line break at its end; now one follows.
    if !text.isEmpty, text.last != 0x0A { marks = marks.prefix(1) + "-" }
    header = marks + (own > 0 ? "2" : "")
  }

  private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var result: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D {
        result.append(bytes[start..<index])
        if byte == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A { index += 1 }
        start = index + 1
      }
      index += 1
    }
    result.append(bytes[start..<bytes.endIndex])
    return result
  }
}
