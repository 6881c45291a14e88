import Locks
public import Statecharts

/// A session under test: with a manual clock, with services that answer when the test says so, and with a list of what
/// the test has not expected yet.
///
/// The test fails on what it does not know: `finish()` throws when the session sent something to the app, started a
/// service, or something went wrong in it, that no `expect` named. A harness that is not exhaustive leaves that out.
///
/// What goes wrong is what nobody in the app would hear of: a guard, an action or a service that threw or failed with a
/// code that is not declared; an error that nothing took; a result or an event of a service that the chart did not look
/// at; a chart that was stopped because it went in a circle.
public final class SessionHarness: Sendable {
  /// The session; another one after each restart.
  public var session: ChartSession { running.withLock { $0 } }
  /// Its clock.
  public let clock: ManualClock
  /// The services that have no handler of their own.
  public let services: ScriptedServices
  /// Everything that the session did, redacted.
  public var trace: [TraceEvent] { watcher.state.withLock { $0.trace } }

  private let running: Locked<ChartSession>
  private let watcher: Watcher
  private let isExhaustive: Bool
  private let sealer: (any SecretSealer)?
  private let handlers: ChartHandlers
  private let children: [String: BoundChart]

  /// Keeps what happened until the test asks for it.
  private final class Watcher: PayloadInspector {
    struct State {
      var trace: [TraceEvent] = []
      /// How many steps of the test have begun.
      var step = 0
      var outputs: [(payload: NamedData, step: Int)] = []
      /// Those that were not expected. What they were given is redacted.
      var starts: [(id: String, input: ChartValue, step: Int)] = []
      /// What went wrong and was not expected.
      var problems: [String] = []
      /// Whether what comes next is about something that the app sent, and knows the outcome of.
      var isFromApp = false
      /// How many of each id were asked for.
      var asked: [String: Int] = [:]
    }
    let state = Locked(State())

    func record(_ event: TraceEvent) {
      // Decision: Docs/decisions/tooling-and-tests.md#a-session-test-fails-on-what-the-app-would-not-see
      state.withLock { state in
        state.trace.append(event)
        switch event.kind {
        case .serviceStarted(let id, _, _, let input, _): state.starts.append((id, input, state.step))
        case .received(_, _, let source): state.isFromApp = source == .app
        case .started, .stopRequested: state.isFromApp = true
        case .completed, .failed: state.isFromApp = false
        case .rejected(let sentence): if !state.isFromApp { state.problems.append(sentence) }
        case .stopped(let reason) where reason != .requested: state.problems.append(reason.description)
        case .fault(let sentence): state.problems.append(sentence)
        case .unhandledError(let name): state.problems.append("Nothing took the error `\(name)`.")
        default: break
        }
      }
    }

    func didEmit(_ output: NamedData) { state.withLock { $0.outputs.append((output, $0.step)) } }
  }

  /// Makes a session that is ready to be started.
  ///
  /// - Parameters:
  ///   - handlers: what the test provides; services that it leaves out are scripted, all else must be there.
  ///   - children: child charts by the path that invokes them.
  ///   - id: the id of the session, which is not random here.
  ///   - sealer: seals the secrets that `restart` stores; nil leaves them out.
  ///   - isExhaustive: whether `finish()` looks for what was not expected.
  /// - Throws: `BindingProblems`.
  public init(
    _ chart: CompiledChart, handlers: ChartHandlers = ChartHandlers(),
    children: [String: HarnessChild] = [:],
    id: String = "test", input: [String: ChartValue] = [:], sealer: (any SecretSealer)? = nil,
    isExhaustive: Bool = true
  ) throws {
    clock = ManualClock()
    services = ScriptedServices(clock: clock)
    watcher = Watcher()
    self.isExhaustive = isExhaustive
    self.sealer = sealer
    self.handlers = handlers
    var bound: [String: BoundChart] = [:]
    for (path, child) in children {
      var handlers = child.handlers
      services.provide(for: child.chart, in: &handlers)
      bound[path] = try BoundChart(child.chart, handlers: handlers)
    }
    self.children = bound
    let session = try ChartSession(
      Self.bind(chart, handlers, bound, services), id: id, input: input, sealer: sealer, clock: clock,
      inspector: watcher)
    running = Locked(session)
  }

