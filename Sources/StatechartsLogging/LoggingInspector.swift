#if SwiftLog
  public import Logging
  public import Statecharts

  /// Writes each event of a session to a logger of swift-log.
  ///
  /// The message is the kind of the event in one word; everything else is metadata, under the names that
  /// `JSONLinesInspector` gives it: `n`, `t`, `session`, `chart` and what belongs to the kind. What the chart declares
  /// secret or personal has been replaced before, and controls are escaped, so that nothing from outside ends a line.
  public struct LoggingInspector: SessionInspector {
    private let logger: Logger
    private let level: @Sendable (TraceEvent.Kind) -> Logger.Level
    /// Whether the kind alone says the level.
    private let isUsual: Bool
    /// The logger's handler, whose level is read for each event. The logger would copy it each time.
    private let handler: any LogHandler
    /// The handler's level at the start, and what is written at it.
    private let start: (level: Logger.Level, kinds: TraceKinds)

    /// Makes an inspector with the usual levels.
    ///
    /// - Parameter logger: where the events go. It decides by its own level what is written.
    public init(_ logger: Logger) { self.init(logger, Self.usualLevel, isUsual: true) }

    /// Makes an inspector.
    ///
    /// - Parameters:
    ///   - logger: where the events go. It decides by its own level what is written.
    ///   - level: how much an event matters.
    public init(_ logger: Logger, level: @escaping @Sendable (TraceEvent.Kind) -> Logger.Level) {
      self.init(logger, level, isUsual: false)
    }

    private init(
      _ logger: Logger, _ level: @escaping @Sendable (TraceEvent.Kind) -> Logger.Level, isUsual: Bool
    ) {
      self.logger = logger
      self.level = level
      self.isUsual = isUsual
      handler = logger.handler
      start = (handler.logLevel, Self.usualKinds(handler.logLevel))
    }

    /// What the logger writes at its level now.
    public var kinds: TraceKinds {
      guard isUsual else { return .all }
      let level = handler.logLevel
      return level == start.level ? start.kinds : Self.usualKinds(level)
    }

    private static func usualKinds(_ level: Logger.Level) -> TraceKinds {
      switch level {
      case .trace: .all
      case .debug: .all.subtracting(timers)
      case .info: way.union(failures).union(refusals).union(faults)
      case .notice: failures.union(refusals).union(faults)
      case .warning: refusals.union(faults)
      case .error: faults
      case .critical: []
      }
    }

    private static var faults: TraceKinds { [.fault, .unhandledError] }
    private static var refusals: TraceKinds { [.rejected, .undelivered] }
    private static var failures: TraceKinds { [.failed] }
    private static var way: TraceKinds {
      [.started, .restored, .stepped, .output, .logged, .ended, .stopped]
    }
    private static var timers: TraceKinds { [.timerFired, .timerSet, .timerCancelled] }

    /// Errors for what is wrong in the chart or its handlers, warnings for what was refused or got lost, notices for
    /// failed services, `info` for the way through the chart, `debug` for what moves it, `trace` for timers.
    @Sendable public static func usualLevel(_ kind: TraceEvent.Kind) -> Logger.Level {
      switch kind.kind {
      case let kind where faults.contains(kind): .error
      case let kind where refusals.contains(kind): .warning
      case let kind where failures.contains(kind): .notice
      case let kind where way.contains(kind): .info
      case let kind where timers.contains(kind): .trace
      default: .debug
      }
    }

    /// Writes one event.
    public func record(_ event: TraceEvent) {
      let level = level(event.kind)
      // What nobody reads is not put together.
      guard level >= logger.logLevel else { return }
      var members = LogMembers()
      members.add("n", event.number)
      members.add("t", event.time)
      members.add("session", event.session)
      members.add("chart", event.chart)
      event.kind.write(to: &members)
      logger.log(level: level, "\(event.kind.name)", metadata: members.metadata, source: "Statecharts")
    }
  }
#endif
