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

extension YAMLDocument {
  /// What is wrong with the places of nodes and comments; nothing in a sound document.
  var problems: [String] {
    var problems: [String] = []
    var waiting = root.map { [$0] } ?? []
    var end = 0
    for comment in comments {
      if comment.range.lowerBound < end || comment.range.isEmpty {
        problems.append("comment at \(comment.range)")
      }
      if source.bytes[comment.range.lowerBound] != 0x23 { problems.append("no # at \(comment.range)") }
      end = comment.range.upperBound
    }
    while let node = waiting.popLast() {
      let range = range(of: node)
      if range.upperBound > source.bytes.count { problems.append("node past the end at \(range)") }
      if comments.contains(where: { $0.range.overlaps(range) }), kind(of: node) == .scalar,
        style(of: node) != .literal, style(of: node) != .folded
      {
        problems.append("comment in the text at \(range)")
      }
      var previous = range.lowerBound
      for child in children(of: node) {
        let inner = self.range(of: child)
        if inner.lowerBound < previous || inner.upperBound > range.upperBound {
          problems.append("child at \(inner) outside of \(previous)..<\(range.upperBound)")
        }
        previous = inner.upperBound
        waiting.append(child)
      }
      if kind(of: node) == .scalar, style(of: node) == .plain, range.count == text(of: node)?.utf8.count,
        !source.text(in: range).contains(where: \.isNewline), source.text(in: range) != text(of: node)
      {
        problems.append("`\(source.text(in: range))` is not `\(text(of: node) ?? "")`")
      }
    }
    return problems
  }
}

extension YAMLDocument {
  /// The keys and values of the root.
  var rootEntries: [(key: NodeID, value: NodeID)] { root.map { entries(of: $0) } ?? [] }
}