  private static func bind(
    _ chart: CompiledChart, _ handlers: ChartHandlers, _ children: [String: BoundChart],
    _ services: ScriptedServices
  ) throws -> BoundChart {
    var handlers = handlers
    services.provide(for: chart, in: &handlers)
    return try BoundChart(chart, handlers: handlers, children: children)
  }

  /// Ends the session as the end of its process would, without exit actions, and goes on with another one from what was
  /// stored. The test's clock stands still meanwhile.
  ///
  /// - Parameters:
  ///   - span: the time in between, for timers that go on by their deadline.
  ///   - chart: another version of the chart; nil takes the same.
  ///   - other: what the test provides for that version; nil takes the handlers of the first one.
  /// - Throws: `BindingProblems` of the other version, and `RestoreProblems` when the session cannot go on; the one
  ///   before then still runs.
  public func restart(
    after span: Duration = .zero, as chart: CompiledChart? = nil, handlers other: ChartHandlers? = nil
  ) async throws {
    await clock.settle()
    let next = chart ?? (other == nil ? nil : session.bound.chart)
    let bound = try next.map { try Self.bind($0, other ?? handlers, children, services) } ?? session.bound
    let snapshot = await session.snapshot(at: .zero)
    let restored = try ChartSession(
      bound, restoring: snapshot, at: span, sealer: sealer, clock: clock, inspector: watcher)
    // Nobody else holds the one before, so its services end with it.
    running.withLock { $0 = restored }
    await restored.start()
    await clock.settle()
  }

  /// Starts the session, and waits until all that follows has happened.
  @discardableResult
  public func start() async -> EventOutcome {
    let outcome = await session.start()
    await clock.settle()
    return outcome
  }

  /// Sends an event, and waits until all that follows has happened.
  @discardableResult
  public func send(_ event: String, data: ChartValue = .unset) async -> EventOutcome {
    let outcome = await session.send(event, data: data)
    await clock.settle()
    return outcome
  }

  /// Lets time pass.
  public func advance(by span: Duration) async { await clock.advance(by: span) }

  /// Fails unless these are the active states without children.
  public func expect(
    configuration expected: [String], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let found = await session.current.configuration
    guard found == expected else {
      throw HarnessFailure(
        [Self.difference(found, expected)],
        at: TestLocation(fileID, filePath, line))
    }
  }

  private static func difference(_ found: [String], _ expected: [String]) -> String {
    if found.isEmpty { return "No state is active, but \(HarnessFailure.list(expected)) is expected." }
    let states = "The active states are \(HarnessFailure.list(found))"
    return states
      + (expected.isEmpty ? ", but no state is expected." : ", not \(HarnessFailure.list(expected)).")
  }

  /// Fails unless this is the next output that was not expected. Data that are nil may be anything.
  public func expect(
    output name: String, data: ChartValue? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) throws {
    let location = TestLocation(fileID, filePath, line)
    let next = try nextOutput("`\(name)`", at: location)
    guard next.name == name else {
      throw HarnessFailure(["The output was `\(next.name)`, not `\(name)`."], at: location)
    }
    guard let data else { return }
    try Self.requireEqual("the output `\(name)`", next.data, data, shown: next.redactedData, at: location)
  }

  /// The next output that was not expected, which counts as asked for from now on.
  func nextOutput(_ expected: String, at location: TestLocation) throws -> NamedData {
    let next = watcher.state.withLock { $0.outputs.isEmpty ? nil : $0.outputs.removeFirst().payload }
    guard let next else {
      throw HarnessFailure(["There was no output; \(expected) was expected."], at: location)
    }
    return next
  }

  /// Fails unless this is the next service or child chart that was started and was not expected. An input that is nil
  /// may be anything; that of services with handlers of their own is not known here.
  public func expect(
    started id: String, input: ChartValue? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) throws {
    let location = TestLocation(fileID, filePath, line)
    let next = watcher.state.withLock { state -> (id: String, input: ChartValue, number: Int)? in
      guard !state.starts.isEmpty else { return nil }
      let start = state.starts.removeFirst()
      let number = state.asked[start.id, default: 0]
      state.asked[start.id] = number + 1
      return (start.id, start.input, number)
    }
    guard let next else {
      throw HarnessFailure(["Nothing was started; `\(id)` was expected."], at: location)
    }
    guard next.id == id else {
      throw HarnessFailure(["`\(next.id)` was started, not `\(id)`."], at: location)
    }
    guard let input else { return }
    let starts = services.starts.filter { $0.id == id }
    guard starts.indices.contains(next.number) else {
      throw HarnessFailure(
        ["The input of `\(id)` is not known, because it has a handler of its own."], at: location)
    }
    let found = starts[next.number].input
    try Self.requireEqual("`\(id)`", found, input, shown: next.input, at: location)
  }

