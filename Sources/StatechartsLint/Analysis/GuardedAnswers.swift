import StatechartsModel

internal import Statecharts

/// Whether the guards of the answers to one thing leave it without any, as a `choice` without an else would.
struct GuardedAnswers {
  // Decision: Docs/decisions/linter.md#guards-are-compared-exactly-or-not-at-all
  /// How many answers are looked at together; who has more is left alone.
  static let most = 16
  /// How many fields may be declared of what comes with the event.
  private static let mostFields = 64

  private let context: LintContext
  private let variables: Set<String>
  private var algebra: GuardAlgebra

  init(_ context: LintContext) {
    self.context = context
    variables = Set(context.chart.context.map(\.name.text))
    algebra = GuardAlgebra(context.chart)
  }

  /// The guard of the last answer, where all guards may say no.
  ///
  /// - Parameters:
  ///   - answers: The transitions, in the order in which they are tried.
  ///   - event: The name of the event.
  ///   - error: The code of a failure.
  ///   - data: The fields of its data, as far as they are declared.
  mutating func open(
    _ answers: [ChartTransition], event: String, error: String? = nil, data: [FieldDeclaration]
  ) -> ChartExpression? {
    guard answers.count <= Self.most, data.count <= Self.mostFields else { return nil }
    var guards: [GuardAlgebra.Prepared] = []
    for answer in answers {
      guard let node = answer.guard.flatMap({ context.node(of: $0) }) else { return nil }
      guards.append(algebra.prepare(node))
    }
    guard let last = answers.last?.guard else { return nil }
    var known = ["event.name": [GuardComparison.text(of: event)]]
    if let error { known["event.error"] = [GuardComparison.text(of: error)] }
    for field in data {
      if let values = field.values {
        known["event.data.\(field.name.text)"] = values.map(GuardComparison.text)
      } else if field.type == .bool {
        known["event.data.\(field.name.text)"] = ["true", "false"]
      }
    }
    return isWithinReach(answers, known) && algebra.canAllSayNo(guards, knowing: known) ? last : nil
  }

  /// Whether guards read only variables, what is known of the event, where the flow is, and one handler. Of two
  /// handlers, one may be true where the other is false, and results of functions have bounds of their own.
  private func isWithinReach(_ answers: [ChartTransition], _ known: [String: [String]]) -> Bool {
    var handlers: Set<String> = []
    for answer in answers {
      guard let node = answer.guard.flatMap({ context.node(of: $0) }) else { return false }
      for part in node.all {
        if case .call(let name, _, _) = part.kind, name != "defined" { return false }
      }
      for source in node.sources where source != "in" && source != "defined" && !variables.contains(source) {
        if known[source] != nil { continue }
        guard !source.contains("."), !source.contains("[") else { return false }
        handlers.insert(source)
      }
    }
    return handlers.count <= 1
  }

  /// Whether something besides the end of an invocation leads out of its state, or goes on in it.
  static func hasOtherWayOut(_ number: Int, besides invocation: ChartInvocation, _ context: LintContext)
    -> Bool
  {
    let tree = context.tree
    if !tree.nodes[number].state.states.isEmpty || tree.isTimed(number)
      || context.exitTransitions.canBeLeftByEvent(number, tree)
      || context.exitTransitions.canBeLeftFromAside(number, tree)
    {
      return true
    }
    return tree.selfAndAncestors(of: number).contains { around in
      let state = tree.nodes[around].state
      return !state.always.isEmpty || state.invoke.contains { $0 != invocation && leadsOn($0) }
    }
  }

  /// Whether the end of an invocation may lead out of its state: what only writes down that it came does not.
  private static func leadsOn(_ invocation: ChartInvocation) -> Bool {
    guard !invocation.done.isEmpty else { return !invocation.failed.isEmpty }
    return invocation.done.contains { transition in
      !transition.targets.isEmpty
        || transition.actions.contains { action in
          switch action.kind {
          case .assign, .log, .emit: false
          default: true
          }
        }
    }
  }
}
