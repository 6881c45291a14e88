import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization

/// A session with a clock, scripted services and a record of all that it does.
struct SessionFixture {
  let session: ChartSession
  let clock: ManualClock
  let services: ScriptedServices
  let recorder: Recorder

  init(
    _ chart: Statechart, handlers: ChartHandlers = ChartHandlers(), children: [String: Statechart] = [:],
    input: [String: ChartValue] = [:], clock: ManualClock = ManualClock()
  ) throws {
    self.clock = clock
    services = ScriptedServices(clock: clock)
    recorder = Recorder()
    let bound = try Self.bind(chart, handlers, children, services)
    session = try ChartSession(bound, input: input, clock: clock, inspector: recorder)
  }

  static func bind(
    _ chart: Statechart, _ handlers: ChartHandlers, _ children: [String: Statechart],
    _ services: ScriptedServices
  ) throws -> BoundChart {
    var bound: [String: BoundChart] = [:]
    for (path, child) in children { bound[path] = try bind(child, ChartHandlers(), [:], services) }
    let compiled = try CompiledChart(chart)
    var handlers = handlers
    services.provide(for: compiled, in: &handlers)
    return try BoundChart(compiled, handlers: handlers, children: bound)
  }

  /// The active states without children.
  var configuration: [String] { get async { await session.current.configuration } }

  /// Starts the session and waits until all waits.
  @discardableResult
  func start() async -> EventOutcome {
    let outcome = await session.start()
    await clock.settle()
    return outcome
  }

  /// Sends an event and waits until all waits.
  @discardableResult
  func send(_ event: String, data: ChartValue = .unset) async -> EventOutcome {
    let outcome = await session.send(event, data: data)
    await clock.settle()
    return outcome
  }
}

/// Keeps trace events.
final class Recorder: SessionInspector {
  private let state = Mutex<[TraceEvent]>([])

  func record(_ event: TraceEvent) { state.withLock { $0.append(event) } }

  var events: [TraceEvent] { state.withLock { $0 } }
  var kinds: [TraceEvent.Kind] { events.map(\.kind) }
}

/// A number that closures change. An atomic, for ThreadSanitizer does not know the locks of Synchronization.
final class Counter: Sendable {
  private let state = Atomic(0)
  func increment() { state.wrappingAdd(1, ordering: .acquiringAndReleasing) }
  var value: Int { state.load(ordering: .acquiring) }
}
