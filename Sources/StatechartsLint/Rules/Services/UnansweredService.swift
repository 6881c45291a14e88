import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds services whose end the chart waits for without answering it.
///
/// A service that runs beside what goes on in a state, and sends events or is stopped when the state is left, needs no
/// answer. One with a result does, and so does one that nothing else leads away from.
struct UnansweredService: LintRule {
  static let description = RuleDescription(
    "unanswered-service", "Service completion is not handled", .warning, .services,
    why: "When the service completes, nothing happens, and its result is lost.",
    howToFix: "Write `done: STATE` next to `service:`, with the state that follows.",
    bad: """
      states:
        open:
          invoke: { service: ▸lock, timeout: 5s, failed: { any: jammed } }
        jammed: { type: final }
      """,
    good: """
      states:
        open:
          invoke: { service: lock, timeout: 5s, done: closed, failed: { any: jammed } }
        closed: { type: final }
        jammed: { type: final }
      """,
    alsoBad: [
      """
      context: { turns: { type: int, initial: 0 } }
      states:
        open:
          invoke:
            service: lock
            timeout: 5s
            failed: { timeout: closed }
            done:
              - { guard: turns < 1, target: open, actions: { assign: { turns: turns + 1 } } }
              - { guard: ▸turns > 1, target: closed }
        closed: { type: final }
      """,
      """
      context: { isLocked: { type: bool, initial: false } }
      states:
        open:
          # The guard is not checked again when `lock` completes after `ring`.
          invoke:
            - { service: lock, timeout: 5s, done: { actions: { assign: { isLocked: true } } }, failed: { any: closed } }
            - { service: ring, timeout: 5s, done: { guard: ▸isLocked, target: closed }, failed: { any: closed } }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      context: { isLocked: { type: bool, initial: false }, isRung: { type: bool, initial: false } }
      states:
        open:
          invoke:
            - { service: lock, timeout: 5s, done: { actions: { assign: { isLocked: true } } }, failed: { any: closed } }
            - { service: ring, timeout: 5s, done: { actions: { assign: { isRung: true } } }, failed: { any: closed } }
          always: { guard: isLocked and isRung, target: closed }
        closed: { type: final }
      """,
      """
      handlers: { services: { lock: { result: { turns: int, isLocked: bool } } } }
      states:
        open:
          invoke:
            service: lock
            timeout: 5s
            failed: { timeout: closed }
            done:
              - { guard: event.data.isLocked == true, target: closed }
              - { guard: event.data.isLocked == false and event.data.turns < 1, target: open }
              - { guard: event.data.isLocked == false and event.data.turns >= 1, target: closed }
        closed: { type: final }
      """,
      """
      context: { turns: { type: int, initial: 3 }, code: { type: string, initial: "''", input: true } }
      handlers: { services: { lock: { result: { times: int, who: { kind: { type: string, values: [guest, owner] } } } } } }
      initial: first
      states:
        # No integer lies between 1 and 2, no length is below 0, and one of two guards of the app may always be true.
        first:
          invoke:
            service: lock
            timeout: 5s
            failed: { timeout: closed }
            done: [{ guard: event.data.times <= 1, target: second }, { guard: event.data.times >= 2, target: closed }]
        second:
          invoke:
            service: lock
            timeout: 5s
            failed: { timeout: closed }
            done:
              - { guard: turns > 0, target: third, actions: { assign: { turns: turns - 1 } } }
              - { guard: turns == 0, target: closed }
        third:
          invoke:
            service: lock
            timeout: 5s
            failed: { timeout: closed }
            done: [{ guard: length(code) == 0, target: fourth }, { guard: length(code) > 0, target: closed }]
        fourth:
          invoke:
            service: lock
            timeout: 5s
            failed: { timeout: closed }
            done: [{ guard: isNew, target: fifth }, { guard: isKnown, target: closed }]
        fifth:
          invoke:
            service: lock
            timeout: 5s
            failed: { timeout: closed }
            done:
              - { guard: "event.data.who.kind == 'guest'", target: first }
              - { guard: "event.data.who.kind == 'owner'", target: closed }
        closed: { type: final }
      """,
      """
      states:
        open:
          invoke: { service: ring, failed: { any: jammed } }
          on: { close: jammed }
        jammed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    guard context.unreadStates.hasDeclarations else { return [] }
    let tree = context.tree
    let services = Dictionary(
      (context.chart.handlers.services ?? []).map { ($0.name.text, $0) },
      uniquingKeysWith: { first, _ in first })
    let answers = Answers(tree)
    var guarded = GuardedAnswers(context)
    return tree.nodes.indices.filter(context.unreadStates.isIntact).flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      return node.state.invoke.flatMap { invocation -> [Diagnostic] in
        if invocation.done.contains(where: { $0.guard != nil }) {
          return openGuards(invocation, number, services, answers, &guarded, context)
        }
        guard case .service(let name) = invocation.source, invocation.done.isEmpty,
          invocation.finalize.isEmpty,
          services[name.text]?.sends.isEmpty ?? true, !answers.invocationDone(invocation.effectiveID, number)
        else { return [] }
        let hasResult = services[name.text]?.result != nil
        guard hasResult || !hasOtherWayOut(number, context) else { return [] }
        return finding(
          hasResult
            ? "\(node.state.called.asSubject) does not use the result of `\(invocation.effectiveID)`."
            : "`\(invocation.effectiveID)` can complete in \(node.state.called), and no transition handles it.",
          help: "Write `done: STATE` next to `service: \(name.text)`, with the state that follows.",
          at: context.range(of: name))
      }
    }
  }

  /// Finds an end that only guards answer which may all say no, where nothing else leads on.
  private func openGuards(
    _ invocation: ChartInvocation, _ number: Int, _ services: [String: HandlerDeclaration],
    _ answers: Answers,
    _ guarded: inout GuardedAnswers, _ context: LintContext
  ) -> [Diagnostic] {
    let id = invocation.effectiveID
    var data: [FieldDeclaration] = []
    if case .service(let name) = invocation.source, case .record(let fields) = services[name.text]?.result {
      data = fields
    }
    guard let last = guarded.open(invocation.done, event: "done.invoke.\(id)", data: data),
      !answers.invocationDone(id, number),
      !GuardedAnswers.hasOtherWayOut(number, besides: invocation, context)
    else { return [] }
    return finding(
      "`\(id)` can complete in \(context.tree.nodes[number].state.called) while no guard is true, and no transition handles that.",
      help: context.tree.nodes[number].state.invoke.count > 1
        ? "To continue when all services have completed, set a variable with `assign:` in each `done:`. Then write `always: { guard: …, target: STATE }` once."
        : "If the last entry must always be taken, delete this `guard:`. If not, add a last entry `- STATE` to `done:`.",
      at: context.range(of: last.origin))
  }

  /// Whether anything but the failure of its services leads out of a state, or goes on in it.
  private func hasOtherWayOut(_ number: Int, _ context: LintContext) -> Bool {
    let tree = context.tree
    let state = tree.nodes[number].state
    if !state.states.isEmpty || context.exitTransitions.canBeLeftByEvent(number, tree) || tree.isTimed(number)
    {
      return true
    }
    if !state.always.isEmpty || state.invoke.contains(where: { !$0.done.isEmpty }) { return true }
    // Beside it other regions go on.
    return tree.selfAndAncestors(of: number).dropFirst().contains { tree.nodes[$0].state.kind == .parallel }
  }
}
