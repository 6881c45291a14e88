// What a microstep does is looked up in the memo. What the memo does not know is selected and planned by the planner,
// as without a memo, and learned.

extension Interpreter {
  /// The plan for entering the chart: from the memo, or else from the planner.
  mutating func cachedStart() -> Int32 {
    if !memos.isEmpty, memos[0].start != Memo.unknown { return ~memos[0].start }
    makeColdState()
    cold[0].planner.planStart()
    return StepPlan.unlearned
  }

  /// Walks down the tree of guards, and learns what is missing of it.
  @inline(__always)
  mutating func remembered(
    _ root: Int32, at place: Memo.Place, _ begin: (inout Planner) -> Void
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
    makeColdState()
    memos[0].load(current, into: &cold[0].planner)
    begin(&cold[0].planner)
    var place: Memo.Place? = last < 0 ? root : .answer(last, holds)
    // Where the way to it cannot be kept, nothing is.
    if last < 0, !memos[0].hasRoom(at: root) { place = nil }
    // The planner gets the results of the guards that were evaluated before.
    var next = cold[0].planner.nextGuard()
    for answer in memos[0].answers(to: last, holds) where next != nil {
      cold[0].planner.answer(answer)
      next = cold[0].planner.nextGuard()
    }
    while let transition = next {
      let condition = chart.condition(of: transition)
      let node: Int32? = if let place { memos[0].addNode(transition, condition, at: place) } else { nil }
      let answer = conditionMatch(Int32(truncatingIfNeeded: transition), condition)
      place = node.map { .answer($0, answer) }
      cold[0].planner.answer(answer)
      next = cold[0].planner.nextGuard()
    }
    guard !cold[0].planner.enabled.isEmpty else {
      if let place { memos[0].set(place, ~StepPlan.nothing) }
      return StepPlan.nothing
    }
    guard mayPlan else { return StepPlan.unlearned }
    cold[0].planner.planStep()
    guard let place, let plan = memos[0].addPlan(cold[0].planner, at: place) else {
      return StepPlan.unlearned
    }
    return plan
  }

  /// A step that is one too many, or comes after too much work, stops the chart where it is.
  var mayPlan: Bool { microsteps < RunLimits.microsteps && work <= RunLimits.work && isLive }
}
