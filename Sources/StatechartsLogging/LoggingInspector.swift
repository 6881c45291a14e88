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

    /// Makes an inspector.
    ///
    /// - Parameters:
    ///   - logger: where the events go. It decides by its own level what is written.
    ///   - level: how much a kind matters; the usual is `usualLevel`.
    public init(
      _ logger: Logger,
      level: @escaping @Sendable (TraceEvent.Kind) -> Logger.Level = Self.usualLevel
    ) {
      self.logger = logger
      self.level = level
    }

    /// Errors for what is wrong in the chart or its handlers, warnings for what was refused or got lost, notices for
    /// failed services, `info` for the way through the chart, `debug` for what moves it, `trace` for timers.
    @Sendable public static func usualLevel(_ kind: TraceEvent.Kind) -> Logger.Level {
      switch kind {
      case .fault, .unhandledError: .error
      case .rejected, .undelivered: .warning
      case .failed: .notice
      case .started, .restored, .stepped, .output, .logged, .ended, .stopped: .info
      case .received, .completed, .stopRequested, .taken, .ignored, .repeated, .late, .action,
        .serviceStarted,
        .serviceCancelled, .serviceEnded, .sent:
        .debug
      case .timerFired, .timerSet, .timerCancelled: .trace
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
