import StatechartsYAML

/// The order in which a formatted chart has the keys of a mapping.
enum KeyOrder {
  // Decision: Docs/decisions/tooling-and-tests.md#format-follows-the-shipped-charts
  /// The keys that come first. The rest follows in the order of the reference.
  private static func first(in object: FormatObject) -> [FormatName] {
    switch object {
    // `initial` comes before `states`.
    case .chart:
      [
        .statechart, .id, .type, .title, .version, .migrations, .description, .context, .events, .errors,
        .outputs, .handlers, .entry, .exit, .invoke, .on, .always, .after,
      ]
    case .state: [.type, .ending, .title, .description, .initial, .history, .default, .entry, .exit]
    case .transition: [.guard, .target, .internal]
    case .variable: [.type, .optional, .values]
    default: []
    }
  }

  /// For each mapping, the rank of each of its keys.
  private static let ranks: [[Int]] = FormatObject.allCases.map { object in
    let first = first(in: object)
    return object.keys.enumerated().map { number, key in
      first.firstIndex(of: key.name) ?? first.count + number
    }
  }

  /// Where a key comes among those of its mapping; nil for a key that the format does not know.
  static func rank(of key: String, in object: FormatObject) -> Int? {
    FormatIndex.shared.find(key, in: object).map { ranks[Int(object.rawValue)][$0.id.place] }
  }

  /// The entries of a mapping in the order in which they are written.
  ///
  /// A mapping with a key that the format does not know keeps its order: the key may be a typo.
  static func entries(
    of node: Int32, in nodes: ChartNodes, as object: FormatObject?
  ) -> [(key: Int32, value: Int32)] {
    let entries = nodes.entries(of: node)
    guard let object else { return entries }
    var ranked: [(rank: Int, number: Int)] = []
    var isSorted = true
    for (number, entry) in entries.enumerated() {
      let last = ranked.last?.rank ?? -1
      let text = nodes.text(entry.key)
      if let rank = rank(of: text, in: object) {
        ranked.append((rank, number))
      } else if nodes.isExtension(text) {
        // It stays behind the key that it follows.
        ranked.append((last, number))
      } else {
        return entries
      }
      if ranked[number].rank < last { isSorted = false }
    }
    if isSorted { return entries }
    return ranked.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.map { entries[$0.number] }
  }
}
