import Foundation
import Statecharts
import StatechartsLint
import StatechartsTesting
import StatechartsYAML
import Testing

/// Each chart in `Docs/guide/cookbook.md` is complete, has no finding, and does what the fence below it says.
///
/// A line of the fence is `STEP → STATES`, then what the chart emits and runs. A step is `start` for a new run, an event, a
/// duration, `SERVICE done` or `SERVICE fails CODE`. Data follows as `NAME=VALUE`. A comment `<!-- file: NAME -->` above a chart names
/// its file, so that other charts on the page can run it.
@Suite("The cookbook")
struct CookbookTests {
  struct Recipe: CustomTestStringConvertible, Sendable {
    var line: Int
    var file: String
    var text: String
    /// The lines of the page that tell the run.
    var run: Range<Int>

    var testDescription: String { "line \(line)" }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let page = root.appendingPathComponent("Docs/guide/cookbook.md")
  private static let isUpdating = ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_DOCUMENTS"] != nil

  @Test("every chart has no finding and does what the page says")
  func charts() throws {
    var lines = try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "\n")
    let recipes = Self.recipes(in: lines)
    #expect(recipes.count >= 13)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for recipe in recipes {
      try Data(recipe.text.utf8).write(to: folder.appendingPathComponent(recipe.file))
    }
    // From the last to the first, so that lines above an updated run keep their numbers.
    for recipe in recipes.reversed() {
      let name = folder.appendingPathComponent(recipe.file).path
      let source = SourceText(name: name, bytes: Array(recipe.text.utf8))
      #expect(reportedLines(Linter().lint(source, looksForFiles: true)) == [], "line \(recipe.line)")
      let shown = Array(lines[recipe.run])
      #expect(!shown.isEmpty, "line \(recipe.line): the chart is not run")
      let found = try Self.run(ChartLoader().load(source), shown)
      if Self.isUpdating {
        lines.replaceSubrange(recipe.run, with: found)
      } else {
        #expect(shown == found, "line \(recipe.line)")
      }
    }
    if Self.isUpdating {
      try lines.joined(separator: "\n").write(to: Self.page, atomically: true, encoding: .utf8)
    }
  }

  private static func recipes(in lines: [String]) -> [Recipe] {
    var result: [Recipe] = []
    for (number, line) in lines.enumerated() where line == "```yaml" {
      let text = lines[(number + 1)...].prefix { $0 != "```" }
      let before = number > 0 ? lines[number - 1] : ""
      let file =
        before.hasPrefix("<!-- file: ")
        ? String(before.dropFirst("<!-- file: ".count).dropLast(" -->".count)) : "line-\(number + 1).yaml"
      let rest = lines[text.endIndex...].dropFirst()
      let fence = rest.first == "" ? rest.dropFirst() : rest
      let run: ArraySlice<String> = fence.first == "```text" ? fence.dropFirst().prefix { $0 != "```" } : []
      result.append(
        Recipe(
          line: number + 1, file: file, text: text.map { $0 + "\n" }.joined(),
          run: run.startIndex..<run.endIndex))
    }
    return result
  }

  private static func run(_ loaded: LoadedChart, _ shown: [String]) throws -> [String] {
    var simulation = try Simulation(loaded.chart, children: loaded.children)
    return try shown.map { line in
      let step = line.components(separatedBy: " → ")[0]
      let words = step.split(separator: " ").map(String.init)
      let first = try #require(words.first, "an empty line in a run")
      let given = Dictionary(
        words.filter { $0.contains("=") }.map { word in
          let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
          return (parts[0], value(of: parts.count > 1 ? parts[1] : ""))
        }, uniquingKeysWith: { _, last in last })
      let data = given.isEmpty ? ChartValue.unset : .map(given)
      let report: SimulationReport
      var isEvent = false
      if first == "start" {
        simulation = try Simulation(loaded.chart, children: loaded.children)
        report = simulation.start()
      } else if words.count > 2, words[1] == "fails" {
        report = simulation.fail(service: first, code: words[2], data: data)
      } else if words.count > 1, words[1] == "done" {
        report = simulation.complete(service: first, with: data)
      } else if let duration = try? Duration(literal: first) {
        report = simulation.advance(by: duration)
      } else {
        report = simulation.send(first, data: data)
        isEvent = true
      }
      return "\(step) → \(summary(of: report, isEvent: isEvent))"
    }
  }

  /// A truth value, an integer, or else a text; digits in quotes are a text.
  private static func value(of text: String) -> ChartValue {
    if text == "true" || text == "false" { return .bool(text == "true") }
    if text.count > 1, text.hasPrefix("'"), text.hasSuffix("'") {
      return .string(String(text.dropFirst().dropLast()))
    }
    return Int(text).map(ChartValue.int) ?? .string(text)
  }

  private static func summary(of report: SimulationReport, isEvent: Bool) -> String {
    var parts = [report.configuration.joined(separator: ", ")]
    // A failure that is retried, and a wait that goes on, take no transition but are not ignored either.
    if report.outcome == .rejected || (isEvent && report.outcome == .ignored) {
      parts.append(report.outcome.rawValue)
    }
    for output in report.outputs {
      var text = "emits \(output.name)"
      if case .map(let data) = output.data {
        for (name, value) in data.sorted(by: { $0.key < $1.key }) {
          if case .string(let string) = value {
            text += " \(name)=\(string)"
          } else {
            text += " \(name)=\(value)"
          }
        }
      }
      parts.append(text)
    }
    if !report.services.isEmpty { parts.append("runs " + report.services.joined(separator: ", ")) }
    if !report.failures.isEmpty { parts.append("problem: " + report.failures.joined(separator: " ")) }
    if report.isFinal { parts.append("ended") }
    return parts.joined(separator: " · ")
  }
}
