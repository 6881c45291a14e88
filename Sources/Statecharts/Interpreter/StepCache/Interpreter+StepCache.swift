// Looks up the plan of a microstep in the step cache. The planner makes a plan that is missing, and the cache keeps it.

extension Interpreter {
  /// The plan for entering the chart: from the step cache, or else from the planner.
  mutating func cachedStart() -> Int32 {
    if !stepCache.isEmpty, stepCache[0].start != StepCache.unknown { return ~stepCache[0].start }
    cold[0].planner.planStart()
    return StepPlan.unlearned
  }

  /// Walks down the tree of guards, and learns what is missing of it.
  @inline(__always)
  mutating func remembered(
    _ root: Int32, at place: StepCache.Place, _ begin: (inout Planner) -> Void
  ) -> Int32 {
    var edge = root
    if edge < 0 && edge != StepCache.unknown { return ~edge }
    var last: Int32 = -1
    var holds = false
    while edge >= 0 {
      last = edge
      let node = stepCache[0].nodes[Int(edge)]
      holds = conditionMatch(node.transition, node.condition)
      edge = holds ? node.yes : node.no
    }
    if edge != StepCache.unknown { return ~edge }
    return learn(place, last: last, holds: holds, begin)
  }

  /// Selects and plans what the step cache lacks, from an edge of the tree on.
  @inline(never)
  private mutating func learn(
    _ root: StepCache.Place, last: Int32, holds: Bool, _ begin: (inout Planner) -> Void
  ) -> Int32 {
    stepCache[0].load(current, into: &cold[0].planner)
    begin(&cold[0].planner)
    var place: StepCache.Place? = last < 0 ? root : .answer(last, holds)
    // Where the way to it cannot be kept, nothing is.
    if last < 0, !stepCache[0].canStore(at: root) { place = nil }
    // The planner gets the results of the guards that were evaluated before.
    var next = cold[0].planner.nextGuard()
    for answer in stepCache[0].answers(to: last, holds) where next != nil {
      cold[0].planner.answer(answer)
      next = cold[0].planner.nextGuard()
    }
    while let transition = next {
      let condition = chart.condition(of: transition)
      let node: Int32? = if let place { stepCache[0].addNode(transition, condition, at: place) } else { nil }
      let answer = conditionMatch(Int32(truncatingIfNeeded: transition), condition)
      place = node.map { .answer($0, answer) }
      cold[0].planner.answer(answer)
      next = cold[0].planner.nextGuard()
    }
    guard !cold[0].planner.enabled.isEmpty else {
      if let place { stepCache[0].set(place, ~StepPlan.nothing) }
      return StepPlan.nothing
    }
    guard mayPlan else { return StepPlan.unlearned }
    cold[0].planner.planStep()
    guard let place, let plan = stepCache[0].addPlan(cold[0].planner, at: place) else {
      return StepPlan.unlearned
    }
    return plan
  }

  /// A step that is one too many, or comes after too much work, stops the chart where it is.
  var mayPlan: Bool { microsteps < RunLimits.microsteps && work <= RunLimits.work && isLive }
}
