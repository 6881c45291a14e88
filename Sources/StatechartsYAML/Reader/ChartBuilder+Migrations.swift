import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads `migrations`.
  mutating func migrations(in fields: Fields) -> [ChartMigration] {
    guard let entry = value(.migrations, in: fields) else { return [] }
    return items(of: entry.value) { builder, item in
      guard builder.kind(item) == .mapping else {
        builder.report(.wrongKind(item, key: entry.key, expected: .object(.migration)))
        return nil
      }
      return builder.migration(item)
    }
  }

  private mutating func migration(_ node: Int32) -> ChartMigration? {
    let fields = open(node, as: .migration, owner: node)
    defer { close(fields) }
    let origin = ModelOrigin(entry(.from, in: fields)?.value ?? node)
    var migration = ChartMigration(from: 0, description: string(.description, in: fields), origin: origin)
    if let states = open(.states, in: fields) {
      migration.states = renamings(in: states)
      migration.droppedStates = names(.drop, in: states)
      migration.enteredStates = names(.enter, in: states)
      close(states)
    }
    if let context = open(.context, in: fields) {
      migration.variables = renamings(in: context)
      migration.droppedVariables = names(.drop, in: context)
      migration.values = expressions(.initial, in: context)
      close(context)
    }
    guard let from = count(.from, in: fields) else { return nil }
    migration.from = from
    return migration
  }

  private mutating func renamings(in fields: Fields) -> [ChartMigration.Renaming] {
    guard let entry = value(.rename, in: fields),
      case .mapping(let kind, _) = index.key(entry.format).shape
    else { return [] }
    return entries(of: entry.value) { builder, key, value in
      guard let old = builder.name(key, kind) else { return nil }
      guard builder.isText(value) else {
        builder.report(.wrongKind(value, key: key, expected: .name(kind)))
        return nil
      }
      return builder.name(value, kind).map { ChartMigration.Renaming(old, to: $0) }
    }
  }
}
