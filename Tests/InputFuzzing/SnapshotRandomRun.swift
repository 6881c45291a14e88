import ReferenceEngine
import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization

/// Lets changed secrets back in, which a real sealer refuses.
private struct PlainSealer: SecretSealer {
  func seal(_ secret: [UInt8], context: [UInt8]) -> [UInt8] { secret }
  func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8] { sealed }
}

/// A session of a flow in which random things happen, and what was seen of it.
struct SnapshotRandomRun {
  let flow: SnapshotFlow
  let session: ChartSession
  private let clock: ManualClock
  private let services: ScriptedServices
  private let watcher: Watcher
  private var random: RandomSource
  private let events: [EventDeclaration]
  private let names: [String]

  /// Looks for states that the charts do not have.
  private final class Watcher: SessionInspector {
    private let known: [String: Set<String>]
    private let state = Mutex((count: 0, unknown: String?.none))

    init(_ flow: SnapshotFlow) {
      var known: [String: Set<String>] = [:]
      flow.stateNames(into: &known)
      self.known = known
    }

    /// A state that no chart has; nil when all are known.
    var found: String? { state.withLock { $0.unknown } }

    /// How many things have happened.
    var count: Int { state.withLock { $0.count } }

    func record(_ event: TraceEvent) {
      state.withLock { $0.count += 1 }
      switch event.kind {
      case .restored(let states, _): look(states, event.chart)
      case .stepped(_, let exited, _, let entered): look(exited + entered, event.chart)
      default: break
      }
    }

    private func look(_ states: [String], _ chart: String) {
      guard let state = states.first(where: { known[chart]?.contains($0) != true }) else { return }
      self.state.withLock { $0.unknown = "`\(state)` is no state of `\(chart)`" }
    }
  }

  /// Makes a session, of a snapshot if there is one.
  ///
  /// - Throws: `RestoreProblems` for a snapshot that is refused.
  init(_ flow: SnapshotFlow, restoring snapshot: SessionSnapshot? = nil, seed: UInt64) throws {
    self.flow = flow
    clock = ManualClock()
    services = ScriptedServices(clock: clock)
    watcher = Watcher(flow)
    random = RandomSource(seed: seed)
    let bound = try flow.bound(services)
    if let snapshot {
      session = try ChartSession(
        bound, restoring: snapshot, at: .seconds(1_000), sealer: PlainSealer(), clock: clock,
        inspector: watcher)
    } else {
      session = try ChartSession(
        bound, input: flow.input, sealer: PlainSealer(), clock: clock, inspector: watcher)
    }
    events = flow.chart.chart.events ?? []
    names =
      (try? Machine(scripted: flow.chart, guards: [:], input: flow.input, isInvoked: false).eventNames) ?? []
  }

  /// Starts the session, or lets it go on.
  func start() async {
    await session.start()
    await clock.settle()
  }

  /// Lets one random thing happen.
  mutating func step() async {
    let running = services.running
    switch random.below(10) {
    case 0, 1:
      // Never past many deadlines: a random chart may send itself two events for each that was due.
      await clock.advance(
        by: min(clock.deadlines.first ?? .zero, random.pick([.milliseconds(500), .seconds(5_000)])))
    case 2...4 where !running.isEmpty: await answer(random.pick(running))
    default:
      await session.send(event())
      await clock.settle()
    }
  }

  private mutating func event() -> ChartEvent {
    if !events.isEmpty, random.chance(60) {
      let event = random.pick(events)
      return ChartEvent(event.name.text, data: random.data(of: event.payload))
    }
    let name = random.pick(names + ["again", "unheard"])
    return ChartEvent(
      name == "*" ? "any" : name, data: random.chance(40) ? ["v": .int(random.below(5))] : .unset)
  }

  private mutating func answer(_ id: String) async {
    let declared = flow.chart.chart.handlers.services ?? []
    let service = declared.isEmpty ? nil : random.pick(declared)
    if random.chance(55) {
      let result = declared.first { $0.name.text == id }?.result
      let value = result.map { random.value(FieldDeclaration("result", $0)) } ?? ["v": .int(random.below(5))]
      try? await services.complete(id, with: value)
    } else {
      let codes = (service?.errors.map(\.text) ?? []) + ["busy", "offline", "odd"]
      try? await services.fail(id, code: random.pick(codes))
    }
  }

  /// What is wrong with where the session is; nil when nothing is.
  func problem(_ snapshot: SessionSnapshot) -> String? {
    watcher.found ?? Self.violation(snapshot.chart, flow)
  }

  // Decision: Docs/decisions/tooling-and-tests.md#fuzz-targets-limit-counted-work-not-time
  /// Whether going on would only repeat what has happened: random charts may go in circles, and set more timers than
  /// are ever due.
  var isEnough: Bool { watcher.count > 1_000 }

  /// What is wrong with where a chart, or one that it runs, is. The recursion is bounded by how deep charts run each
  /// other.
  private static func violation(_ snapshot: ChartSnapshot, _ flow: SnapshotFlow) -> String? {
    guard snapshot.status == .running || snapshot.status == .final else { return nil }
    let found = LegalConfiguration.violations(
      snapshot.states, in: flow.chart.chart, isAtRest: snapshot.status == .running)
    if let found = found.first { return "the configuration is impossible: \(found)" }
    for child in snapshot.services.compactMap(\.child) {
      guard let inner = child.snapshot, let flow = flow.children[child.path] else {
        return "a child chart has no snapshot, or is not known"
      }
      if let found = violation(inner, flow) { return found }
    }
    return nil
  }

  /// Ends the session.
  func stop() async {
    await session.stop()
    await clock.settle()
  }
}
