import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds data that are called like secrets but not declared as such.
struct UnmarkedSecret: LintRule {
  static let description = RuleDescription(
    "unmarked-secret", "Field looks like a secret but is not marked `secret`", .warning, .security,
    why:
      "A field that is not marked secret is shown in logs, traces and messages, and stored with the session.",
    howToFix: "Add `secret: true`. If it is not a secret, rename it.",
    bad: """
      events: { enter: { payload: { ▸password: string } } }
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """,
    good: """
      events: { enter: { payload: { password: { type: string, secret: true }, passwordLength: int } } }
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      context: { ▸apiKey: { type: string, optional: true, input: true } }
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """,
      """
      events: { enter: { payload: { keys: [{ type: { front: { ▸pin: string } } }] } } }
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """,
      """
      events: { enter: { payload: { ▸code: string } } }
      handlers: { services: { look: { input: { code: { type: string, secret: true } } } } }
      states:
        open: { on: { enter: looking } }
        looking:
          invoke:
            service: look
            input: { code: event.data.code }
            timeout: 5s
            done: closed
            failed: { any: open }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      events: { enter: { payload: { pageToken: string } } }
      states:
        open: { on: { enter: closed } }
        closed: { type: final }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let model = context.chart
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
    let copied = Self.copied(in: context)
    // A variable that is secret must be cleared too.
    let kept = Set(model.context.filter { $0.clearedOnExitOf.isEmpty }.map(\.name.origin))
    return fields.flatMap(Self.withInside).flatMap { field -> [Diagnostic] in
      guard !field.isSecret, field.values == nil, Self.holdsText(field.type) else { return [] }
      guard SecretWords.isSecret(field.name.text) else {
        guard !field.isPersonal, let use = copied[field.name.origin] else { return [] }
        let related = context.range(of: use.origin).map {
          [Diagnostic.Related(range: $0, message: "it is copied into a secret here")]
        }
        return finding(
          "`\(field.name.text)` is copied into the secret `\(use.secret)`, but is not marked `secret: true` itself.",
          help:
            "\(Self.mark(field, isKept: kept.contains(field.name.origin), context)) If `\(use.secret)` is not a secret, delete `secret: true` in its declaration.",
          at: context.range(of: field.name),
          related: related ?? [])
      }
      return finding(
        "`\(field.name.text)` looks like a secret but is not marked `secret: true`.",
        help:
          "\(Self.mark(field, isKept: kept.contains(field.name.origin), context)) If it is not a secret, suppress the finding: `# lint:disable unmarked-secret -- REASON`.",
        at: context.range(of: field.name))
    }
  }

  /// How a field is marked.
  private static func mark(_ field: FieldDeclaration, isKept: Bool, _ context: LintContext) -> String {
    let last = isKept ? ", with the last state that needs it." : "."
    guard context.hasOnlyType(field.name) else {
      return "Add `secret: true`\(isKept ? " and `clear: STATE`" : "") to `\(field.name.text)`\(last)"
    }
    var type = field.type
    var optional = ""
    if case .optional(let wrapped) = type { (type, optional) = (wrapped, ", optional: true") }
    return
      "Write `\(field.name.text): { type: \(type.spelling)\(optional), secret: true\(isKept ? ", clear: STATE" : "") }`\(last)"
  }

  /// The fields and variables that go as they are into something secret, by the places of their names.
  private static func copied(in context: LintContext) -> [ModelOrigin: (secret: String, origin: ModelOrigin)]
  {
    var result: [ModelOrigin: (secret: String, origin: ModelOrigin)] = [:]
    let variables = Dictionary(
      context.chart.context.map { ($0.name.text, $0.field) }, uniquingKeysWith: { first, _ in first })
    func note(_ expression: ChartExpression, _ secret: ChartName, _ event: [FieldDeclaration]) {
      guard let node = context.node(of: expression) else { return }
      var field: FieldDeclaration?
      if case .name(let name) = node.kind { field = variables[name] }
      if let name = node.eventField { field = event.first { $0.name.text == name } }
      guard let field, result[field.name.origin] == nil else { return }
      result[field.name.origin] = (secret.text, expression.origin)
    }
    for use in context.expressions.uses where use.field?.isSecret == true {
      if case .value(let name) = use.role { note(use.expression, name, use.event) }
    }
    // What a service is given comes with the event that led to its state.
    let tree = context.tree
    let secretInputs = (context.chart.handlers.services ?? []).filter {
      $0.arguments.contains(where: \.isSecret)
    }
    guard !secretInputs.isEmpty, let events = context.chart.events else { return result }
    let services = Dictionary(
      secretInputs.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    let payloads = Dictionary(
      events.map { ($0.name.text, $0.payload) }, uniquingKeysWith: { first, _ in first })
    let inputs = tree.nodes.map { node in
      node.state.invoke.flatMap { invocation -> [NamedExpression] in
        guard case .service(let name) = invocation.source, let service = services[name.text] else {
          return []
        }
        let secrets = Set(service.arguments.filter(\.isSecret).map(\.name.text))
        return invocation.input.filter { secrets.contains($0.name.text) }
      }
    }
    var comparisons = 0
    for node in tree.nodes {
      for entry in node.state.on {
        guard let payload = payloads[entry.event.name.text], !payload.isEmpty else { continue }
        for target in entry.transition.targets.compactMap({ tree.number(of: $0) }) {
          comparisons += inputs[target].count * payload.count
          // A chart that asks for more is hostile, and not worth the wait.
          guard comparisons <= 100_000 else { return result }
          for value in inputs[target] { note(value.value, value.name, payload) }
        }
      }
    }
    return result
  }

  /// A field and those of the records in it; of a secret all is secret. The reader bounds how deep types nest.
  private static func withInside(_ field: FieldDeclaration) -> [FieldDeclaration] {
    field.isSecret ? [] : [field] + fields(in: field.type).flatMap(withInside)
  }

  private static func fields(in type: ChartValueType) -> [FieldDeclaration] {
    switch type {
    case .record(let fields): fields
    case .list(let type), .optional(let type): fields(in: type)
    case .any, .bool, .int, .number, .string, .duration, .error, .map: []
    }
  }

  private static func holdsText(_ type: ChartValueType) -> Bool {
    switch type {
    case .string, .any: true
    case .optional(let type): holdsText(type)
    case .list(let type): holdsText(type)
    case .bool, .int, .number, .duration, .error, .map, .record: false
    }
  }
}
