import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads `migrations`.
  mutating func migrations(in fields: Fields) -> [ChartMigration] {
    guard let entry = entry(.migrations, in: fields) else { return [] }
    guard kind(entry.value) == .sequence else {
      reportWrongKind(
        entry, in: fields,
        help: kind(entry.value) == .mapping
          ? "Write a `-` before the migration." : "For example: `migrations: [{ from: 1 }]`.")
      return []
    }
    var result: [ChartMigration] = []
    var item = first(entry.value)
    while item >= 0 {
      if kind(item) == .mapping {
        if let migration = migration(item) { result.append(migration) }
      } else {
        reportWrongKind(item, key: entry.key, expected: .object(.migration))
      }
      item = next(item)
    }
    return result
  }

  private mutating func migration(_ node: Int32) -> ChartMigration? {
    let fields = open(node, as: .migration, owner: node)
    defer { close(fields) }
    check(fields)
    let origin = ModelOrigin(entry(.from, in: fields)?.value ?? node)
    var migration = ChartMigration(from: 0, description: string(.description, in: fields), origin: origin)
    if let inner = inner(.states, as: .stateMigration, in: fields) {
      migration.states = renamings(in: inner)
      migration.droppedStates = names(.drop, in: inner)
      migration.enteredStates = names(.enter, in: inner)
      close(inner)
    }
    if let inner = inner(.context, as: .variableMigration, in: fields) {
      migration.variables = renamings(in: inner)
      migration.droppedVariables = names(.drop, in: inner)
      migration.values = expressions(.initial, in: inner)
      close(inner)
    }
    guard let from = count(.from, in: fields) else { return nil }
    migration.from = from
    return migration
  }

  /// Opens a mapping behind a key, if there is one. The caller closes it.
  private mutating func inner(_ name: FormatName, as object: FormatObject, in fields: Fields) -> Fields? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard kind(entry.value) == .mapping else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    let inner = open(entry.value, as: object, owner: entry.key)
    check(inner)
    return inner
  }

  private mutating func renamings(in fields: Fields) -> [ChartMigration.Renaming] {
    guard let entry = entry(.rename, in: fields) else { return [] }
    guard case .mapping(let kind, _) = key(entry, in: fields).shape else { return [] }
    guard self.kind(entry.value) == .mapping else {
      reportWrongKind(entry, in: fields, help: "Write the old name and the new one: `rename: { old: new }`.")
      return []
    }
    var result: [ChartMigration.Renaming] = []
    var cursor = chart.walk(entry.value)
    while let (key, value) = chart.next(&cursor) {
      if let old = name(key, kind) {
        if self.kind(value) == .scalar, !isEmpty(value) {
          if let new = name(value, kind) { result.append(ChartMigration.Renaming(old, to: new)) }
        } else {
          reportWrongKind(value, key: key, expected: .name(kind))
        }
      }
    }
    return result
  }

  /// Reads `resume`.
  mutating func resume(in fields: Fields) -> Resumption? {
    choice(.resume, in: fields).flatMap(Resumption.init(rawValue:))
  }

  /// Reports `resume` where nothing waits.
  mutating func refuseResume(in fields: Fields, _ message: String, help: String) {
    guard let entry = entry(.resume, in: fields) else { return }
    report(.misplacedKey, at: range(entry.key), message, help: help)
  }
}
