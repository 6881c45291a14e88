/// Where a session is after something happened, and what it sent to the app with it.
public struct SessionUpdate: Sendable {
  /// The number of the update in its session; the first is 1. Each number goes to each caller at most once.
  public let number: UInt64
  /// The id of the chart of the session.
  public let chart: String
  /// How many updates before this one this caller did not get, for it was too slow. Where the session was in between
  /// is missed; their outputs are among those of this update.
  public internal(set) var skipped = 0
  /// Whether the chart runs.
  public let status: Machine.Status
  /// The ids of the active states without children, in document order. After the end: those where it ended.
  public let configuration: [String]
  /// The ids of all active states but the root, in document order.
  public let states: [String]
  /// The chart's variables, to read. Not redacted.
  public let context: ContextValues
  /// What the chart, and the charts that it runs, sent to the app with this update and those skipped before it, in
  /// order. Not redacted.
  public internal(set) var outputs: [NamedData]
  /// The number of the first of `outputs` in its session; the others follow. With `Delivery.acknowledged` and
  /// `.confirmed`, outputs that were not acknowledged come again, with the same numbers, to callers who come later and
  /// after a restore.
  public internal(set) var firstOutput: UInt64
  /// How many further outputs are missing, for more than 4,096 waited for this caller.
  public internal(set) var lostOutputs = 0
  /// What went wrong in the steps up to this update and those skipped before it, each as a plain sentence: why a service
  /// could not be started, which guard or action failed. The first update that a caller gets from a restored session also
  /// says which secrets could not be restored. At most 100; for people who build the app, not for its users.
  public internal(set) var failures: [String]
  /// In the first update that a caller gets from a restored session: the variables that had a value which the snapshot does
  /// not have, because they are secret and nothing sealed them, because they could not be opened, or because of
  /// `persist: never`. The variables of a chart inside follow the id under which it runs, as in `pay.pin`.
  public internal(set) var lostVariables: [String] = []
  /// The ids of what runs, in document order; what child charts run follows.
  public let services: [String]
  /// How many of `services` the chart itself runs. They come first.
  let ownServices: Int
  /// The output of the top-level final state where the chart ended; `.unset` otherwise. Not redacted.
  public let result: ChartValue

  /// Whether the caller is to come back when it has taken this.
  var asksForCall = false

  /// Whether a state is active.
  public func isActive(_ state: String) -> Bool { states.contains(state) }

  /// Whether the session takes no events any more: the chart has reached its end (`.final`), or was stopped (`.stopped`) by
  /// the app or by a limit. False before the start. It is the last update then, and stays true.
  public var isOver: Bool { status != .running && status != .notStarted }
}

extension SessionUpdate: CustomStringConvertible, CustomReflectable {
  /// Number and active states; no data, which may be secret.
  public var description: String { "\(number): \(configuration.joined(separator: ", "))" }

  /// No data, which may be secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["number": number, "configuration": configuration, "services": services])
  }
}

/// The updates of a session for one caller. Iterate once; ends when the session does.
public struct SessionUpdates: AsyncSequence, Sendable {
  /// One update.
  public typealias Element = SessionUpdate
  let stream: AsyncStream<SessionUpdate>
  /// The number of the first one.
  let first: UInt64
  /// Comes back for more.
  let callBack: @Sendable () async -> Void

  /// Begins to take updates.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: stream.makeAsyncIterator(), next: first, callBack: callBack)
  }

  /// Hands out updates, and counts those that are missing between two.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<SessionUpdate>.Iterator
    /// The number that comes next when none is missed.
    var next: UInt64
    let callBack: @Sendable () async -> Void

    /// The next update; nil when the session is over.
    public mutating func next() async -> SessionUpdate? {
      guard var update = await base.next() else { return nil }
      if update.asksForCall { await callBack() }
      if update.number > next { update.skipped = Int(clamping: update.number - next) }
      next = update.number + 1
      return update
    }
  }
}
