import StatechartsYAML

/// What stands at one level of a chart: the keys of a mapping of the format, or names that such mappings describe.
struct FormatLevel {
  /// The level of the chart's own keys.
  static let top = FormatLevel(object: .chart)

  private let object: FormatObject
  private var hasNames = false

  private init(object: FormatObject, hasNames: Bool = false) {
    self.object = object
    self.hasNames = hasNames
  }

  /// Whether a key can stand at the level; each word can be a name.
  func has(_ key: String) -> Bool {
    hasNames || key.hasPrefix("x-") || FormatIndex.shared.has(key, in: object)
  }

  /// Whether a key has a meaning at the level, and is no name.
  func isKey(_ key: String) -> Bool { !hasNames && FormatIndex.shared.has(key, in: object) }

  /// The level below a key; nil where the format has none, or expressions and actions follow.
  func below(_ key: String) -> FormatLevel? {
    if hasNames { return FormatLevel(object: object) }
    let index = FormatIndex.shared
    guard let (name, id) = index.find(key, in: object) else { return nil }
    if name == .states, object != .migration { return FormatLevel(object: .state, hasNames: true) }
    return index.fixedObject(id).map { FormatLevel(object: $0) }
      ?? index.namedObject(id).map { FormatLevel(object: $0, hasNames: true) }
  }
}
