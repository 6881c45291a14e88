import StatechartsModel

/// Compiles transitions and default entries with the facts that do not change while running: targets, guards, domains
/// and actions.
struct TransitionCompiler {
  let index: StateIndex
  let resolver: TargetResolver
  /// What takes values away from variables; nil where optional values are not followed.
  let losses: ValueLosses?
  let expressions: ExpressionCompiler
  let actions: ActionCompiler

  private(set) var records = ContiguousArray<TransitionRecord>()
  private(set) var notes = ContiguousArray<TransitionNote>()
  private(set) var entries = ContiguousArray<EntryRecord>()
  /// The targets of all transitions and entries.
  private(set) var targets = ContiguousArray<Int>()

  /// Adds transitions that are tried in order: each is taken only if those before it are not.
  mutating func add(
    _ transitions: [ChartTransition], _ source: Int, _ events: Range<Int>, _ eventSource: Int,
    _ situation: ExpressionContext, trigger: String?
  ) {
    var situation = situation
    for transition in transitions {
      let condition = add(transition, source, events, eventSource, situation, trigger: trigger)
      situation.setPaths.add(condition.setPathsUnlessTrue)
      situation.dependsOnEvent = situation.dependsOnEvent || condition.dependsOnEvent
    }
  }

  /// Adds a transition.
  ///
  /// - Returns: Its guard.
  mutating func add(
    _ transition: ChartTransition, _ source: Int, _ events: Range<Int>, _ eventSource: Int,
    _ situation: ExpressionContext, trigger: String?
  ) -> LoweredExpression {
    let start = targets.count
    if transition.targets.count == 1, let target = index.numbers[transition.targets[0].text] {
      targets.append(target)
    } else {
      let found = resolver.resolve(transition.targets)
      resolver.checkTogether(found)
      targets.append(contentsOf: found.map(\.1))
    }
    let own = start..<targets.count
    var situation = situation
    situation.isGuard = true
    let condition = transition.guard.map { expressions.lower($0, .bool, situation) } ?? LoweredExpression()
    situation.isGuard = false
    situation.dependsOnEvent = situation.dependsOnEvent || condition.dependsOnEvent
    situation.setPaths.add(condition.setPaths(if: true))
    let domain = index.domain(of: transition, source: source, targets: targets[own])
    losses?.forgetLost(&situation.setPaths, from: source, domain: domain, index)
    situation.part = .transition(transition.origin)
    records.append(
      TransitionRecord(
        source: source, events: events, eventSource: eventSource, guard: condition.number, targets: own,
        actions: actions.compile(transition.actions, in: situation), domain: domain))
    notes.append(
      TransitionNote(
        trigger: trigger, guard: condition.number < 0 ? nil : expressions[condition.number].shownText,
        label: transition.label))
    return condition
  }

  /// Adds a default entry.
  ///
  /// - Returns: Its number.
  mutating func addEntry(_ found: [Int], _ content: [ChartAction], _ situation: ExpressionContext) -> Int {
    let start = targets.count
    targets.append(contentsOf: found)
    entries.append(
      EntryRecord(targets: start..<targets.count, actions: actions.compile(content, in: situation)))
    return entries.count - 1
  }
}

/// What people see of a transition.
package struct TransitionNote: Sendable {
  /// What triggers it, as it was written; nil for `always`.
  package var trigger: String?
  /// The guard as it was written.
  package var `guard`: String?
  /// The label.
  package var label: String?
}
