extension RunningCharts where Chart == BoundChart {
  /// Where all of the charts are.
  ///
  /// - Parameters:
  ///   - seal: seals the secrets of a machine, whose name is the last argument.
  ///   - time: sets the times of a timer.
  ///   - service: sets what a service is to be started with.
  func snapshot(
    of chart: Int = root, seal: (inout ChartSnapshot, Machine, String) -> Void,
    time: (TimerKey, inout ChartSnapshot.Timer) -> Void,
    service: (ServiceKey, inout ChartSnapshot.Service) -> Void
  ) -> ChartSnapshot? {
    guard let node = self[chart] else { return nil }
    var result = node.machine.snapshot()
    seal(&result, node.machine, name(of: chart))
    for index in result.timers.indices {
      let timer = TimerID(number: result.timers[index].number, label: result.timers[index].label)
      time(TimerKey(chart: chart, timer: timer), &result.timers[index])
    }
    // Both are in document order.
    for (run, place) in zip(node.machine.running, result.services.indices) {
      service(ServiceKey(chart: chart, run: run), &result.services[place])
    }
    for (run, child) in node.children {
      guard let place = result.services.firstIndex(where: { $0.run == run.number }),
        case .chart(let path)? = node.machine.source(of: run),
        // The recursion is bounded by the depth.
        let inner = snapshot(of: child, seal: seal, time: time, service: service)
      else { continue }
      result.services[place].child = ChildSnapshot(path: path, number: child, inner)
    }
    return result
  }

  /// Makes charts that are where a snapshot was taken. Nothing is done on the way.
  ///
  /// - Parameter secrets: Opens the secrets of a chart, by its name and snapshot.
  /// - Throws: everything that keeps one of them from going on there.
  init(
    _ bound: BoundChart, id: String, keys: String, restoring snapshot: ChartSnapshot,
    secrets: (String, ChartSnapshot) -> [String: ChartValue]
  ) throws(RestoreProblems) {
    let machine = Machine(bound: bound.bindings, sessionID: id)
    self.init(Node(bound: bound, machine: machine, owner: nil, depth: 0), id: id, keys: keys)
    try main.machine.restore(snapshot, secrets: secrets(id, snapshot))
    try restoreChildren(of: Self.root, snapshot, secrets)
  }

  private mutating func restoreChildren(
    of chart: Int, _ snapshot: ChartSnapshot, _ secrets: (String, ChartSnapshot) -> [String: ChartValue]
  ) throws(RestoreProblems) {
    guard let node = self[chart] else { return }
    for run in node.machine.running {
      guard let service = snapshot.services.first(where: { $0.run == run.number }),
        let child = service.child
      else { continue }
      guard let inner = child.snapshot, inner.status == .running, child.number > 0,
        others[child.number] == nil, node.depth < Self.deepest, others.count < Self.mostChildren,
        node.machine.source(of: run) == .chart(child.path),
        case .chart(let bound) = node.bound.child(child.path, of: main.bound)
      else { throw RestoreProblems([.service(service.id, state: service.state)]) }
      guard UInt64(child.number) <= SessionSnapshot.largestCount else {
        throw RestoreProblems([.child(service.id, .tooLarge("number"))])
      }
      var machine = Machine(
        bound: bound.bindings, isInvoked: true, sessionID: name(of: child.number))
      machine.keyPrefix = keyPrefix(of: child.number)
      do throws(RestoreProblems) {
        try machine.restore(inner, secrets: secrets(name(of: child.number), inner))
      } catch {
        throw RestoreProblems(error.problems.map { .child(service.id, $0) })
      }
      let owner = ServiceKey(chart: chart, run: run)
      others[child.number] = Node(bound: bound, machine: machine, owner: owner, depth: node.depth + 1)
      self[chart]?.children.append((run, child.number))
      started = Swift.max(started, child.number)
      // The recursion is bounded by the depth, which was just looked at.
      try restoreChildren(of: child.number, inner, secrets)
    }
  }

  /// The timers of all charts in the order in which they were set, with their times.
  func timers(of snapshot: ChartSnapshot, in chart: Int = root) -> [(TimerKey, ChartSnapshot.Timer)] {
    var result: [(TimerKey, ChartSnapshot.Timer)] = snapshot.timers.map { timer in
      (TimerKey(chart: chart, timer: TimerID(number: timer.number, label: timer.label)), timer)
    }
    for service in snapshot.services {
      if let child = service.child, let inner = child.snapshot {
        result += timers(of: inner, in: child.number)
      }
    }
    return result
  }

  /// What services are to be started with that were not started yet, as starts and then what they are to get.
  ///
  /// - Throws: what does not fit its service.
  func pendingStarts(of snapshot: ChartSnapshot, in chart: Int = root) throws(RestoreProblems) -> [Occurrence]
  {
    guard let machine = self[chart]?.machine else { return [] }
    var result: [Occurrence] = []
    for service in snapshot.services {
      if let child = service.child, let inner = child.snapshot {
        result += try pendingStarts(of: inner, in: child.number)
      }
      guard let pending = service.pending else { continue }
      guard let run = machine.running.first(where: { $0.number == service.run }),
        let start = machine.start(of: run, with: pending.input.payload, service),
        pending.events.allSatisfy({ $0.data?.excess == nil })
      else { throw RestoreProblems([.service(service.id, state: service.state)]) }
      let key = ServiceKey(chart: chart, run: run)
      result.append(.start(key, start))
      result += pending.events.map { .deliver(key, $0.payload) }
    }
    return result
  }

  /// How a timer goes on, as its chart says; nil where it says nothing.
  func resumePolicy(of timer: TimerKey) -> ResumePolicy? {
    self[timer.chart]?.machine.resumePolicy(of: timer.timer)
  }

  /// The charts that handle `session.restored` now: the first one, then those inside.
  var awaitingRestore: [Int] {
    ([Self.root] + others.keys.sorted()).filter { self[$0]?.machine.awaitsRestore == true }
  }

  /// The variables that had a value which the snapshot does not have. Those of a chart inside follow the id under which it
  /// runs, as in `pay.pin`.
  func lostVariables(in chart: Int = root) -> [String] {
    guard let node = self[chart] else { return [] }
    // The recursion is bounded by the depth.
    return node.machine.lostVariables
      + node.children.flatMap { child in
        lostVariables(in: child.chart).map { "\(child.run.id).\($0)" }
      }
  }

  /// The services that ran when the snapshot was taken, which nobody runs now.
  func interrupted(in chart: Int = root) -> [ServiceKey] {
    running(in: chart).filter { child(of: $0) == nil }
  }
}
