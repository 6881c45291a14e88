package import Statecharts

/// How messages and helps name what is written in a chart.
extension ChartNodes {
  /// A text as messages show it, cut when it is long.
  package func shown(_ text: String, upTo length: Int = 40) -> String {
    text.count <= length ? "`\(text)`" : "`\(text.prefix(length - 3))…`"
  }

  /// What a key is called in messages.
  package func name(of key: Int32) -> String { kind(key) == .scalar ? shown(text(key)) : "This" }

  /// A node as it follows `not` in messages.
  package func found(_ node: Int32) -> String {
    switch kind(node) {
    case .sequence: first(node) < 0 ? "an empty list" : "a list"
    case .mapping: first(node) < 0 ? "an empty mapping" : "a mapping"
    case .scalar:
      if isEmpty(node) {
        "nothing"
      } else if text(node).utf8.isEmpty {
        "empty text"
      } else if isPlain(node) {
        shown(text(node))
      } else {
        "the quoted text \(shown(text(node)))"
      }
    }
  }

  /// The range of a value, or of its key when there is no value.
  package func place(_ node: Int32, key: Int32) -> SourceRange {
    let place = range(node)
    return place.isEmpty ? hyphen(before: node) ?? range(key) : place
  }

  /// The hyphen of an item without a value; nil where a comment stands behind it, or something else before.
  private func hyphen(before node: Int32) -> SourceRange? {
    let bytes = document.source.bytes
    let place = bytes[..<Int(nodes[Int(node)].start)].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let place, bytes[place] == UInt8(ascii: "-") else { return nil }
    return place..<place + 1
  }

  /// A fix that replaces a scalar, quotes and all.
  package func replacement(of node: Int32, by text: String, _ title: String) -> Diagnostic.Fix {
    Diagnostic.Fix(title: title, range: range(node), replacement: text)
  }

  /// A fix that replaces a scalar by the name that is meant; nil where somebody has to be asked.
  package func replacement(of node: Int32, by near: NearName) -> Diagnostic.Fix? {
    near.isSure ? replacement(of: node, by: near.text, "Write `\(near.text)`") : nil
  }

  /// An action as a whole item: behind a hyphen with it, as the line is seen.
  package func asItem(_ action: String, at node: Int32) -> String {
    switch before(node) {
    case UInt8(ascii: ":"): action.contains(":") ? "{ \(action) }" : action
    case UInt8(ascii: "-"): "- \(action)"
    default: action
    }
  }

  /// The sign before a node, spaces and line breaks left out.
  package func before(_ node: Int32) -> UInt8? {
    document.source.bytes[..<Int(nodes[Int(node)].start)].last { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }
}
