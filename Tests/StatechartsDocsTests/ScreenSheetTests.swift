import Foundation
import Statecharts
import StatechartsModel
import StatechartsWalk
import StatechartsYAML
import Testing

@testable import StatechartsDocs

@Suite("Images of screens")
struct ScreenSheetTests {
  private static let signIn = """
    statechart: 1
    id: signIn
    title: Sign-in
    errors:
      wrong: { title: Wrong password }
      offline: { title: No connection }
    context: { lastError: { type: error, optional: true } }
    events: { submit: { title: password typed }, cancel: { title: cancelled }, back: { title: back }, help: { title: help } }
    handlers:
      guards: {}
      actions: {}
      services: { check: { result: { needsCode: bool }, errors: [wrong, offline] } }
    on: { cancel: canceled }
    initial: asking
    states:
      asking:
        title: Password
        on: { submit: checking, help: {} }
      checking:
        invoke:
          service: check
          timeout: 5s
          done:
            - { guard: event.data.needsCode, target: code, label: code needed }
            - { target: done, label: password right }
          failed:
            wrong: { target: asking, actions: { assign: { lastError: event.error } } }
            any: { target: broken, actions: { assign: { lastError: event.error } } }
            timeout: asking
      code:
        title: Code
        on: { submit: done, back: asking }
      broken:
        title: Not reached
        on: { submit: asking }
      done: { type: final, ending: success, title: Signed in }
      canceled: { type: final, ending: canceled, title: Given up }
    """

  private func drawn(_ settings: DiagramSettings = DiagramSettings()) throws -> ReadSheet {
    let reading = ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(Self.signIn.utf8)))
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
    arguments: ["discourse-delegated-auth.yaml", "fxa-authentication.yaml"])
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
    let model = ScreenSheet(flow, known.flat).model(DiagramSettings(), region: nil)
    var layouter = SheetLayouter(model)
    var writer = SheetWriter(layouter.run(), model, SheetAddresses())
    let sheet = try ReadSheet(writer.write())
    let found = Set(sheet.arrows.keys.filter { !$0.targets.isEmpty && !$0.source.isEmpty })
    #expect(found == expected)
    #expect(expected.count > 10)
  }
}
