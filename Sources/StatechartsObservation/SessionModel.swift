public import Observation
public import Statecharts

/// A session for views: where it is, and what can be done now, on the main actor.
///
/// Views that read a property are drawn anew when it changes. The model follows its session from `follow()` on, for as
/// long as that runs; in SwiftUI that is `.task { await model.follow() }`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class SessionModel<Chart: TypedChart> {
  /// The session. It is held by the model.
  @ObservationIgnored public nonisolated let session: Session<Chart>

  /// Whether the chart runs.
  public private(set) var status = Machine.Status.notStarted
  /// The active states without children, in document order.
  public private(set) var configuration: [Chart.StateID] = []
  /// All active states but the root, in document order.
  public private(set) var states: [Chart.StateID] = []
  /// The chart's variables; nil before the first update. Not redacted.
  public private(set) var context: Chart.Context?
  /// The services and child charts that run.
  public private(set) var services: [Chart.ServiceID] = []
  /// The outputs that nobody has taken yet, the oldest first. Not redacted.
  public private(set) var outputs: [Chart.Output] = []
  /// Their numbers in the session.
  @ObservationIgnored private var numbers: [UInt64] = []
  /// The number of the last output that an update had, of this chart or of one inside it.
  @ObservationIgnored private var lastNumber: UInt64 = 0
  /// How many updates were missed, because the main actor was busy for too long. Their outputs are not.
  public private(set) var skipped = 0
  /// The events among those asked for with `canSend` that would do something now.
  private var enabled: Set<ChartEvent> = []
  /// What was asked for with `canSend`, and how many updates there had been when it was asked for last.
  @ObservationIgnored private var asked: [ChartEvent: Int] = [:]
  @ObservationIgnored private var updates = 0
  @ObservationIgnored private var isAsking = false
  @ObservationIgnored private var mustAskAgain = false

  /// Events with different data that are kept to be asked for again; of more, those for which no view asks any longer
  /// are forgotten with the next update.
  static var maximumQuestions: Int { 64 }
  /// How many are kept now.
  var questions: Int { asked.count }

  /// Outputs that wait for a view at most; the oldest are dropped, and counted.
  public static var maximumOutputs: Int { 100 }
  /// How many outputs were dropped, because nobody took them.
  public private(set) var droppedOutputs = 0

  /// What went wrong, the oldest first; see `SessionUpdate.failures`. At most 100, and the oldest are dropped.
  public private(set) var failures: [String] = []
  /// After a restore, the variables whose value the snapshot does not have; see `SessionUpdate.lostVariables`.
  public private(set) var lostVariables: [String] = []

  /// Makes a model of a session, which may have been started or not.
  public init(_ session: Session<Chart>) { self.session = session }

  /// Starts the session if need be, and follows it until it is over or the task is cancelled.
  public func follow() async {
    let updates = await session.updates()
    await session.start()
    for await update in updates {
      apply(update)
      await refresh()
      if Task.isCancelled { return }
    }
  }

  /// Sends an event, in the order of calls.
  ///
  /// - Returns: Whether the session will handle it.
  @discardableResult
  public func send(_ event: Chart.Event) -> PostResult { session.post(event) }

  /// Whether a state is active.
  public func isActive(_ state: Chart.StateID) -> Bool { states.contains(state) }

  /// Whether an event with its data would do something now, for buttons. False until the session was asked, right after the first call, and after
  /// every update: each event is kept and asked for again. So a password that is being typed is not asked with: its
  /// beginnings would stay in memory for a while.
  public func canSend(_ event: Chart.Event) -> Bool {
    let event = event.event
    if asked.updateValue(updates, forKey: event) == nil { Task { await self.refresh() } }
    return enabled.contains(event)
  }

  /// Takes the oldest output, so that it is shown once. If the session keeps outputs until they are acknowledged, this
  /// acknowledges the output.
  public func takeOutput() -> Chart.Output? {
    guard !outputs.isEmpty else { return nil }
    numbers.removeFirst()
    acknowledge()
    return outputs.removeFirst()
  }

  /// Acknowledges all outputs before the oldest one that nobody has taken.
  private func acknowledge() {
    let session = session.untyped
    guard session.keepsOutputs else { return }
    let number = numbers.first.map { $0 - 1 } ?? lastNumber
    Task { await session.acknowledge(through: number) }
  }

  private func apply(_ update: Session<Chart>.Update) {
    if asked.count > Self.maximumQuestions { asked = asked.filter { $0.value == updates } }
    updates += 1
    // Only what changes is set: views are drawn anew for nothing else.
    if status != update.status { status = update.status }
    let (configuration, states) = (update.configuration, update.states)
    if self.configuration != configuration { self.configuration = configuration }
    if self.states != states { self.states = states }
    let services = update.services
    if self.services != services { self.services = services }
    context = update.context
    add(update)
    if update.skipped > 0 { skipped += update.skipped }
    if !update.failures.isEmpty { failures = (failures + update.failures).suffix(100) }
    if !update.lostVariables.isEmpty { lostVariables = update.lostVariables }
  }

  /// Adds the outputs of an update. Those that came before, to an earlier `follow()`, are left out.
  private func add(_ update: Session<Chart>.Update) {
    droppedOutputs += update.lostOutputs
    guard !update.untyped.outputs.isEmpty else { return }
    let new = update.numberedOutputs.filter { $0.number > lastNumber }
    lastNumber = max(lastNumber, update.firstOutput + UInt64(update.untyped.outputs.count) - 1)
    let excess = max(0, outputs.count + new.count - Self.maximumOutputs)
    if !new.isEmpty {
      outputs = (outputs + new.map(\.output)).suffix(Self.maximumOutputs)
      numbers = (numbers + new.map(\.number)).suffix(Self.maximumOutputs)
    }
    droppedOutputs += excess
    if excess > 0 || numbers.isEmpty { acknowledge() }
  }

  /// Asks the session for all events. One at a time does: what comes in between makes it ask once more.
  private func refresh() async {
    mustAskAgain = true
    guard !isAsking else { return }
    isAsking = true
    defer { isAsking = false }
    while mustAskAgain {
      mustAskAgain = false
      var found: Set<ChartEvent> = []
      for event in asked.keys where await session.untyped.preview(event) == .taken { found.insert(event) }
      if enabled != found { enabled = found }
    }
  }
}
