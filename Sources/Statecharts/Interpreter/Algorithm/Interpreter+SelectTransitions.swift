// What a microstep does is looked up in the memo. What the memo does not know is selected and planned by the planner,
// and learned.

extension Interpreter {
  /// The plan for an event; `StepPlan.nothing` when nothing is enabled.
  mutating func selectTransitions(_ number: Int, _ source: Int) -> Int32 {
    beginSelection()
    guard chart.candidates.isAnswered(number, source) else { return StepPlan.nothing }
    guard current >= 0 else {
      makeRoom()
      rooms[0].planner.beginSelection(number, source)
      return selectUnlearned()
    }
    return follow(
      memos[0].edge(current, number, source), from: .event(current, number: number, source: source)
    ) {
      $0.beginSelection(number, source)
    }
  }

  /// The plan for transitions that need no event.
  mutating func selectEventlessTransitions() -> Int32 {
    beginSelection()
    guard current >= 0 else {
      makeRoom()
      rooms[0].planner.beginEventlessSelection()
      return selectUnlearned()
    }
    return follow(memos[0].configurations[Int(current)].eventless, from: .eventless(current)) {
      $0.beginEventlessSelection()
    }
  }

  /// The plan for entering the chart.
  mutating func planStart() -> Int32 {
    if !memos.isEmpty, memos[0].start != Memo.unknown { return ~memos[0].start }
    makeRoom()
    rooms[0].planner.planStart()
    return StepPlan.unlearned
  }

  private mutating func beginSelection() {
    askedGuards = 0
    if !rooms.isEmpty, !rooms[0].guardAnswers.isEmpty { guardAnswers.removeAll(keepingCapacity: true) }
  }

  /// Walks down the tree of guards, and learns what is missing of it.
  @inline(__always)
  private mutating func follow(
    _ root: Int32, from place: Memo.Place, _ begin: (inout Planner) -> Void
  ) -> Int32 {
    var edge = root
    if edge < 0 && edge != Memo.unknown { return ~edge }
    var last: Int32 = -1
    var holds = false
    while edge >= 0 {
      last = edge
      let node = memos[0].nodes[Int(edge)]
      holds = conditionMatch(node.transition, node.condition)
      edge = holds ? node.yes : node.no
    }
    if edge != Memo.unknown { return ~edge }
    return learn(place, last: last, holds: holds, begin)
  }

  /// Selects and plans what the memo does not know, from an edge of the tree on.
  @inline(never)
  private mutating func learn(
    _ root: Memo.Place, last: Int32, holds: Bool, _ begin: (inout Planner) -> Void
  ) -> Int32 {
    makeRoom()
    memos[0].load(current, into: &rooms[0].planner)
    begin(&rooms[0].planner)
    var place: Memo.Place? = last < 0 ? root : .answer(last, holds)
    // Where the way to it cannot be kept, nothing is.
    if last < 0, !memos[0].hasRoom(at: root) { place = nil }
    // The guards on the way were answered; the planner is told the answers.
    var next = rooms[0].planner.nextGuard()
    for answer in memos[0].answers(to: last, holds) where next != nil {
      rooms[0].planner.answer(answer)
      next = rooms[0].planner.nextGuard()
    }
    while let transition = next {
      let condition = chart.condition(of: transition)
      let node: Int32? = if let place { memos[0].addNode(transition, condition, at: place) } else { nil }
      let answer = conditionMatch(Int32(truncatingIfNeeded: transition), condition)
      place = node.map { .answer($0, answer) }
      rooms[0].planner.answer(answer)
      next = rooms[0].planner.nextGuard()
    }
    guard !rooms[0].planner.enabled.isEmpty else {
      if let place { memos[0].set(place, ~StepPlan.nothing) }
      return StepPlan.nothing
    }
    guard mayPlan else { return StepPlan.unlearned }
    rooms[0].planner.planStep()
    guard let place, let plan = memos[0].addPlan(rooms[0].planner, at: place) else {
      return StepPlan.unlearned
    }
    return plan
  }

