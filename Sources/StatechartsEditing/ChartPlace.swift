package import StatechartsYAML

/// What the chart format expects at a node of a chart's text. The formatter, the index of names and completion walk
/// through a text with it.
package enum ChartPlace {
  /// A mapping of fixed keys.
  case object(FormatObject)
  /// A type, or a mapping that declares it with the key `type`.
  case declaration(FormatObject)
  /// The value of a key.
  case shape(FormatShape)
  /// The format does not know what belongs here.
  case unknown

  /// The place of the root of a chart.
  package static let root = ChartPlace.object(.chart)

  /// Which mapping of fixed keys a mapping is; nil when its keys are names, or the format does not know it.
  func object(of node: Int32, in nodes: ChartNodes) -> FormatObject? {
    object(keys: nodes.entries(of: node).lazy.map { nodes.text($0.key) })
  }

  /// Which mapping of fixed keys a mapping with some keys is; nil when its keys are names, or the format does not know it.
  package func object(keys: some Sequence<String>) -> FormatObject? {
    switch self {
    case .object(let object): return object
    case .declaration(let object): return keys.contains(FormatName.type.text) ? object : nil
    case .shape(.object(let object)), .shape(.described(let object)): return object
    case .shape(.transitions): return .transition
    case .shape(.initial): return .initial
    case .shape(.invocations): return .invoke
    case .shape(.actions), .shape(.blocks):
      return keys.lazy.compactMap(ActionWords.object).first { _ in true }
    case .shape(.type): return ChartPlace.declaration(.type).object(keys: keys)
    case .shape, .unknown: return nil
    }
  }

  /// The place of a key's value in a mapping.
  ///
  /// - Parameter object: What `object(of:in:)` gives for the mapping.
  package func value(of key: String, in object: FormatObject?) -> ChartPlace {
    if let object {
      guard let (_, number) = FormatIndex.shared.find(key, in: object) else { return .unknown }
      return .shape(FormatIndex.shared.keys[Int(object.rawValue)][number].shape)
    }
    switch self {
    case .declaration, .shape(.type), .shape(.fields): return .declaration(.field)
    case .shape(.variables): return .declaration(.variable)
    case .shape(.mapping(_, let shape)): return .shape(shape)
    case .shape(.eventTransitions): return .shape(.transitions)
    case .shape(.expressions), .shape(.expression): return .shape(.expression)
    // The call of a handler: its arguments.
    case .shape(.guard), .shape(.actions), .shape(.blocks): return .shape(.expressions(.field))
    case .object, .shape, .unknown: return .unknown
    }
  }

  /// The place of an item of a list.
  package var item: ChartPlace {
    switch self {
    case .shape(.eventTransitions), .shape(.transitions), .shape(.invocations), .shape(.actions),
      .shape(.blocks), .shape(.type):
      self
    case .declaration: .shape(.type)
    case .shape(.migrations): .object(.migration)
    case .shape(.names(let kind)), .shape(.oneOrMoreNames(let kind)): .shape(.name(kind))
    case .shape(.initial): .shape(.name(.state))
    case .shape(.expression): self
    case .object, .shape, .unknown: .unknown
    }
  }
}

/// The order in which a formatted chart has the keys of a mapping.
enum KeyOrder {
  // Decision: Docs/decisions/tooling-and-tests.md#format-follows-the-shipped-charts
  /// Keys that stand before the others. The rest follows in the order of the reference.
  private static func first(in object: FormatObject) -> [FormatName] {
    switch object {
    // `initial` stands before `states`.
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

  /// The entries of a mapping in the order in which they are written.
  ///
  /// A mapping with a key that the format does not know keeps its order: the key may be a typo.
  static func entries(
    of node: Int32, in nodes: ChartNodes, as object: FormatObject?
  ) -> [(key: Int32, value: Int32)] {
    let entries = Array(nodes.entries(of: node))
    guard let object else { return entries }
    var ranked: [(rank: Int, number: Int)] = []
    var isSorted = true
    for (number, entry) in entries.enumerated() {
      let last = ranked.last?.rank ?? -1
      let text = nodes.text(entry.key)
      if let (_, place) = FormatIndex.shared.find(text, in: object) {
        ranked.append((ranks[Int(object.rawValue)][place], number))
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
