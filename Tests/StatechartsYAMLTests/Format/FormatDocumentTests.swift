import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsYAML
import Testing

/// The pages of the format reference: their examples are charts that run, and their tables are those of the key table.
@Suite("The specification of the format")
struct FormatDocumentTests {
  /// A page of the reference.
  enum Page: String, CaseIterable {
    case format = "chart-format"
    case expressions
    case yaml

    var url: URL { PackageFolder.url.appendingPathComponent("Docs/reference/\(rawValue).md") }

    func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }
  }

  /// An example: a whole chart, or a piece with the place where it belongs.
  struct Example: CustomStringConvertible {
    var page: Page
    var line: Int
    var place: String?
    /// The rule of the finding that the example is there to show.
    var rule: String?
    var text: String

    var description: String { "\(page.rawValue), line \(line)" }

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

  private static func examples() throws -> [Example] { try Page.allCases.flatMap(examples(on:)) }

  private static func examples(on page: Page) throws -> [Example] {
    let lines = try page.text().components(separatedBy: "\n")
    var result: [Example] = []
    for (number, line) in lines.enumerated() where line == "```yaml" {
      let text = lines[(number + 1)...].prefix { $0 != "```" }.map { $0 + "\n" }.joined()
      var example = Example(page: page, line: number + 1, text: text)
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
      let parts = try Page.format.text().components(separatedBy: "<!-- \(mark): shop -->\n```yaml\n")
      let text = try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
      return try CompiledChart(try #require(ChartReading.of(text).chart))
    }
    let clock = ManualClock()
    let session = try ChartSession(BoundChart(try chart("before")), clock: clock)
    await session.start()
    for event in ["add", "add", "enterCoupon", "order", "next"] { await session.send(event) }
    await clock.advance(by: .seconds(600))
    let snapshot = await session.snapshot(at: .zero)
    let newer = try ChartSession(
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

  @Test("the tables are those of the table of keys", arguments: Page.allCases)
  func tables(page: Page) throws {
    let updated = FormatReference.updated(try page.text())
    if PackageFolder.isUpdating { try Data(updated.utf8).write(to: page.url) }
    #expect(
      try page.text() == updated,
      "Run STATECHARTS_UPDATE_DOCUMENTS=1 swift test --filter FormatDocumentTests")
  }

  @Test("every table of keys is on one page")
  func everyTable() throws {
    let pages = try Page.allCases.map { try $0.text() }
    for object in FormatObject.allCases where ![.action, .error, .output].contains(object) {
      let tables = pages.map {
        $0.components(separatedBy: FormatReference.beginning(of: object) + "\n").count - 1
      }
      #expect(tables.reduce(0, +) == 1, "\(object.text)")
    }
  }

  @Test("the types and limits that the pages name are those of the code")
  func facts() throws {
    let document = try Page.format.text()
    for type in ["any", "bool", "int", "number", "string", "duration", "error", "map"] {
      #expect(document.contains("| `\(type)` |"))
    }
    for row in [
      "| a file | 4 MiB, 400,000 keys and values, 64 levels", "| a text | 64 KiB; a key 1,024 bytes",
      "| states inside one another | 16 levels |", "| charts inside one another | 8 levels, 100 files;",
    ] {
      #expect(document.contains(row))
    }
    let limits = YAMLLimits.default
    #expect(limits.fileBytes == 4 << 20 && limits.nodes == 400_000 && limits.depth == 64)
    #expect(limits.scalarBytes == 64 << 10 && limits.keyBytes == 1024)
    #expect(ChartReader.deepestState == 16)
    #expect(ChartLoader.deepestChart == 8 && ChartLoader.maximumCharts == 100)
  }
}
