#if SwiftLog
  import Logging
  import Statecharts
  import StatechartsLogging

  /// W15: what a logger costs whose level is too high for everything that sessions report.
  struct LoggingWorkload {
    var effort: Effort

    /// W1's events, without an inspector and with loggers. The three take turns, so that other work on the machine
    /// affects them alike.
    func run() async throws -> [Result] {
      let count = effort.loops(300_000) / 3 * 3
      let bound = try BoundChart(Charts.ring())
      let silent = try ChartSession(bound)
      let critical = try ChartSession(bound, inspector: Self.inspector(.critical))
      let notice = try ChartSession(bound, inspector: Self.inspector(.notice))
      for session in [silent, critical, notice] { await session.start() }
      var times: [Double] = []
      var costs: (critical: [Double], notice: [Double]) = ([], [])
      for run in -1..<effort.runs {
        let time = await Self.time(silent, count)
        let (low, high) = (await Self.time(notice, count), await Self.time(critical, count))
        guard run >= 0 else { continue }
        times.append(time)
        costs.notice.append((low / time - 1) * 100)
        costs.critical.append((high / time - 1) * 100)
      }
      for session in [silent, critical, notice] {
        try CheckFailure.check("W15 state", await session.current.configuration, ["A"])
      }
      return [
        Result("W15, no logger", "ns/event", times, count: count),
        Result("W15, logger at critical", "% more", costs.critical),
        Result("W15, logger at notice", "% more", costs.notice),
      ]
    }

    private static func inspector(_ level: Logger.Level) -> LoggingInspector {
      var logger = Logger(label: "W15") { StreamLogHandler.standardError(label: $0) }
      logger.logLevel = level
      return LoggingInspector(logger)
    }

    /// The processor time of an event, in nanoseconds.
    private static func time(_ session: ChartSession, _ count: Int) async -> Double {
      let event = ChartEvent("next")
      let start = Clock.processNanoseconds()
      for _ in 0..<count { await session.send(event) }
      return (Clock.processNanoseconds() - start) / Double(count)
    }
  }
#endif
