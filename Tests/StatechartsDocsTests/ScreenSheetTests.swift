import Foundation
import Statecharts
import StatechartsModel
import StatechartsWalk
import StatechartsYAML
import TestExtent
import Testing

@testable import StatechartsDocs

@Suite("Images of screens")
struct ScreenSheetTests {
  private func drawn(
    _ settings: DiagramSettings = DiagramSettings(), _ text: String = ScreenDiagramTests.signIn
  ) throws -> ReadSheet {
    let reading = ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(text.utf8)))
    let chart = try CompiledChart(try #require(reading.chart))
    return try ReadSheet(ScreenDiagram.diagrams(of: chart, settings, format: .svg)[0].text)
  }

  private func rows(of state: String, _ sheet: ReadSheet) -> [String] {
    sheet.rows.filter { sheet.state(around: $0)?.attributes["id"] == "state-\(state)" }.map(\.label)
  }

  @Test(
    "a card says whatever may happen on its screen: outcomes, what stays, what most screens share, errors")
  func card() throws {
    let sheet = try drawn()
    #expect(
      rows(of: "asking", sheet) == [
        "Transition: password typed: code needed, to Code",
        "Transition: password typed: password right, to Signed in",
        "Transition: password typed: otherwise, stays",
        "Transition: help, stays", "Transition: cancelled, to Given up",
        "Transition: after an error: Wrong password, stays",
        "Transition: after an error: No connection, to Not reached",
      ])
    #expect(rows(of: "code", sheet).contains("Transition: back, to Password"))
    #expect(sheet.states.compactMap { $0.attributes["id"] }.contains("state-checking") == false)
  }

  @Test("without failures, no row names an error")
  func withoutFailures() throws {
    let sheet = try drawn(DiagramSettings(failures: .off))
    #expect(!sheet.rows.isEmpty)
    #expect(!sheet.rows.contains { $0.label.contains("error") })
  }

  @Test("an error before the first screen is a row at the start")
  func failureAtTheStart() throws {
    let text = """
      statechart: 1
      id: c
      errors: { offline: { title: No connection } }
      context: { lastError: { type: error, optional: true } }
      handlers: { services: { load: { errors: [offline] } } }
      initial: loading
      states:
        loading:
          invoke:
            service: load
            timeout: 5s
            done: ready
            failed: { any: { target: broken, actions: { assign: { lastError: event.error } } } }
        ready: { type: final, title: Ready }
        broken: { type: final, title: Broken }
      """
    let sheet = try drawn(DiagramSettings(), text)
    let start = sheet.rows.filter { sheet.state(around: $0)?.label.hasPrefix("Chart: ") == true }.map(\.label)
    #expect(start.contains { $0.contains("No connection") && $0.hasSuffix(", to Broken") }, "\(start)")
  }

  @Test("the path leads down the cards, and to an end only where nothing else is below")
  func path() throws {
    let sheet = try drawn()
    let onPath = sheet.rows.filter { $0.classes.contains("onpath") }.map(\.label)
    #expect(
      onPath == [
        "Transition: password typed: code needed, to Code", "Transition: password typed, to Signed in",
      ])
  }

  @Test("screens have the meaning that the chart gives them")
  func meaning() throws {
    let sheet = try drawn()
    let classes = Dictionary(
      sheet.states.map { ($0.attributes["id"] ?? "", $0.classes) }, uniquingKeysWith: { first, _ in first })
    #expect(classes["state-done"]?.contains("endsWell") == true)
    #expect(classes["state-canceled"]?.contains("ends") == true)
    #expect(classes["state-broken"]?.contains("failure") == true)
    #expect(classes["state-asking"]?.contains("waits") == true)
  }

  @Test(
    "the rows lead to the same screens as the flow does, failures too",
    arguments: ["discourse-delegated-auth.yaml"] + (TestExtent.isWhole ? ["fxa-authentication.yaml"] : []))
  func shipped(_ name: String) throws {
    let file = SVGSheetTests.folder.appendingPathComponent(name).path
    let chart = try #require(ChartReader().read(try SourceText.read(file: file)).chart)
    let compiled = try CompiledChart(chart)
    let known = DocumentedChart(chart)
    let flow = ScreenFlow(Walk(Screens(compiled)), known, failures: .on)
    func anchor(_ screen: Int) -> String { XMLText.anchor(known.flat.states[screen].state.id.text) }
    let moves = flow.groups.flatMap(\.moves).filter { $0.to != $0.from }
    let expected = Set(
      moves.compactMap { move in
        move.from.map { ReadSheet.Arrow(source: anchor($0), targets: [anchor(move.to)]) }
      })
    let model = ScreenSheet(flow, known.flat).model(DiagramSettings(), region: nil, missing: nil)
    var layouter = SheetLayouter(model)
    var writer = SheetWriter(layouter.run(), model, SheetAddresses())
    let sheet = try ReadSheet(writer.write())
    let found = Set(sheet.arrows.keys.filter { !$0.targets.isEmpty && !$0.source.isEmpty })
    #expect(found == expected)
    #expect(expected.count > 10)
  }
}