  /// Fails unless the next problem that was not expected has this text in its sentence.
  public func expect(
    problem text: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    let location = TestLocation(fileID, filePath, line)
    let next = watcher.state.withLock { $0.problems.isEmpty ? nil : $0.problems.removeFirst() }
    guard let next else {
      throw HarnessFailure(["There was no problem; `\(text)` was expected."], at: location)
    }
    guard next.contains(text) else {
      throw HarnessFailure([next, "The expected problem is `\(text)`."], at: location)
    }
  }

  /// What went wrong and was not expected.
  var problems: [String] { isExhaustive ? watcher.state.withLock { $0.problems } : [] }

  /// Fails unless a variable has this value.
  public func expect(
    variable name: String, _ expected: ChartValue, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let location = TestLocation(fileID, filePath, line)
    let session = session
    guard session.bound.chart.variables[name] != nil else {
      throw HarnessFailure(["The chart has no variable `\(name)`."], at: location)
    }
    let context = await session.current.context
    let found = context[name]
    guard found != expected else { return }
    throw HarnessFailure(
      [
        context.holdsSecret(name)
          ? "The variable `\(name)` has another value, which is not shown."
          : "The variable `\(name)` is \(Self.text(found)), not \(Self.text(expected))."
      ], at: location)
  }

  /// A value as a failure shows it. The caller makes sure that it has no secrets.
  static func text(_ value: some Any) -> String {
    (value as? any TypedData)?.chartValue.literalText ?? "\(value)"
  }

  /// Passes over outputs, starts and what went wrong that were not expected until now.
  public func skip() {
    watcher.state.withLock { state in
      state.problems.removeAll()
      state.outputs.removeAll()
      for start in state.starts { state.asked[start.id, default: 0] += 1 }
      state.starts.removeAll()
    }
  }

  /// Says that what happens from now on belongs to a step, from 1.
  func begin(step: Int) { watcher.state.withLock { $0.step = step } }

  /// Stops the session and fails when something happened that no `expect` named.
  public func finish(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line) async throws {
    let problems = await end().map(\.sentence)
    guard problems.isEmpty else { throw HarnessFailure(problems, at: TestLocation(fileID, filePath, line)) }
  }

  /// Stops the session.
  ///
  /// - Returns: What happened and no `expect` named, as sentences, each with the number of the step that caused it, from
  ///   1. Empty if the harness is not exhaustive.
  func end() async -> [(sentence: String, step: Int, isProblem: Bool)] {
    await clock.settle()
    let found = watcher.state.withLock { state in
      state.problems.map { ($0, state.step, true) }
        + state.outputs.map { ("The output `\($0.payload.name)` was not expected.", $0.step, false) }
        + state.starts.map { ("The start of `\($0.id)` was not expected.", $0.step, false) }
    }
    await session.stop()
    await clock.settle()
    return isExhaustive ? found : []
  }

  /// Fails with a sentence for each difference of data. What is secret is not shown.
  private static func requireEqual(
    _ what: String, _ found: ChartValue, _ expected: ChartValue, shown: ChartValue, at location: TestLocation
  ) throws {
    guard case .map(let found) = found, case .map(let expected) = expected, case .map(let shown) = shown
    else {
      guard found != expected else { return }
      let sentence =
        shown == found
        ? "The data of \(what) are \(found), not \(expected)."
        : "The data of \(what) are different. They are not shown."
      throw HarnessFailure([sentence], at: location)
    }
    // A field that is unset is a missing one.
    let differences: [String] = Set(found.keys).union(expected.keys).sorted().compactMap { name in
      let (here, there) = (found[name] ?? .unset, expected[name] ?? .unset)
      if here == there { return nil }
      if here == .unset { return "`\(name)` is missing in the data of \(what)." }
      if there == .unset { return "`\(name)` is in the data of \(what) and was not expected." }
      guard shown[name] == here else { return "`\(name)` of \(what) has another value, which is not shown." }
      return "`\(name)` of \(what) is \(here), not \(there)."
    }
    guard differences.isEmpty else { throw HarnessFailure(differences, at: location) }
  }
}
