/// A running chart: a value without side effects of its own. It takes events, answers with the steps it took, and
/// asks for what it needs by effects: services, timers, outputs. A copy is an independent run.
public struct Machine: Sendable {
  var interpreter: Interpreter
  /// Whether a debug build stops at an impossible configuration, as all tests but the comparison of engines want.
  package var stopsAtViolations = true
  /// Whether steps are written down. If not, a `Macrostep` has the outcome, the effects and what failed.
  package var records = true

  /// The chart.
  public var chart: CompiledChart { interpreter.chart }

  /// Makes a machine that is ready to be started.
  ///
  /// - Parameters:
  ///   - chart: the chart.
  ///   - handlers: the guards and actions of the chart. A machine runs no services, so those may be missing.
  ///   - input: values for the variables that are declared `input`.
  ///   - isInvoked: whether another chart invokes this one, which then is the receiver of `send … to: parent`.
  ///   - sessionID: what `session.id` is in expressions, and what idempotency keys begin with. Machines of different sessions
  ///     need different ones.
  ///   - isMemoized: whether steps are remembered. The steps are the same either way; remembered ones are faster.
  /// - Throws: every name that is missing or too much, and every input that does not fit, at once.
  public init(
    _ chart: CompiledChart, handlers: ChartHandlers = ChartHandlers(), input: [String: ChartValue] = [:],
    isInvoked: Bool = false, sessionID: String = "main", isMemoized: Bool = true
  ) throws(BindingProblems) {
    var problems = chart.problems(binding: handlers, includingServices: false)
    let slots = chart.slots(input: input, &problems)
    guard problems.isEmpty else { throw problems }
    self.init(
      MachineHost(Bindings(chart, handlers)), slots, isInvoked, sessionID, isMemoized: isMemoized)
    if sessionID != "main" { keyPrefix = sessionID }
  }

  /// Makes a machine whose guards answer by name, else hold, and whose actions only are recorded.
  ///
  /// - Throws: every input that does not fit.
  package init(
    scripted chart: CompiledChart, guards: [String: Bool], input: [String: ChartValue], isInvoked: Bool,
    sessionID: String = "main", isMemoized: Bool = true
  ) throws(BindingProblems) {
    var problems = BindingProblems()
    let slots = chart.slots(input: input, &problems)
    guard problems.isEmpty else { throw problems }
    self.init(
      MachineHost(Bindings(scripted: chart), script: guards), slots, isInvoked, sessionID,
      isMemoized: isMemoized)
  }

  /// Makes a machine whose handlers are bound already, without input.
  init(bound bindings: Bindings, isInvoked: Bool = false, sessionID: String = "main") {
    self.init(
      MachineHost(bindings), bindings.chart.initialValues, isInvoked, sessionID, isMemoized: true)
  }

  /// Makes a machine whose handlers are bound already.
  ///
  /// - Throws: every input that does not fit.
  init(
    bound bindings: Bindings, input: [String: ChartValue], isInvoked: Bool, sessionID: String
  ) throws(BindingProblems) {
    var problems = BindingProblems()
    let slots = bindings.chart.slots(input: input, &problems)
    guard problems.isEmpty else { throw problems }
    self.init(MachineHost(bindings), slots, isInvoked, sessionID, isMemoized: true)
  }

  private init(
    _ host: MachineHost, _ slots: ContiguousArray<ChartValue>, _ isInvoked: Bool,
    _ sessionID: String, isMemoized: Bool
  ) {
    interpreter = Interpreter(
      host: host, hasParent: isInvoked, sessionID: sessionID, isMemoized: isMemoized)
    for slot in slots.indices { interpreter.slots[slot] = slots[slot] }
  }

  /// Gives a machine that was not started a smaller step cache, or one without a table of events.
  package mutating func limitStepCache(to limits: StepCacheLimits) {
    guard !interpreter.stepCache.isEmpty else { return }
    interpreter.stepCache = [StepCache.explored(chart, limits, mostPlans: 4)]
  }

  /// The bytes that are reserved for the step cache, and their limit.
  package var stepCacheBytes: (reserved: Int, most: Int) {
    guard let cache = interpreter.stepCache.first else { return (0, 0) }
    return (cache.reservedBytes, cache.maximumBytes)
  }

  /// How many steps the machine remembers.
  package var stepCachePlans: Int { interpreter.stepCache.first?.plans.count ?? 0 }

  /// The answers of a scripted machine's guards.
  package var script: [String: Bool] {
    get { interpreter.host.tape[0].script }
    set { interpreter.host.tape[0].script = newValue }
  }

  /// How a scripted machine's guards answer in place of the script.
  package var guardRule: GuardRule? {
    get { interpreter.host.tape[0].rule }
    set { interpreter.host.tape[0].rule = newValue }
  }

  /// Enters the chart. Is rejected when it was started before.
  public mutating func start() -> Macrostep {
    guard interpreter.phase == .fresh else { return finish(.rejected(.alreadyStarted)) }
    beginRecord()
    interpreter.interpret()
    return finish(.taken)
  }

