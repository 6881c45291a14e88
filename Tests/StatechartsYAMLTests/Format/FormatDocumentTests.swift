import Foundation
import Statecharts
import StatechartsTesting
import StatechartsYAML
import Testing

@Suite("The specification of the format")
struct FormatDocumentTests {
  /// An example: a whole chart, or a piece with the place where it belongs.
  struct Example: CustomStringConvertible {
    var line: Int
    var place: String?
    /// The rule of the finding that the example is there to show.
    var rule: String?
    var text: String

    var description: String { "line \(line)" }

    /// The example as a chart.
    var chart: String {
      switch place {
      case "state":
        return Example.frame(without: []) + "  here:\n"
          + text.split(separator: "\n").map { "    \($0)\n" }.joined()
      case "chart":
        let own = Set(text.split(separator: "\n").map { String($0.prefix { $0 != ":" }) })
        return Example.frame(without: own) + "  here:\n" + text
      default: return text
      }
    }

    /// The chart around a piece, without the keys that the piece has itself; `states` stands last.
    private static func frame(without own: Set<String>) -> String {
      let context = """
        context:
          tries: { type: int, initial: 0 }
          email: string?
          plan: { type: string, values: [free, paid], initial: free }
          devices: { type: [string], initial: [] }
          pause: { type: duration, initial: 30s }

        """
      return "statechart: 1\nid: example\ninitial: here\n" + (own.contains("context") ? "" : context)
        + "states:\n  asking:\n  checking:\n  signedIn:\n  locked:\n  failed:\n"
    }
  }

  private static let url = PackageFolder.url.appendingPathComponent("Docs/reference/chart-format.md")

  private static func document() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  private static func examples() throws -> [Example] {
    let lines = try document().components(separatedBy: "\n")
    var result: [Example] = []
    for (number, line) in lines.enumerated() where line == "```yaml" {
      let text = lines[(number + 1)...].prefix { $0 != "```" }.map { $0 + "\n" }.joined()
      var example = Example(line: number + 1, text: text)
      let before = number > 0 ? lines[number - 1] : ""
      if before.hasPrefix("<!-- in: ") {
        let parts = before.dropFirst(9).dropLast(4).components(separatedBy: ", wrong: ")
        example.place = parts[0]
        if parts.count > 1 { example.rule = parts[1] }
      }
      result.append(example)
    }
    return result
  }

  @Test("every example is a chart without findings, and runs")
  func examplesRun() throws {
    let examples = try Self.examples()
    #expect(examples.count > 15)
    for example in examples {
      let reading = ChartReading.of(example.chart)
      let findings = reading.allLines
      if let rule = example.rule {
        #expect(findings.contains { $0.contains(" \(rule): ") }, "\(example): \(findings)")
        continue
      }
      #expect(findings == [], "\(example)")
      guard let chart = reading.chart else { continue }
      var simulation = try Simulation(try CompiledChart(chart))
      let report = simulation.start()
      #expect(!report.configuration.isEmpty, "\(example)")
      #expect(report.stopped == nil, "\(example)")
      #expect(report.failures == [], "\(example)")
      for event in Set(chart.root.states.flatMap(\.on).map(\.event.name.text)).sorted() where event != "*" {
        #expect(simulation.send(event).stopped == nil, "\(example)")
      }
    }
  }

  @Test("the first flow does what the text says")
  func firstFlow() throws {
    let example = try #require(try Self.examples().first)
    var simulation = try Simulation(try CompiledChart(try #require(ChartReading.of(example.chart).chart)))
    #expect(simulation.start().configuration == ["asking"])
    for _ in 0..<2 {
      #expect(simulation.send("submit", data: ["password": "x"]).configuration == ["checking"])
      #expect(simulation.fail(service: "checkPassword", code: "wrongPassword").configuration == ["asking"])
    }
    _ = simulation.send("submit", data: ["password": "x"])
    #expect(simulation.fail(service: "checkPassword", code: "wrongPassword").isFinal)
    #expect(simulation.report.isFinal)
  }

  @Test("the session of the older shop goes on in the newer one as the text says")
  func shop() async throws {
    func chart(_ mark: String) throws -> CompiledChart {
      let parts = try Self.document().components(separatedBy: "<!-- \(mark): shop -->\n```yaml\n")
      let text = try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
      return try CompiledChart(try #require(ChartReading.of(text).chart))
    }
    let clock = ManualClock()
    let session = try Session(BoundChart(try chart("before")), clock: clock)
    await session.start()
    for event in ["add", "add", "enterCoupon", "order", "next"] { await session.send(event) }
    await clock.advance(by: .seconds(600))
    let snapshot = await session.snapshot(at: .zero)
    let newer = try Session(
      BoundChart(try chart("after")), restoring: snapshot, at: .seconds(300), clock: clock)
    await newer.start()
    #expect(await newer.current.states == ["checkout", "payment"])
    #expect(await newer.current.context["items"] == 2)
    #expect(await newer.current.context["asksForGift"] == false)
    await clock.advance(by: .seconds(899))
    #expect(await newer.current.states == ["checkout", "payment"])
    await clock.advance(by: .seconds(1))
    #expect(await newer.current.states == ["basket"])
  }

  @Test("the tables are those of the table of keys")
  func tables() throws {
    let document = try Self.document()
    let updated = FormatReference.updated(document)
    if PackageFolder.isUpdating { try Data(updated.utf8).write(to: Self.url) }
    #expect(
      try Self.document() == updated,
      "Make them anew: STATECHARTS_UPDATE_DOCUMENTS=1 swift test --filter FormatDocumentTests")
    for object in FormatObject.allCases where ![.action, .error, .output].contains(object) {
      #expect(document.contains(FormatReference.beginning(of: object) + "\n"), "\(object.text)")
    }
  }

  @Test("the types, functions and limits that it names are those of the code")
  func facts() throws {
    let document = try Self.document()
    for type in ["any", "bool", "int", "number", "string", "duration", "error", "map"] {
      #expect(document.contains("| `\(type)` |"))
    }
    let limits = YAMLLimits.default
    #expect(limits.fileBytes == 4 << 20 && limits.nodes == 400_000 && limits.depth == 64)
    #expect(limits.scalarBytes == 64 << 10 && limits.keyBytes == 1024)
    #expect(ChartReader.deepestState == 16)
    #expect(ChartLoader.deepestChart == 8 && ChartLoader.mostCharts == 100)
  }
}
