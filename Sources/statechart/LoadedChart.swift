import ArgumentParser
import Statecharts
import StatechartsTesting
import StatechartsYAML
import Foundation

/// A chart that was read from a file and found runnable.
struct LoadedChart {
  let chart: Statechart
  let compiled: CompiledChart

  init(path: String) throws {
    let s = try Self.source(path: path)
    let r = ChartReader().read(s)
    var ds = r.diagnostics
    if let c = r.chart { ds += r.diagnostics(for: c.problems()) }
    for d in ds { let p = s.position(at: d.range.lowerBound); print("\(path):\(p.line):\(p.column): \(d.severity) \(d.message) [\(d.rule)] help: \(d.help ?? "-")") }
    guard let c = r.chart else { throw ExitCode(1) }
    chart = c
    compiled = try CompiledChart(c)
  }

  func simulation(input: [String: Value]) throws -> Simulation { try Simulation(compiled, input: input) }

  static func source(path: String) throws -> SourceText { SourceText(name: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path)))) }
}