  /// Takes an event from outside.
  public mutating func send(_ event: ChartEvent) -> Macrostep {
    beginRecord()
    if let rejection = rejection(of: event) { return finish(.rejected(rejection)) }
    return finish(interpreter.handle(external(event)) ? .taken : .ignored(refused: []))
  }

  /// Takes an event that a running service or child chart sent.
  public mutating func send(_ event: ChartEvent, from run: InvocationRun) -> Macrostep {
    beginRecord()
    if let rejection = rejection(of: event, from: run) { return finish(.rejected(rejection)) }
    return finish(interpreter.receive([.event(event)], from: run))
  }

  /// Takes all that a child chart sent in one step, in order. Events that would be rejected are left out and noted
  /// among the failures. What a child chart ends with is of its own making, and is not declared here.
  package mutating func send(_ messages: [InvocationMessage], from run: InvocationRun) -> Macrostep {
    beginRecord()
    var accepted: [InvocationMessage] = []
    for message in messages {
      if case .event(let event) = message, let rejection = rejection(of: event, from: run) {
        interpreter.host.didFail("`\(run.id)` sent an event that was rejected. \(rejection)")
      } else {
        accepted.append(message)
      }
    }
    return finish(interpreter.receive(accepted, from: run))
  }

  /// A service or child chart ended well. A result that does not fit its declaration is rejected, and the service
  /// counts as running still.
  public mutating func complete(_ run: InvocationRun, with data: ChartValue = .unset) -> Macrostep {
    // Decision: Docs/decisions/semantics.md#paths-that-depend-on-a-secret-are-not-masked
    complete(run, with: NamedData(name: run.id, data: data, redactedData: data))
  }

  /// A child chart ended well, with `Machine.resultPayload`. What is secret there stays masked here.
  public mutating func complete(_ run: InvocationRun, with result: NamedData) -> Macrostep {
    beginRecord()
    if let rejection = rejection(of: result.data, from: run) { return finish(.rejected(rejection)) }
    return finish(interpreter.receive([.completed(result)], from: run))
  }

  /// A service or child chart failed with an error code. Data that do not fit the code's declaration are rejected, and
  /// the service counts as running still. A code that is not declared is a failure all the same, which the branch
  /// `any` takes: a service that breaks must not leave the chart waiting. It is noted among the failures, and its data
  /// are dropped, for nothing says which of them are secret.
  public mutating func fail(_ run: InvocationRun, code: String, data: ChartValue = .unset) -> Macrostep {
    // Decision: Docs/decisions/semantics.md#an-undeclared-failure-is-still-a-failure
    beginRecord()
    if let rejection = rejection(ofFailure: code, data, from: run) { return finish(.rejected(rejection)) }
    var data = data
    if let surprise = surprise(ofFailure: code, from: run) {
      interpreter.host.didFail(surprise)
      data = .unset
    }
    return finish(interpreter.receive([.failed(code: code, data: data)], from: run))
  }

  /// The time of a timer is over.
  public mutating func fire(_ timer: TimerID) -> Macrostep {
    beginRecord()
    guard let took = interpreter.fire(timer.number) else { return finish(.stale) }
    return finish(took ? .taken : .ignored(refused: []))
  }

  /// Ends the run from outside: leaves all states with their exit actions, stops services and timers. Is rejected when
  /// there is no run to end.
  public mutating func stop() -> Macrostep {
    switch interpreter.status {
    case .running: break
    case .notStarted: return finish(.rejected(.notStarted))
    case .final: return finish(.rejected(.ended))
    case .stopped(let reason): return finish(.rejected(.stopped(reason)))
    }
    beginRecord()
    interpreter.stop()
    return finish(.taken)
  }

  func external(_ event: ChartEvent) -> RuntimeEvent {
    RuntimeEvent(
      kind: .external, number: chart.trie.number(of: event.name), name: event.name,
      data: chart.data(event.data, ofEvent: event.name), taint: chart.carriedTaint(of: event),
      sendID: event.sendID, origin: event.origin)
  }

  mutating func beginRecord() {
    interpreter.host.isRecording = records
    interpreter.host.isNoting = true
  }

  mutating func finish(_ outcome: EventOutcome) -> Macrostep {
    var (step, refused) = interpreter.host.takeRecord()
    interpreter.host.isRecording = false
    interpreter.host.isNoting = false
    step.outcome = outcome
    if case .taken = outcome { step.isChanged = true } else { step.isChanged = interpreter.hasStepped }
    if case .ignored = outcome { step.outcome = .ignored(refused: refused) }
    step.effects = interpreter.takeEffects()
    assertLegalConfiguration()
    return step
  }

  /// Stops a debug build at an impossible configuration, which is a fault of the engine and never of a chart.
  @inline(__always)
  func assertLegalConfiguration() {
    assert(
      !stopsAtViolations || configurationViolations.isEmpty, configurationViolations.joined(separator: " "))
  }
}
