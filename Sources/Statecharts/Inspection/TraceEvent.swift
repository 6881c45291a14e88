/// One thing that a session did, for logs and inspectors. Everything in it is redacted by the chart's declarations:
/// what is declared secret or personal has been replaced before the event is made.
public struct TraceEvent: Hashable, Sendable {
  /// The number of the event in its session; the first is 1.
  public let number: UInt64
  /// The time since the session was made, by its clock.
  public let time: Duration
  /// The id of the session. For the charts that it runs, `.child1` and so on follows.
  public let session: String
  /// The id of that chart.
  public let chart: String
  /// What happened.
  public let kind: Kind

  /// Where an event comes from.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Source: Hashable, Sendable {
    /// From the app.
    case app
    /// From a service, by its id.
    case service(String)
    /// From the chart that runs this one, or from a chart that this one runs.
    case chart(String)
  }

  /// What happened.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// The chart was entered.
    case started
    /// The session went on from a snapshot with these active states. `lost` are the variables that had a value which the
    /// snapshot does not have.
    case restored(states: [String], lost: [String])
    /// An event arrived. The data are nil where the chart did not look at them.
    case received(event: String, data: ChartValue?, from: Source)
    /// A service ended well. The run is that of its start.
    case completed(service: String, run: UInt64, result: ChartValue)
    /// A service failed. The run is that of its start.
    case failed(service: String, run: UInt64, code: String, data: ChartValue)
    /// The time of a timer was over.
    case timerFired(String)
    /// Somebody stopped the session.
    case stopRequested

    /// A transition was taken because of what came before.
    case taken
    /// Nothing was enabled; the guards that said no.
    case ignored(refused: [EventOutcome.Refusal])
    /// The chart did not look at it; a plain sentence.
    case rejected(String)
    /// A failed service is started again after a time.
    case repeated(after: Duration)
    /// It came too late and was dropped.
    case stale

    /// The smallest step: states left, transitions taken, states entered, in order.
    case stepped(event: String?, exited: [String], taken: [TakenTransition], entered: [String])
    /// A handler action was called.
    case action(String, arguments: [NamedValue])
    /// The chart wrote to the log.
    case logged(ChartValue)
    /// A guard, an action or a service did something wrong; a plain sentence.
    case fault(String)
    /// Nothing took an error event.
    case unhandledError(String)

    /// A service or child chart was started. The number distinguishes runs of one id.
    case serviceStarted(id: String, run: UInt64, name: String, input: ChartValue, attempt: Int)
    /// A service or child chart was stopped, because its state was left or its time was over.
    case serviceCancelled(id: String, run: UInt64)
    /// A cancelled service has ended without a result.
    case serviceEnded(id: String, run: UInt64)
    /// A timer was set.
    case timerSet(String, number: UInt64, after: Duration)
    /// A timer was given up.
    case timerCancelled(String, number: UInt64)
    /// Something was sent to the app.
    case output(String, data: ChartValue)
    /// An event was sent to a service.
    case sent(event: String, data: ChartValue, service: String)
    /// A service did not take the events that were sent to it; some were dropped.
    case undelivered(event: String, service: String)

    /// The chart reached its end.
    case ended(result: ChartValue)
    /// The chart was stopped.
    case stopped(StopReason)
  }
}

/// Receives what sessions do, as it happens: a log, a recorder, an inspector.
public protocol SessionInspector: Sendable {
  /// Takes one event. It is called in the session's own time, so it must not wait.
  func record(_ event: TraceEvent)
  /// The kinds of events that it looks at now; all unless it says otherwise. Others are neither made nor counted, and
  /// while nobody looks at steps, none is written down.
  var kinds: TraceKinds { get }
}

extension SessionInspector {
  /// All.
  public var kinds: TraceKinds { .all }
}

/// An inspector that is handed outputs as they are, for tests: what it gets is not redacted.
package protocol PayloadInspector: SessionInspector {
  /// Something was sent to the app.
  func didEmit(_ output: NamedData)
}

/// An inspector that calls a closure.
public struct ClosureInspector: SessionInspector {
  private let body: @Sendable (TraceEvent) -> Void

  /// Wraps a closure.
  public init(_ body: @escaping @Sendable (TraceEvent) -> Void) { self.body = body }

  /// Calls it.
  public func record(_ event: TraceEvent) { body(event) }
}
