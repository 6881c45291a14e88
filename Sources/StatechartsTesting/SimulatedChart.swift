import Statecharts

/// The time and the rules that all charts of one simulation share.
struct SimulatedWorld: Sendable {
  /// Levels of child charts inside each other.
  static let deepestChild = 8
  /// Messages between charts after one thing that the simulation was told.
  static let mostMessages = 10_000

  let charts: [String: CompiledChart]
  var guards: [String: Bool] = [:]
  var now = Duration.zero
  var sequence = 0
  var messages = 0
  /// How many child charts were started.
  var sessions = 0
}

/// One chart of a simulation with its timers and child charts.
struct SimulatedChart: Sendable {
  struct PendingTimer: Sendable {
    var id: TimerID
    var due: Duration
    /// Among equal deadlines the one that was asked for first fires first.
    var sequence: Int
  }

  struct Child: Sendable {
    var run: InvocationRun
    var chart: SimulatedChart
  }

  var machine: CheckedMachine
  let depth: Int
  var timers: [PendingTimer] = []
  var children: [Child] = []
  /// What children tell this chart, in order.
  private var inbox: [(run: InvocationRun, messages: [InvocationMessage])] = []
  /// What this chart tells its parent.
  private var outbox: [InvocationMessage] = []

  init(_ machine: CheckedMachine, depth: Int) {
    self.machine = machine
    self.depth = depth
  }

  /// Carries out what a step asks for, and what follows from it.
  mutating func absorb(_ step: Macrostep, _ world: inout SimulatedWorld, _ report: inout Report) {
    carryOut(step, &world, &report)
    var next = 0
    while next < inbox.count {
      let (run, messages) = inbox[next]
      next += 1
      world.messages += 1
      if world.messages > SimulatedWorld.mostMessages {
        report.failures.append(
          "The charts sent each other more than \(SimulatedWorld.mostMessages) messages without end; stopped."
        )
        inbox.removeAll()
        carryOut(machine.stop(), &world, &report)
        return
      }
      let answer = machine.handle(messages, from: run)
      if answer.outcome == .late { report.lateResults.append(run.id) }
      carryOut(answer, &world, &report)
    }
    inbox.removeAll()
  }

  private mutating func carryOut(_ step: Macrostep, _ world: inout SimulatedWorld, _ report: inout Report) {
    report.add(step, isRoot: depth == 0)
    for effect in step.effects {
      switch effect {
      case .start(let start): self.start(start, &world, &report)
      case .cancel(let run):
        guard let position = children.firstIndex(where: { $0.run == run }) else { continue }
        var child = children.remove(at: position).chart
        child.absorb(child.machine.stop(), &world, &report)
      case .schedule(let id, let delay):
        // proven not to overflow: delays are at most a thousand years, and durations hold billions of those.
        timers.append(PendingTimer(id: id, due: world.now + delay, sequence: world.sequence))
        world.sequence += 1
      case .cancelTimer(let id): timers.removeAll { $0.id == id }
      case .output(let payload):
        report.outputs.append(.init(name: payload.name, data: payload.redactedData))
      case .sendToParent(let payload): outbox.append(.event(Event(payload)))
      case .sendToInvocation(let run, let payload):
        if let position = children.firstIndex(where: { $0.run == run }) {
          let step = children[position].chart.machine.handle(
            Event(payload, origin: "#_parent"))
          if case .rejected(let rejection) = step.outcome {
            report.failures.append("`\(run.id)` was sent an event that it rejected. \(rejection)")
          }
          children[position].chart.absorb(step, &world, &report)
          collect(position)
        } else {
          report.sent.append(.init(name: payload.name, data: payload.redactedData, receiver: run.id))
        }
      }
    }
  }

  private mutating func start(
    _ start: InvocationStart, _ world: inout SimulatedWorld, _ report: inout Report
  ) {
    guard case .chart(let path) = start.source, let chart = world.charts[path] else { return }
    guard depth < SimulatedWorld.deepestChild else {
      report.failures.append("Child charts are nested deeper than \(SimulatedWorld.deepestChild) levels.")
      return inbox.append((start.run, [.failed(code: "communication", data: .unset)]))
    }
    var input: [String: Value] = [:]
    if case .map(let values) = start.input.data { input = values }
    world.sessions += 1
    do {
      var machine = try CheckedMachine(
        chart, guards: world.guards, input: input, isInvoked: true,
        sessionID: "child\(world.sessions)")
      machine.mask(input: start.input)
      children.append(Child(run: start.run, chart: SimulatedChart(machine, depth: depth + 1)))
      let position = children.count - 1
      // The recursion is bounded by the depth just checked.
      let step = children[position].chart.machine.start()
      children[position].chart.absorb(step, &world, &report)
      collect(position)
    } catch {
      report.failures.append("`\(start.run.id)` could not be started: \(error)")
      inbox.append((start.run, [.failed(code: "communication", data: .unset)]))
    }
  }

  /// Takes what a child tells; its end comes after all else that it tells.
  private mutating func collect(_ position: Int) {
    let run = children[position].run
    var messages = children[position].chart.outbox
    children[position].chart.outbox.removeAll()
    switch children[position].chart.machine.status {
    case .final: messages.append(.completed(children[position].chart.machine.resultPayload))
    case .stopped: messages.append(.failed(code: "execution", data: .unset))
    case .running, .notStarted: break
    }
    if !messages.isEmpty { inbox.append((run, messages)) }
    guard children[position].chart.machine.status != .running else { return }
    children.remove(at: position)
  }

  /// The next deadline here or in a child chart.
  func nextDeadline() -> (due: Duration, sequence: Int)? {
    let own = timers.map { ($0.due, $0.sequence) }
    let others = children.compactMap { $0.chart.nextDeadline() }
    return (own + others).min { $0 < $1 }
  }

  /// Fires the timer of a sequence number, here or in a child chart.
  ///
  /// - Returns: whether a transition was taken because of it.
  mutating func fire(_ sequence: Int, _ world: inout SimulatedWorld, _ report: inout Report) -> Bool {
    if let position = timers.firstIndex(where: { $0.sequence == sequence }) {
      let step = machine.fire(timers.remove(at: position).id)
      absorb(step, &world, &report)
      return step.outcome == .taken
    }
    return inChild(&world, &report) { child, world, report in
      child.nextDeadline()?.sequence == sequence ? child.fire(sequence, &world, &report) : nil
    } ?? false
  }

  /// Lets the first child that can do something do it, then takes what it tells.
  mutating func inChild<Result>(
    _ world: inout SimulatedWorld, _ report: inout Report,
    _ body: (inout SimulatedChart, inout SimulatedWorld, inout Report) -> Result?
  ) -> Result? {
    for position in children.indices {
      guard let result = body(&children[position].chart, &world, &report) else { continue }
      collect(position)
      absorb(Macrostep.nothing, &world, &report)
      return result
    }
    return nil
  }

  /// Gives guards' answers to this chart and its children.
  mutating func setGuards(_ guards: [String: Bool]) {
    machine.script = guards
    for position in children.indices { children[position].chart.setGuards(guards) }
  }
}
