import Statecharts
import StatechartsPreview

/// W14: what it costs an app that a preview shows its session.
struct PreviewWorkload {
  var effort: Effort

  /// How long a run takes. In the first second, the buffer takes up what is dropped later.
  private static let seconds = 5
  private static let ticks = 100

  /// Runs each rate without and with the preview.
  func run(_ address: String) async throws -> [Result] {
    // Each event of W1 makes three events of the trace.
    [
      try await cost("W14, 10,000 events/s of the trace", rate: 10_000 / 3, address),
      try await cost("W14, 10,000 events/s of the chart", rate: 10_000, address),
    ]
  }

  private func cost(_ workload: String, rate: Int, _ address: String) async throws -> Result {
    var parts: [Double] = []
    for _ in 0..<effort.runs {
      let without = try await part(rate, nil)
      let inspector = try PreviewInspector(address) { Files.complain("W14: \($0)") }
      parts.append(try await part(rate, inspector) - without)
      await inspector.close()
    }
    return Result(workload, "% of a processor", parts)
  }

  /// The part of a processor, in percent, that a session takes.
  ///
  /// - Parameter rate: How many events are sent in a second.
  private func part(_ rate: Int, _ inspector: PreviewInspector?) async throws -> Double {
    let session = try ChartSession(try BoundChart(Charts.ring()), inspector: inspector)
    await session.start()
    let event = ChartEvent("next")
    let clock = ContinuousClock()
    let (begun, used) = (Clock.wallNanoseconds(), Clock.processNanoseconds())
    let start = clock.now
    for tick in 0..<(effort.loops(Self.seconds * Self.ticks)) {
      for _ in 0..<(rate / Self.ticks) { await session.send(event) }
      try await clock.sleep(until: start.advanced(by: .seconds(tick + 1) / Self.ticks))
    }
    let time = Clock.wallNanoseconds() - begun
    return (Clock.processNanoseconds() - used) / time * 100
  }
}
