internal import Statecharts
internal import StatechartsYAML

/// Finds data that are called like secrets but not declared as such.
struct UnmarkedSecret: LintRule {
  static let description = RuleDescription(
    "unmarked-secret", "Data called like a secret are not declared secret", .warning, .security,
    why: "What is not declared secret is shown in logs, traces and messages, and stored with the session.",
    mend: "Add `secret: true`, or call it by what it is if it is none.",
    bad: """
      statechart: 1
      id: door
      events: { enter: { payload: { ▸password: string } } }
      initial: open
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      events: { enter: { payload: { password: { type: string, secret: true }, passwordLength: int } } }
      initial: open
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
      context: { ▸apiKey: { type: string, optional: true, input: true } }
      initial: open
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """,
      """
      statechart: 1
      id: door
      events: { enter: { payload: { keys: [{ type: { front: { ▸pin: string } } }] } } }
      initial: open
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      statechart: 1
      id: door
      events: { enter: { payload: { pageToken: string } } }
      initial: open
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    let model = chart.chart
    var fields = model.context.map(\.field)
    fields += (model.events ?? []).flatMap(\.payload) + (model.errors ?? []).flatMap(\.payload)
    fields += (model.outputs ?? []).flatMap(\.payload)
    let handlers = model.handlers
    for list in [handlers.guards, handlers.actions, handlers.services, handlers.queries] {
      for handler in list ?? [] {
        fields += handler.payload + handler.arguments
        if let result = handler.result { fields += Self.fields(in: result) }
      }
    }
    return fields.flatMap(Self.withInside).flatMap { field -> [Diagnostic] in
      guard !field.isSecret, field.values == nil, Self.holdsText(field.type),
        SecretWords.isSecret(field.name.text)
      else { return [] }
      return finding(
        "`\(field.name.text)` is called like a secret, but not declared secret.",
        at: chart.range(of: field.name))
    }
  }

  /// A field and those of the records in it; of a secret all is secret. The reader bounds how deep types nest.
  private static func withInside(_ field: Field) -> [Field] {
    field.isSecret ? [] : [field] + fields(in: field.type).flatMap(withInside)
  }

  private static func fields(in type: ValueType) -> [Field] {
    switch type {
    case .record(let fields): fields
    case .list(let type), .optional(let type): fields(in: type)
    case .any, .bool, .int, .number, .string, .duration, .error, .map: []
    }
  }

  private static func holdsText(_ type: ValueType) -> Bool {
    switch type {
    case .string, .any: true
    case .optional(let type): holdsText(type)
    case .list(let type): holdsText(type)
    case .bool, .int, .number, .duration, .error, .map, .record: false
    }
  }
}
