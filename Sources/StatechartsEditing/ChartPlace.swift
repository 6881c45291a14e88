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
      guard let (_, id) = FormatIndex.shared.find(key, in: object) else { return .unknown }
      return .shape(FormatIndex.shared.key(id).shape)
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
