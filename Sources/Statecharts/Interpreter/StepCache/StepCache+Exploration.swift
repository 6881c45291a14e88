extension StepCache {
  /// How many selections and plans are tried before a chart is run.
  private static let mostTries = 1_024
  static let mostPlans = 96

  /// What can be learned of a chart before it runs: the steps from its start on, for every answer of guards, until
  /// there are enough of them. All machines of the chart begin with this.
  static func explored(_ chart: CompiledChart, _ limits: StepCacheLimits? = nil, mostPlans: Int = mostPlans)
    -> StepCache
  {
    // Decision: Docs/decisions/engine.md#machines-do-not-share-what-they-learn
    var cache = StepCache(chart, limits ?? StepCacheLimits(chart))
    var planner = Planner(chart)
    planner.planStart()
    guard cache.addPlan(planner, at: .start) != nil, cache.width > 0 else { return cache }
    var tries = 0
    var configuration = 0
    while configuration < cache.configurations.count {
      let number = Int32(truncatingIfNeeded: configuration)
      if chart.hasEventless {
        cache.explore(.eventless(number), from: number, &planner, &tries, mostPlans) {
          $0.selectEventlessTransitions()
        }
      } else {
        cache.set(.eventless(number), ~StepPlan.nothing)
      }
      for event in 1..<max(1, chart.trie.names.count) {
        if tries >= mostTries || cache.plans.count >= mostPlans { return cache }
        let place = Place.event(number, number: event, source: EventSource.any)
        cache.explore(place, from: number, &planner, &tries, mostPlans) {
          $0.selectTransitions(event, EventSource.any)
        }
      }
      configuration += 1
    }
    return cache
  }

  /// Learns the tree of guards of one configuration and event.
  private mutating func explore(
    _ root: Place, from configuration: Int32, _ planner: inout Planner, _ tries: inout Int, _ mostPlans: Int,
    _ begin: (inout Planner) -> Void
  ) {
    var rest: [(place: Place, answers: [Bool])] = [(root, [])]
    while let (place, answers) = rest.popLast() {
      tries += 1
      if tries >= Self.mostTries || plans.count >= mostPlans { return }
      load(configuration, into: &planner)
      begin(&planner)
      var next = planner.nextGuard()
      for answer in answers where next != nil {
        planner.answer(answer)
        next = planner.nextGuard()
      }
      if let guarded = next {
        let condition = planner.chart.condition(of: guarded)
        guard let node = addNode(guarded, condition, at: place) else { return }
        rest.append((.answer(node, false), answers + [false]))
        rest.append((.answer(node, true), answers + [true]))
      } else if planner.enabled.isEmpty {
        set(place, ~StepPlan.nothing)
      } else {
        planner.planStep()
        guard addPlan(planner, at: place) != nil else { return }
      }
    }
  }
}
