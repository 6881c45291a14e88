import StatechartsYAML

extension SourceText {
  init(name: String = "chart.yaml", text: String) { self.init(name: name, bytes: Array(text.utf8)) }
}

extension YAMLDocument {
  /// The whole tree in one line, with the places of its nodes.
  var outline: String { root.map { outline(of: $0, places: true) } ?? "empty" }

  /// The same without places.
  var shape: String { root.map { outline(of: $0, places: false) } ?? "empty" }

  func outline(of node: NodeID, places: Bool) -> String {
    let place = places ? " \(range(of: node))" : ""
    let flow = style(of: node) == .flow && places ? "flow " : ""
    switch kind(of: node) {
    case .scalar:
      let text = (text(of: node) ?? "").debugDescription.dropFirst().dropLast()
      switch style(of: node) {
      case .singleQuoted: return "'\(text)'\(place)"
      case .doubleQuoted: return "\"\(text)\"\(place)"
      case .literal: return "|\(text)\(place)"
      case .folded: return ">\(text)\(place)"
      default: return "\(text)\(place)"
      }
    case .sequence:
      let items = children(of: node).map { outline(of: $0, places: places) }
      return "\(flow)[\(items.joined(separator: ", "))]\(place)"
    case .mapping:
      let items = entries(of: node).map {
        "\(outline(of: $0.key, places: places)): \(outline(of: $0.value, places: places))"
      }
      return "\(flow){\(items.joined(separator: ", "))}\(place)"
    }
  }
}
