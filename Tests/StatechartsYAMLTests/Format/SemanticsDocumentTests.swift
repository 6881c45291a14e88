import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsYAML
import Testing

/// Each chart in `Docs/reference/semantics.md` is run by the fence below it. Its lines are `TOLD → STATES`, then what was done.
/// What is told is `start`, an event, a span of time, or `GUARD yes` and `GUARD no`. A chart may run those above it, by
/// their ids as names of files.
@Suite("The rules and their examples")
struct SemanticsDocumentTests {
  private static let url = PackageFolder.url.appendingPathComponent("Docs/reference/semantics.md")

  @Test("each chart does what the page says")
  func examples() throws {
    var lines = try String(contentsOf: Self.url, encoding: .utf8).components(separatedBy: "\n")
    var charts: [String: CompiledChart] = [:]
    var number = 0
    while number < lines.count {
      defer { number += 1 }
      guard lines[number] == "```yaml" else { continue }
      let place = "line \(number + 1)"
      let text = lines[(number + 1)...].prefix { $0 != "```" }
      let run = text.endIndex + 2
      guard lines.indices.contains(run), lines[run] == "```text" else {
        Issue.record("\(place): the chart is not run")
        continue
      }
      let shown = lines[(run + 1)...].prefix { $0 != "```" }
      let reading = ChartReading.of(text.map { $0 + "\n" }.joined())
      #expect(reading.allLines == [], "\(place)")
      guard let chart = reading.chart else { continue }
      let told = shown.map { $0.components(separatedBy: " → ")[0] }
      let compiled = try CompiledChart(chart)
      let found = try Self.run(compiled, charts, told)
      #expect(charts.updateValue(compiled, forKey: "\(chart.id).yaml") == nil, "\(place): the id is not new")
      if PackageFolder.isUpdating {
        lines.replaceSubrange(shown.indices, with: found)
      } else {
        #expect(Array(shown) == found, "\(place)")
      }
    }
    #expect(charts.count > 14)
    if PackageFolder.isUpdating {
      try lines.joined(separator: "\n").write(to: Self.url, atomically: true, encoding: .utf8)
    }
  }

  private static func run(
    _ chart: CompiledChart, _ children: [String: CompiledChart], _ told: [String]
  ) throws -> [String] {
    var simulation = try Simulation(chart, children: children)
    return told.map { line in
      let words = line.split(separator: " ").map(String.init)
      let report: SimulationReport
      if line == "start" {
        report = simulation.start()
      } else if words.count == 2, ["yes", "no"].contains(words[1]) {
        simulation.guards[words[0]] = words[1] == "yes"
        report = simulation.report
      } else if let span = try? Duration(literal: line) {
        report = simulation.advance(by: span)
      } else {
        report = simulation.send(line)
      }
      return "\(line) → \(summary(of: report))"
    }
  }

  private static func summary(of report: SimulationReport) -> String {
    var parts = [report.configuration.joined(separator: ", ")]
    if report.outcome != .taken { parts.append(report.outcome.rawValue) }
    if !report.actions.isEmpty {
      parts.append("does " + report.actions.map(\.name).joined(separator: ", "))
    }
    if !report.services.isEmpty { parts.append("runs " + report.services.joined(separator: ", ")) }
    if !report.failures.isEmpty { parts.append("problem: " + report.failures.joined(separator: " ")) }
    if let stopped = report.stopped { parts.append("stopped: \(stopped)") }
    if report.isFinal { parts.append("ended") }
    return parts.joined(separator: " · ")
  }
}
