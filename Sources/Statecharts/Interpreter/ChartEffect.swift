/// Something that a machine asks of the world around it. The machine itself waits for nothing and starts nothing.
public enum ChartEffect: Hashable, Sendable {
  /// Start a service or a child chart; answer with `Machine.complete` or `Machine.fail`.
  case start(InvocationStart)
  /// Stop it; whatever it still answers is late and is dropped.
  case cancel(InvocationRun)
  /// Call `Machine.fire` when the time is over.
  case schedule(TimerID, after: Duration)
  /// Do not call `Machine.fire` any more.
  case cancelTimer(TimerID)
  /// Send an output to the app.
  case output(NamedData)
  /// Hand an event to the chart that invoked this one.
  case sendToParent(NamedData)
  /// Hand an event to a running service or child chart.
  case sendToInvocation(InvocationRun, NamedData)
}

/// One run of a service or a child chart. Each start is a new run, so a late result of an earlier run is recognized.
public struct InvocationRun: Hashable, Sendable {
  /// The id of the invocation.
  public let id: String
  /// The number of the start, unique in its machine.
  public let number: UInt64
  package let index: Int
}

/// What is to be started.
public struct InvocationStart: Hashable, Sendable {
  /// The run.
  public let run: InvocationRun
  /// What runs.
  public let source: InvocationSource
  /// What it is given, by name.
  public let input: NamedData
  /// 0 for the first start, then the number of the repetition.
  public let attempt: Int
  /// The same for all repetitions of one start, also after a restore. A session uses each key for one start only. A
  /// machine that an app runs itself begins it with its session id and counts from 1. So the keys of two such machines
  /// differ only if their session ids do.
  public let idempotencyKey: String
}

/// A timer of a machine.
public struct TimerID: Hashable, Sendable, Comparable {
  /// The timer's number, unique in its machine.
  public let number: UInt64
  /// What waits: `after.STATE.DELAY`, `send EVENT`, `timeout ID` or `retry ID`, for people.
  public let label: String

  package init(number: UInt64, label: String) {
    self.number = number
    self.label = label
  }

  /// Earlier timers come first.
  public static func < (left: TimerID, right: TimerID) -> Bool { left.number < right.number }
}

/// A name with data, of which some fields may be secret.
public struct NamedData: Hashable, Sendable {
  /// The name of the event, output or service.
  public let name: String
  /// The data as it is; for the receiver only.
  public let data: ChartValue
  /// The data with `ChartValue.redacted` in place of what is secret. It contains personal data, so it may be shown to the
  /// person and stored, but not logged. Logs take what a session sends to its inspector.
  public let redactedData: ChartValue
  /// What the data are beyond what is declared of them.
  package let taint: Taint
  /// The id of the chart that an output comes from; nil for anything else, and in snapshots of older versions.
  public internal(set) var chart: String?

  package init(
    name: String, data: ChartValue, redactedData: ChartValue, taint: Taint = [], chart: String? = nil
  ) {
    self.chart = chart
    self.name = name
    self.data = data
    self.redactedData = redactedData
    self.taint = taint
  }

  /// Whether a field of the data, or a part of it, is secret.
  func isSecret(_ field: String) -> Bool {
    guard case .map(let values) = data, case .map(let shown) = redactedData else {
      return data != redactedData
    }
    return values[field] != shown[field]
  }
}

extension ChartValue {
  /// What stands in place of a secret.
  public static let redacted = ChartValue.string("[secret]")
  /// What logs show in place of what identifies a person.
  public static let redactedPersonal = ChartValue.string("[personal]")
}
