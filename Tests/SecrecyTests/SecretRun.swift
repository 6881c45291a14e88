import Foundation
import ReferenceEngine
import Statecharts
import StatechartsDocs
import StatechartsTesting
import Synchronization

/// One run of a chart full of secrets, and all that it exposes: as values that are printed, reflected and dumped, as lines of
/// JSON, as snapshots, as words of errors and as diagrams.
final class SecretRun {
  /// What was reported, by where.
  private(set) var told: [String: String] = [:]
  /// Every secret that went in; no two are the same.
  private(set) var canaries: [String] = []

  private let charts: SecretChart
  private let clock = ManualClock()
  private let services: ScriptedServices
  private let watcher = Watcher()
  private var random: RandomSource

  private final class Watcher: PayloadInspector {
    let events = Mutex<[TraceEvent]>([])
    let outputs = Mutex<[NamedData]>([])
    func record(_ event: TraceEvent) { events.withLock { $0.append(event) } }
    func didEmit(_ output: NamedData) { outputs.withLock { $0.append(output) } }
  }

  init(seed: UInt64, isDeclared: Bool = true) {
    random = RandomSource(seed: seed)
    charts = SecretChart(&random, isDeclared: isDeclared)
    services = ScriptedServices(clock: clock)
  }

  /// A secret that has not been there before.
  private func canary() -> ChartValue {
    let letters = Array("abcdefghijklmnopqrstuvwxyz \"\\é")
    let text = "c4n4ry" + String((0..<12).map { _ in random.pick(letters) }) + String(canaries.count)
    canaries.append(text)
    return .string(text)
  }

  private func tell(_ place: String, _ value: Any) {
    var text = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &text)
    told[place, default: ""] += text
  }

  private func bound() throws -> BoundChart {
    var handlers = ChartHandlers()
    handlers.guard("fits") { call in
      if call.arguments["x"] == .unset { throw HarnessProblem() }
      return true
    }
    handlers.action("hold") { _ in }
    let chart = try CompiledChart(charts.chart, children: [:])
    let child = try CompiledChart(charts.child)
    services.provide(for: chart, in: &handlers)
    // Not every random chart runs the other one.
    let runsChild = chart.invocations.contains { $0.source == .chart("kid.yaml") }
    return try BoundChart(
      chart, handlers: handlers, children: runsChild ? ["kid.yaml": BoundChart(child)] : [:])
  }

  private struct HarnessProblem: Error {}

  private func event() -> (String, ChartValue) {
    switch random.below(10) {
    case 0...2: ("enter", ["pin": canary(), "who": "somebody"])
    case 3, 4: ("grant", ["account": ["token": canary(), "kind": "a"]])
    case 5: ("inner", ["x": random.chance(50) ? [canary(), canary()] : canary()])
    case 6, 7: ("go", .unset)
    // What does not fit, or is called what nothing is called: nobody can know which part of it is secret.
    case 8: ("enter", ["pin": [canary()], "who": 7, "more": canary()])
    default: ("entr", ["pin": canary()])
    }
  }

  private func answer() async throws {
    guard let id = services.running.first else { return }
    switch random.below(4) {
    case 0: try await services.fail(id, code: "refused", data: ["hint": canary()])
    case 1: try await services.fail(id, code: "odd", data: ["hint": canary()])
    case 2: try await services.complete(id, with: ["token": canary(), "kind": 7])
    default: try await services.complete(id, with: ["token": canary(), "kind": "b"])
    }
  }

  /// Runs the chart, stored and taken up again on the way.
  func run(steps: Int) async throws {
    let bound = try bound()
    var session = try ChartSession(bound, input: ["pin": canary()], clock: clock, inspector: watcher)
    do {
      _ = try ChartSession(bound, input: ["pin": [canary()], "pinn": canary()])
    } catch { tell("errors", error) }
    await session.start()
    for _ in 0..<steps {
      switch random.below(10) {
      case 0...5:
        let (name, data) = event()
        tell("handed", ChartEvent(name, data: data))
        tell("answers", await session.preview(name, data: data))
        tell("answers", await session.send(name, data: data))
      case 6, 7: try await answer()
      case 8: await clock.advance(by: .seconds(random.number(1...3)))
      default: session = try await again(session, bound)
      }
      await clock.settle()
      tell("updates", await session.current)
    }
    tell("session", session)
    tell("handed", await session.current.context)
    tell("handed", watcher.outputs.withLock { $0 })
    do {
      tell("answers", try await session.query("none"))
    } catch { tell("errors", error) }
    await session.stop()
    await clock.settle()
    let events = watcher.events.withLock { $0 }
    for event in events {
      tell("trace", event)
      told["lines", default: ""] += event.jsonLine + "\n"
    }
    tell("diagrams", SequenceDiagram(events).text)
    tell("diagrams", MermaidDiagram(charts.chart).text)
    try simulate()
  }

  /// Puts a session away and takes it up again, also with a chart that does not take it.
  private func again(_ session: ChartSession, _ bound: BoundChart) async throws -> ChartSession {
    let snapshot = await session.snapshot(at: .zero)
    let bytes = try JSONEncoder().encode(snapshot)
    // Each form in which a coder may write it.
    told["snapshot", default: ""] += String(decoding: bytes, as: UTF8.self)
    let properties = PropertyListEncoder()
    properties.outputFormat = .xml
    told["snapshot", default: ""] += String(decoding: try properties.encode(snapshot), as: UTF8.self)
    tell("snapshot", snapshot)
    var other = snapshot
    other.chart.context["count"] = canary()
    other.chart.context["nothing"] = canary()
    do {
      _ = try ChartSession(bound, restoring: other)
    } catch { tell("errors", error) }
    await session.stop()
    await clock.settle()
    let stored = try JSONDecoder().decode(SessionSnapshot.self, from: bytes)
    let next = try ChartSession(bound, restoring: stored, at: .seconds(1), clock: clock, inspector: watcher)
    await next.start()
    return next
  }

  /// The same chart in virtual time, where reports are what people see.
  private func simulate() throws {
    var simulation = try Simulation(
      CompiledChart(charts.chart), children: ["kid.yaml": CompiledChart(charts.child)],
      input: ["pin": canary()])
    tell("reports", simulation.start())
    for _ in 0..<8 {
      let (name, data) = event()
      tell("reports", simulation.send(name, data: data))
      tell("reports", simulation.complete(service: "check", with: ["token": canary(), "kind": "c"]))
      tell("reports", simulation.fail(service: "check", code: "refused", data: ["hint": canary()]))
      tell("reports", simulation.advance(by: .seconds(1)))
    }
  }
}
