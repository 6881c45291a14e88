import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds what is declared as something else, or is a word of other tools, where a handler of the app is named.
///
/// Where `actions` or `guards` are not declared, any name may be one of a handler, and nobody misses it.
struct MistakenHandler: LintRule {
  static let description = RuleDescription(
    "mistaken-handler", "Name is not an action or a guard", .warning, .references,
    why: "The name is read as a handler of the app, so what you meant never happens.",
    howToFix:
      "Write what the message says. If the app has a handler of this name, declare it under `handlers:`.",
    bad: """
      outputs: { creak: }
      states:
        open:
          entry: ▸creak
          exit: { emit: creak }
          on: { close: closed }
        closed: { type: final }
      """,
    good: """
      outputs: { creak: }
      states:
        open:
          entry: { emit: creak }
          on: { close: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          entry: { ▸set: { knocks: 1 } }
          exit: { assign: { knocks: knocks + 1 } }
          on: { close: closed }
        closed: { type: final }
      """,
      """
      handlers: { services: { look: } }
      states:
        open:
          invoke: { service: look, done: closed }
          on: { close: { guard: ▸look, target: closed } }
        closed: { type: final }
      """,
      """
      errors: { stuck: }
      handlers: { services: { push: { errors: [stuck] } } }
      states:
        open: { on: { close: closing } }
        closing:
          invoke:
            service: push
            timeout: 5s
            done: closed
            failed: { any: [{ guard: ▸stuck, target: open }, closed] }
        closed: { type: final }
      """,
      """
      context: { mayKnock: { type: bool, initial: true } }
      states:
        open:
          on: { knock: { guard: ▸mayknock, target: closed, actions: { assign: { mayKnock: false } } } }
        closed: { on: { turn: open, leave: { guard: not mayKnock and isDay, target: open } } }
      """,
    ],
    alsoGood: [
      """
      events: { close: , look: }
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          # The action has the same name as its event.
          on: { close: { target: closed, actions: close }, look: { actions: { note: { knocks: knocks } } } }
          exit: { assign: { knocks: knocks + 1 } }
        closed: { type: final }
      """,
      """
      handlers: { services: { look: }, guards: { look: } }
      states:
        open:
          invoke: { service: look, done: closed }
          on: { close: { guard: look, target: closed } }
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let handlers = context.chart.handlers
    let others = Others(context.chart)
    var result: [Diagnostic] = []
    if handlers.actions == nil {
      for call in context.expressions.calls {
        guard let (what, help) = Self.mistake(call, others) else { continue }
        result += finding(
          "`\(call.name.text)` is \(what), not an action.", help: help, at: context.range(of: call.name))
      }
    }
    guard handlers.guards == nil else { return result }
    var seen: Set<String> = []
    for use in context.expressions.uses where use.role == .condition {
      guard let node = context.node(of: use.expression) else { continue }
      for part in node.conditions {
        guard let name = Self.guardName(part), !others.variables.contains(name) else { continue }
        guard let kind = others.kinds[name] else {
          // Each is compared with all variables, once.
          guard seen.insert(name).inserted, seen.count <= 100,
            let near = NearNames.nearest(to: name, in: others.variables), near.isSure
          else { continue }
          result += finding(
            "`\(name)` is not a declared variable, so it is read as a guard of the app.",
            help:
              "\(near.sentence) If the app has a guard `\(name)`, list all its guards under `guards:` of `handlers:`.",
            at: context.range(of: use.expression, part.range))
          continue
        }
        result += finding(
          "`\(name)` is \(kind.words), not a guard.",
          help:
            "\(kind == .error ? "Write `event.error == '\(name)'`." : "Write a variable or a guard of the app instead of `\(name)`.") "
            + "If the app also has a guard `\(name)`, list all its guards under `guards:` of `handlers:`.",
          at: context.range(of: use.expression, part.range))
      }
    }
    return result
  }

  /// What a chart declares that is no action and no guard.
  private struct Others {
    enum Kind {
      case service, output, event, error

      var words: String {
        switch self {
        case .service: "a service"
        case .output: "an output"
        case .event: "an event"
        case .error: "an error code"
        }
      }
    }

    var kinds: [String: Kind] = [:]
    let variables: Set<String>

    init(_ chart: Statechart) {
      variables = Set(chart.context.map(\.name.text))
      for error in chart.errors ?? [] { kinds[error.code.text] = .error }
      for event in chart.events ?? [] { kinds[event.name.text] = .event }
      for output in chart.outputs ?? [] { kinds[output.name.text] = .output }
      for service in chart.handlers.services ?? [] { kinds[service.name.text] = .service }
    }
  }

  /// What other tools call `assign`.
  private static let assigning: Set<String> = [
    "set", "update", "let", "modify", "mutate", "setContext", "updateContext", "setState", "setVariable",
    "setVariables",
  ]
  /// Keys of states and transitions below which actions or more keys stand.
  private static let keys: Set<String> = ["actions", "entry", "exit", "on", "always", "after", "invoke"]

  /// What the name of an action is instead, and what to do; nil where it may be an action.
  private static func mistake(_ call: ExpressionUses.Call, _ others: Others) -> (String, help: String)? {
    let name = call.name.text
    let arguments = call.arguments.map(\.name.text)
    let unless =
      "If the app also has an action `\(name)`, list all its actions under `actions:` of `handlers:`."
    switch others.kinds[name] {
    case .service:
      return (
        Others.Kind.service.words, "Write `invoke: { service: \(name) }` in a state to start it. \(unless)"
      )
    case .output: return (Others.Kind.output.words, "Write `{ emit: \(name) }`. \(unless)")
    // An action may well be called like the event or the error that it is done at.
    case .event, .error, nil: break
    }
    guard !arguments.isEmpty else { return nil }
    if assigning.contains(name), arguments.allSatisfy(others.variables.contains) {
      return ("the name of `assign` in other tools", "Write `assign` instead of `\(name)`. \(unless)")
    }
    guard keys.contains(name) else { return nil }
    return (
      "a key of the format",
      name == "actions"
        ? "Delete the key `actions:` here and keep its value. \(unless)"
        : "Move `\(name):` out of the actions, next to the other keys of the state. \(unless)"
    )
  }

  /// The name of a guard without arguments; what has some may be a function.
  private static func guardName(_ node: ExpressionNode) -> String? {
    if case .name(let name) = node.kind { name } else { nil }
  }
}

extension ExpressionNode {
  /// The parts that `and`, `or` and `not` join: each says yes or no by itself.
  fileprivate var conditions: [ExpressionNode] {
    switch kind {
    // The parser bounds how deep expressions nest.
    case .all(let operands), .any(let operands): operands.flatMap(\.conditions)
    case .not(let operand): operand.conditions
    default: [self]
    }
  }
}
