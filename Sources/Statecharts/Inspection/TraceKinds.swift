/// Kinds of trace events.
public struct TraceKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public var rawValue: UInt32

  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// All kinds.
  public static let all = TraceKinds(rawValue: .max)
  /// Kinds that show the path through the chart: events, their outcomes, and steps with what is done in them.
  public static let steps: TraceKinds = [.received, .taken, .ignored, .stepped, .action, .logged]

  /// `TraceEvent.Kind.started`.
  public static let started = TraceKinds(rawValue: 1 << 0)
  /// `TraceEvent.Kind.restored`.
  public static let restored = TraceKinds(rawValue: 1 << 1)
  /// `TraceEvent.Kind.received`.
  public static let received = TraceKinds(rawValue: 1 << 2)
  /// `TraceEvent.Kind.completed`.
  public static let completed = TraceKinds(rawValue: 1 << 3)
  /// `TraceEvent.Kind.failed`.
  public static let failed = TraceKinds(rawValue: 1 << 4)
  /// `TraceEvent.Kind.timerFired`.
  public static let timerFired = TraceKinds(rawValue: 1 << 5)
  /// `TraceEvent.Kind.stopRequested`.
  public static let stopRequested = TraceKinds(rawValue: 1 << 6)
  /// `TraceEvent.Kind.taken`.
  public static let taken = TraceKinds(rawValue: 1 << 7)
  /// `TraceEvent.Kind.ignored`.
  public static let ignored = TraceKinds(rawValue: 1 << 8)
  /// `TraceEvent.Kind.rejected`.
  public static let rejected = TraceKinds(rawValue: 1 << 9)
  /// `TraceEvent.Kind.repeated`.
  public static let repeated = TraceKinds(rawValue: 1 << 10)
  /// `TraceEvent.Kind.stale`.
  public static let stale = TraceKinds(rawValue: 1 << 11)
  /// `TraceEvent.Kind.stepped`.
  public static let stepped = TraceKinds(rawValue: 1 << 12)
  /// `TraceEvent.Kind.action`.
  public static let action = TraceKinds(rawValue: 1 << 13)
  /// `TraceEvent.Kind.logged`.
  public static let logged = TraceKinds(rawValue: 1 << 14)
  /// `TraceEvent.Kind.fault`.
  public static let fault = TraceKinds(rawValue: 1 << 15)
  /// `TraceEvent.Kind.unhandledError`.
  public static let unhandledError = TraceKinds(rawValue: 1 << 16)
  /// `TraceEvent.Kind.serviceStarted`.
  public static let serviceStarted = TraceKinds(rawValue: 1 << 17)
  /// `TraceEvent.Kind.serviceCancelled`.
  public static let serviceCancelled = TraceKinds(rawValue: 1 << 18)
  /// `TraceEvent.Kind.serviceEnded`.
  public static let serviceEnded = TraceKinds(rawValue: 1 << 19)
  /// `TraceEvent.Kind.timerSet`.
  public static let timerSet = TraceKinds(rawValue: 1 << 20)
  /// `TraceEvent.Kind.timerCancelled`.
  public static let timerCancelled = TraceKinds(rawValue: 1 << 21)
  /// `TraceEvent.Kind.output`.
  public static let output = TraceKinds(rawValue: 1 << 22)
  /// `TraceEvent.Kind.sent`.
  public static let sent = TraceKinds(rawValue: 1 << 23)
  /// `TraceEvent.Kind.undelivered`.
  public static let undelivered = TraceKinds(rawValue: 1 << 24)
  /// `TraceEvent.Kind.ended`.
  public static let ended = TraceKinds(rawValue: 1 << 25)
  /// `TraceEvent.Kind.stopped`.
  public static let stopped = TraceKinds(rawValue: 1 << 26)
}

extension TraceEvent.Kind {
  /// The kind without what belongs to it.
  public var kind: TraceKinds {
    switch self {
    case .started: .started
    case .restored: .restored
    case .received: .received
    case .completed: .completed
    case .failed: .failed
    case .timerFired: .timerFired
    case .stopRequested: .stopRequested
    case .taken: .taken
    case .ignored: .ignored
    case .rejected: .rejected
    case .repeated: .repeated
    case .stale: .stale
    case .stepped: .stepped
    case .action: .action
    case .logged: .logged
    case .fault: .fault
    case .unhandledError: .unhandledError
    case .serviceStarted: .serviceStarted
    case .serviceCancelled: .serviceCancelled
    case .serviceEnded: .serviceEnded
    case .timerSet: .timerSet
    case .timerCancelled: .timerCancelled
    case .output: .output
    case .sent: .sent
    case .undelivered: .undelivered
    case .ended: .ended
    case .stopped: .stopped
    }
  }
}
