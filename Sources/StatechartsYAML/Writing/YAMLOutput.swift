/// A YAML document to be written: what fits into a line is written in flow style, the rest in blocks.
enum YAMLOutput: Equatable {
  /// An entry of a mapping.
  struct Entry: Equatable {
    var key: String
    var value: YAMLOutput
    /// Whether the key stands in quotes whatever it is.
    var isQuoted = false

    /// The key as it is written.
    var written: String { isQuoted ? YAMLScalar.quoted(key) : YAMLOutput.scalar(key, isKey: true) }

    /// An entry of names, which stand in quotes where they could be taken for a key of a transition.
    static func named(_ name: String, _ value: YAMLOutput) -> Entry {
      // Decision: Docs/decisions/format.md#a-key-in-quotes-is-a-name
      Entry(key: name, value: value, isQuoted: FormatObject.transitionOnlyKeys.contains(name))
    }
  }

  /// A text, quoted where it needs it.
  case text(String)
  /// A number or truth value, never quoted.
  case bare(String)
  case list([YAMLOutput])
  /// Entries in order. `isOpen` keeps them one a line, however short they are.
  case map([Entry], isOpen: Bool)
  /// Nothing behind a key.
  case nothing

  /// A text that is no expression: it stands in quotes where other tools would read a number or a truth value.
  static func words(_ text: String) -> YAMLOutput {
    YAMLScalar.isValue(text) ? .bare(YAMLScalar.quoted(text)) : .text(text)
  }

  /// The longest line in flow style.
  static let width = 96

  /// The document as text.
  static func document(_ root: YAMLOutput) -> String {
    var text = ""
    root.writeBlock(to: &text, indent: 0)
    return text
  }

  // The recursion follows the chart's states and actions, whose depth the compiler limits.

  private func writeBlock(to text: inout String, indent: Int) {
    let margin = String(repeating: " ", count: indent)
    switch self {
    case .map(let entries, _):
      for entry in entries {
        text += margin + entry.written + ":"
        entry.value.writeValue(to: &text, indent: indent, used: indent + entry.key.count + 2)
      }
    case .list(let items):
      for item in items {
        text += margin + "-"
        item.writeItem(to: &text, indent: indent)
      }
    case .text, .bare, .nothing: text += margin + flow + "\n"
    }
  }

  /// What stands behind a key.
  private func writeValue(to text: inout String, indent: Int, used: Int) {
    switch self {
    case .nothing: text += "\n"
    case .text, .bare: text += " " + flow + "\n"
    case .list, .map:
      if isFlow, used + flow.count <= Self.width {
        text += " " + flow + "\n"
      } else {
        text += "\n"
        writeBlock(to: &text, indent: indent + 2)
      }
    }
  }

  /// What stands behind the hyphen of an item.
  private func writeItem(to text: inout String, indent: Int) {
    if isFlow, indent + 2 + flow.count <= Self.width || isScalar {
      text += " " + flow + "\n"
      return
    }
    var inner = ""
    writeBlock(to: &inner, indent: indent + 2)
    text += " " + inner.dropFirst(indent + 2)
  }

  private var isScalar: Bool {
    switch self {
    case .text, .bare, .nothing: true
    case .list, .map: false
    }
  }

  private var isFlow: Bool {
    switch self {
    case .text, .bare, .nothing: true
    case .list(let items): items.allSatisfy(\.isFlow)
    case .map(let entries, let isOpen): (!isOpen || entries.isEmpty) && entries.allSatisfy(\.value.isFlow)
    }
  }

  private var flow: String {
    switch self {
    case .text(let text): return Self.scalar(text, isKey: false)
    case .bare(let text): return text
    case .nothing: return "{}"
    case .list(let items): return "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .map(let entries, _):
      if entries.isEmpty { return "{}" }
      return "{ "
        + entries.map { "\($0.written): \($0.value.flow)" }.joined(separator: ", ")
        + " }"
    }
  }

  // MARK: Scalars

  /// A text as a scalar that is read the same in blocks and in flow style.
  private static func scalar(_ text: String, isKey: Bool) -> String {
    // `on` is a key of the format, which other tools may read as a truth value; nobody quotes it.
    YAMLScalar.isPlain(text) && !(isKey && YAMLScalar.isValue(text)) || isKey && text == "on"
      ? text : YAMLScalar.quoted(text)
  }
}
