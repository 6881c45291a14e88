/// Where a chart is at one moment at which it waits, without what is secret or not to be kept.
///
/// It names everything by the names of the chart file, so it does not change when the app is built again. States,
/// variables, timers and services stand in document order or in the order in which they were made; the same moment
/// gives the same snapshot.
public struct ChartSnapshot: Codable, Hashable, Sendable {
  /// Whether the chart ran.
  public enum Status: String, Codable, Hashable, Sendable {
    /// It was not started.
    case fresh
    /// It took events.
    case running
    /// It had reached its end.
    case final
    /// It had been stopped.
    case stopped
  }

  /// A timer that waited.
  package struct Timer: Codable, Hashable, Sendable {
    /// Its number in its run.
    package var number: UInt64
    /// `after.STATE.DELAY`, `send EVENT`, `timeout ID` or `retry ID`.
    package var label: String
    /// What it is for.
    package var purpose: Purpose
    /// How it goes on, as the chart says; nil where it says nothing.
    package var resume: ResumePolicy?
    /// How long it was to wait when it was set.
    package var delay: Duration = .zero
    /// How long it still had to wait.
    package var remaining: Duration = .zero
  }

  /// What a timer is for.
  package enum Purpose: Codable, Hashable, Sendable {
    case after(state: String)
    case send(StoredEvent, to: String?, sendID: String?)
    case timeout(Work)
    case retry(Work, attempt: Int, key: String?)
  }

  /// A service or child chart as the chart writes it: the state that has it, its id, and its place among those of the
  /// same id there.
  package struct Work: Codable, Hashable, Sendable {
    package var state: String
    package var id: String
    package var place: Int?
  }

  /// A service or child chart that ran.
  package struct Service: Codable, Hashable, Sendable {
    package var work: Work
    /// The number of its start.
    package var run: UInt64
    /// 0 for the first start, then the number of the repetition.
    package var attempt: Int
    /// The key under which it ran; nil in older snapshots.
    package var idempotencyKey: String?
    /// The number of the timer of its timeout.
    package var timer: UInt64?
    /// What it is to be started with, where it was not started yet.
    package var pending: Pending?
    /// The child chart; nil for a service.
    package var child: ChildSnapshot?

    /// Whether it was to be started once the snapshot was stored.
    package var isPending: Bool { pending != nil }
    /// The id under which it ran.
    package var id: String { work.id }
    /// The state that it belongs to.
    package var state: String { work.state }
  }

  /// What a service is to be started with, and the events that it is to get then.
  package struct Pending: Codable, Hashable, Sendable {
    package var input: StoredOutput
    package var events: [StoredOutput]
  }

  /// An event that is not over: delayed, or the last one while something may still read it.
  package struct StoredEvent: Codable, Hashable, Sendable {
    package var kind: String
    package var name: String
    package var data: ChartValue?
    package var error: String?
    package var sendID: String?
    package var origin: String?
    package var work: Work?
    package var isPersonal: Bool?
  }

  /// The event that led to a state; nil for the start.
  package struct EntryEvent: Codable, Hashable, Sendable {
    package var state: String
    package var event: StoredEvent?
    /// Whether data of the event are secret and were left out; nil if not.
    package var isCut: Bool?
  }

  /// The chart's id.
  public package(set) var chart: String
  /// The chart's own version.
  public package(set) var version: Int
  /// SHA-256 of what the chart does, in hexadecimal digits.
  package var digest: String
  /// Whether it ran.
  public package(set) var status: Status
  /// The ids of all active states but the root, in document order. After the end: those where it ended.
  public package(set) var states: [String]
  /// What history states remember, by their ids; those that remember nothing are left out.
  package var history: [String: [String]]
  /// The variables that are kept, by name.
  package var context: [String: ChartValue]
  /// The variables among them whose values came from personal data, beyond what is declared.
  package var personal: [String]
  /// The secret variables that the app's sealer has sealed, in hexadecimal digits.
  package var sealed: [String: String]?
  /// The sealed variables that are secret as a whole because of their values, beyond what is declared; nil in older
  /// snapshots.
  package var wholeSecrets: [String]?
  /// The variables that had a value which is not in the snapshot, in document order; nil in older snapshots.
  package var lost: [String]?
  /// The timers, in the order in which they were set.
  package var timers: [Timer]
  /// What ran, in document order.
  package var services: [Service]
  /// For active states that have timers or services: what these are, to tell whether a changed chart has the same.
  package var work: [String: String]
  /// The last event, where something may still read it.
  package var event: StoredEvent?
  /// For active states that may start something again: the events that led there. Older snapshots have none.
  package var entryEvents: [EntryEvent]?
  /// The last number that was given to a run, a timer or a send.
  package var lastNumber: UInt64
  /// The result, redacted.
  package var result: ChartValue
  /// Why it had been stopped.
  package var stopReason: StopReason?
}

/// A child chart that ran.
package struct ChildSnapshot: Codable, Hashable, Sendable {
  /// The path by which the chart was invoked.
  package var path: String
  /// The number of the child in its session.
  package var number: Int
  // An array, for a struct cannot hold itself.
  private var content: [ChartSnapshot]

  private enum CodingKeys: String, CodingKey {
    case path, number, content
  }

  /// Reads the snapshot of a child chart.
  ///
  /// - Throws: `DecodingError` where charts lie in each other far deeper than charts can run each other.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.boundedContainer(keyedBy: CodingKeys.self)
    path = try fields.decode(String.self, forKey: .path)
    number = try fields.decode(Int.self, forKey: .number)
    content = try fields.decode([ChartSnapshot].self, forKey: .content)
  }

  init(path: String, number: Int, _ snapshot: ChartSnapshot) {
    self.path = path
    self.number = number
    content = [snapshot]
  }

  /// Where the child was.
  package var snapshot: ChartSnapshot? { content.first }
}