  /// A step that is one too many, or comes after too much work, stops the chart where it is.
  private var mayPlan: Bool { microsteps < RunLimits.microsteps && work <= RunLimits.work && isLive }

  /// Selects and plans without the memo.
  private mutating func selectUnlearned() -> Int32 {
    while let transition = rooms[0].planner.nextGuard() {
      let holds = conditionMatch(
        Int32(truncatingIfNeeded: transition), chart.condition(of: transition))
      rooms[0].planner.answer(holds)
    }
    guard !rooms[0].planner.enabled.isEmpty else { return StepPlan.nothing }
    guard mayPlan else { return StepPlan.unlearned }
    rooms[0].planner.planStep()
    return StepPlan.unlearned
  }

  /// Whether the guard of a transition holds.
  private mutating func conditionMatch(_ transition: Int32, _ condition: Condition) -> Bool {
    let holds = holds(condition, of: transition)
    if !holds, host.isNoting { host.didRefuse(Int(transition)) }
    return holds
  }

  /// Whether a guard holds, given by its shape. One that fails or is not a truth value does not (SCXML 5.9.1).
  @inline(__always)
  private mutating func holds(_ condition: Condition, of transition: Int32) -> Bool {
    switch condition {
    case .compare(let slot, let comparison, let number):
      if case .int(let value) = slots[Int(slot)] { return Condition.holds(comparison, value, number) }
    case .variable(let slot):
      if case .bool(let value) = slots[Int(slot)] { return value }
    case .ask(let number):
      guard number < 32 else { break }
      let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: number)
      if askedGuards & bit != 0 { return heldGuards & bit != 0 }
      if hasThrown(guard: number) { break }
      do {
        let number = Int(number)
        let holds =
          try host.wantsCall(guard: number)
          ? host.answer(guard: number, handlerCall([:])) : host.answer(guard: number)
        askedGuards |= bit
        heldGuards = holds ? heldGuards | bit : heldGuards & ~bit
        return holds
      } catch {
        return guardThrew(number, error, of: transition)
      }
    case .other: break
    }
    return evaluateCondition(of: transition)
  }

  /// Evaluates the expression of a guard. One that fails does not hold (SCXML 5.9.1).
  @inline(never)
  private mutating func evaluateCondition(of transition: Int32) -> Bool {
    didWork(1)
    guard mayWork() else { return false }
    let transition = Int(transition)
    let condition = chart.transitions[transition].guard
    do throws(EvaluationError) {
      return try Statecharts.holds(chart.expressions[condition], &self)
    } catch {
      guardFailed(transition, error.inside(expression: condition))
      return false
    }
  }

  /// Whether a handler guard threw in this selection; it is not asked again.
  private func hasThrown(guard number: Int32) -> Bool {
    !rooms.isEmpty && !rooms[0].guardAnswers.isEmpty
      && rooms[0].guardAnswers[GuardQuestion(number: Int(number))] != nil
  }

  /// Notes that a handler guard threw, which counts as no.
  @inline(never)
  private mutating func guardThrew(_ number: Int32, _ error: any Error, of transition: Int32) -> Bool {
    let thrown = "\(type(of: error))"
    guardAnswers[GuardQuestion(number: Int(number))] = .failed(type: thrown)
    guardFailed(Int(transition), guardError(Int(number), type: thrown))
    return false
  }

  /// Queues `error.execution`, but not where it would only bring about the same failure again without end: while
  /// selecting for that very event, and more than once a macrostep for a transition without event.
  private mutating func guardFailed(_ transition: Int, _ error: EvaluationError) {
    let message = "The guard of \(chart.words(forTransition: transition)) failed\(chart.reason(of: error))."
    if chart.states[chart.transitions[transition].source].eventless.contains(transition) {
      guard !failedEventless.contains(transition) else { return }
      failedEventless.insert(transition)
    } else if event?.error == "execution" {
      return host.didFail(message)
    }
    enqueueError("execution", message)
  }
}
