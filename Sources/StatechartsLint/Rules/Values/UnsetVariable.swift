import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds variables that are read as if they had a value, though none can ever come.
///
/// Such a variable has no `initial`, is not optional, is given nothing by the app, and is set nowhere or only by what
/// reads it, as a counter is. A variable that is set elsewhere may have its value by then, so it is not reported.
/// `OptionalValue` looks at optional variables.
struct UnsetVariable: LintRule {
  static let description = RuleDescription(
    "unset-variable", "Variable is read but never has a value", .warning, .expressions,
    why: "The variable starts without a value. Every expression that needs its value fails.",
    howToFix: "Write its first value after `initial:`.",
    bad: """
      context: { ▸knocks: int }
      states:
        open:
          on:
            knock:
              - { guard: knocks >= 3, target: closed }
              - { target: open, actions: { assign: { knocks: knocks + 1 } } }
        closed: { type: final }
      """,
    good: """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            knock:
              - { guard: knocks >= 3, target: closed }
              - { target: open, actions: { assign: { knocks: knocks + 1 } } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      context: { ▸isLit: bool }
      states:
        open:
          on: { knock: [{ guard: not isLit, target: closed }, { target: open }] }
        closed: { type: final }
      """,
      """
      context: { ▸address: string }
      handlers: { services: { sendCode: { input: { address: string } } } }
      states:
        open: { invoke: { service: sendCode, input: { address: address }, timeout: 5s, done: closed, failed: { any: closed } } }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      events: { knock: { payload: { turns: int } }, turn: }
      context: { turns: int, knocks: "int?", most: { type: int, input: true } }
      states:
        open:
          on: { knock: { target: closed, actions: { assign: { turns: event.data.turns } } } }
        closed:
          on:
            turn:
              - { guard: turns < most, target: closed, actions: { assign: { turns: turns + 1 } } }
              - { guard: defined(knocks) and knocks > 3, target: open, actions: { assign: { knocks: unset } } }
              - { target: open, actions: { assign: { knocks: turns } } }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    unset(in: context).flatMap { variable, use in
      let name = variable.name.text
      let related = context.range(of: use.origin).map {
        [Diagnostic.Related(range: $0, message: "this expression needs a value")]
      }
      return finding(
        "`\(name)` never has a value: it has no `initial:`, and no action sets it without reading it first.",
        help: Self.help(variable, context),
        at: context.range(of: variable.name), related: related ?? [])
    }
  }

  /// The variables that are read and never get a value, with the first expression that needs one.
  private func unset(in context: LintContext) -> [(ContextVariable, ChartExpression)] {
    let unset = context.chart.context.filter { variable in
      variable.initial == nil && !variable.isInput && !variable.field.type.isOptional
        && !context.isProbablyUsed(variable.name)
    }
    // A time is needed in any case, what is compared only where it cannot be without a value.
    let times = Dictionary(
      Self.delays(in: unset.isEmpty ? [] : context.tree.nodes), uniquingKeysWith: { first, _ in first })
    let candidates = unset.filter { Self.isPlain($0.field.type) || times[$0.name.text] != nil }
    guard !candidates.isEmpty, context.unreadStates.hasDeclarations else { return [] }
    var settings: [String: Int] = [:]
    for name in context.usage.assigned { settings[name.text, default: 0] += 1 }
    let assigned = Set(settings.keys)
    var needs = times
    var asked: Set<String> = []
    for use in context.expressions.uses {
      guard let node = context.node(of: use.expression) else { continue }
      let parts = node.all
      // What is only looked at when it matters, or stands in a list, need not have a value.
      if use.isAssigned, case .value(let target) = use.role, parts.allSatisfy(Self.computesAlways),
        parts.contains(where: { $0.kind == .name(target.text) })
      {
        settings[target.text, default: 0] -= 1
      }
      var needed = parts.flatMap(Self.neededNames)
      // A variable that nothing sets is of no use anywhere.
      if case .name(let name) = node.kind, use.role == .condition || !assigned.contains(name) {
        needed.append(name)
      }
      for name in needed where needs[name] == nil { needs[name] = use.expression }
      for part in parts { asked.formUnion(Self.askedNames(part)) }
    }
    return candidates.compactMap { variable in
      let name = variable.name.text
      guard settings[name, default: 0] == 0, !asked.contains(name), let use = needs[name] else { return nil }
      return (variable, use)
    }
  }

  /// The expressions of the times that states and services wait for, by their texts: the text of a single variable is
  /// its name.
  private static func delays(in nodes: [StateIndex.Node]) -> [(String, ChartExpression)] {
    nodes.flatMap { node in
      (node.state.after.map(\.delay) + node.state.invoke.compactMap(\.timeout)).compactMap { delay in
        if case .expression(let expression) = delay { (expression.text, expression) } else { nil }
      }
    }
  }

  /// Whether values of a type are single ones, and there is always one.
  private static func isPlain(_ type: ChartValueType) -> Bool {
    switch type {
    case .bool, .int, .number, .string, .duration: true
    case .any, .error, .list, .map, .record, .optional: false
    }
  }

  /// How a variable gets its first value.
  private static func help(_ variable: ContextVariable, _ context: LintContext) -> String {
    let name = variable.name.text
    let type = variable.field.type
    guard let first = first(of: variable.field, type) else {
      return "Set `\(name)` with `assign:` before it is read. If the app gives it, add `input: true`."
    }
    return context.hasOnlyType(variable.name)
      ? "Write `\(name): { type: \(type.spelling), initial: \(first) }`."
      : "Write `initial: \(first)` next to `type: \(type.spelling)`."
  }

  /// A first value as it is written behind `initial`.
  private static func first(of field: FieldDeclaration, _ type: ChartValueType) -> String? {
    if let value = field.values?.first { return value }
    switch type {
    case .bool: return "false"
    case .int, .number: return "0"
    case .string: return "\"''\""
    case .duration: return "0s"
    case .any, .error, .list, .map, .record, .optional: return nil
    }
  }

  /// The names whose values a part computes with, so that it fails where there are none.
  private static func neededNames(_ part: ExpressionNode) -> [String] {
    switch part.kind {
    case .compare(.equal, _, _, _), .compare(.notEqual, _, _, _): []
    case .compare, .arithmetic, .negate, .not, .all, .any: part.operands.compactMap(\.plainName)
    default: []
    }
  }

  /// Whether a part needs the values of all that it is made of.
  private static func computesAlways(_ part: ExpressionNode) -> Bool {
    switch part.kind {
    case .arithmetic, .negate, .not, .literal, .name: true
    default: false
    }
  }

  /// The names that a part asks whether they have a value.
  private static func askedNames(_ part: ExpressionNode) -> [String] {
    switch part.kind {
    case .compare(.equal, _, _, _), .compare(.notEqual, _, _, _), .call(name: "defined", _, _):
      part.operands.compactMap(\.plainName)
    default: []
    }
  }
}

extension ExpressionNode {
  /// The name that it is; nil where it is more than a name.
  fileprivate var plainName: String? {
    if case .name(let name) = kind { name } else { nil }
  }
}
