import Foundation
import Statecharts
import StatechartsCodegen
import StatechartsModel
import Testing

/// Swift of charts that use everything, that have odd names, and that declare nothing.
@Suite struct GeneratedFixtureTests {
  @Test("the compiled Swift is what the chart gives today", arguments: GeneratedFixture.all)
  func isFresh(fixture: GeneratedFixture) throws {
    let text = try fixture.text()
    if ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_DOCUMENTS"] == "1" {
      try Data(text.utf8).write(to: fixture.file)
    }
    let committed = try String(contentsOf: fixture.file, encoding: .utf8)
    #expect(Array(committed.utf8) == Array(text.utf8), "Run the tests with STATECHARTS_UPDATE_DOCUMENTS=1.")
  }

  @Test("the chart in Swift is the chart that was given, to the last part", arguments: GeneratedFixture.all)
  func isWhole(fixture: GeneratedFixture) throws {
    let generated = try fixture.generated()
    #expect(generated.chart == fixture.chart())
    #expect(modelDump(generated.chart) == modelDump(fixture.chart()))
  }

  @Test("every part of the model has a value in the chart that uses everything")
  func usesEverything() {
    var parts: [String: Bool] = [:]
    collect(EverythingChart.chart, &parts)
    #expect(parts.filter { !$0.value }.keys.sorted() == [])
    // A new case or property needs a value there and a line in `ModelParts.swift`: `isWhole` fails without the latter.
    #expect(parts.count > 60)
  }

  /// Notes for each property of the model's types whether it has a value somewhere.
  private func collect(_ value: Any, _ parts: inout [String: Bool]) {
    let mirror = Mirror(reflecting: value)
    // Its parts are none of ours.
    if value is Duration { return }
    for child in mirror.children {
      if let label = child.label, mirror.displayStyle == .struct, label != "origin" {
        let inner = Mirror(reflecting: child.value)
        let isCollection = inner.displayStyle == .collection || inner.displayStyle == .optional
        let text = "\(child.value)"
        let isDefault = isCollection ? inner.children.isEmpty : text == "false" || text == "0"
        let key = "\(mirror.subjectType).\(label)"
        parts[key] = (parts[key] ?? false) || !isDefault
      }
      collect(child.value, &parts)
    }
  }

  @Test("services that run under one id differ by their types")
  func sharedServiceID() throws {
    let names: [ChartName] = ["one", "two", "three"]
    let states = names.map { name in
      StateNode(name, invoke: [ChartInvocation(.service(name), id: "work")])
    }
    let chart = Statechart(
      "shared",
      handlers: HandlerCatalogue(
        services: [
          HandlerDeclaration("one"), HandlerDeclaration("two", result: .int), HandlerDeclaration("three"),
        ]),
      root: StateNode("shared", initial: InitialTransition(["one"]), states: states))
    let text = try SwiftChart(CompiledChart(chart), file: "shared.yaml").text
    for head in ["Shared, Void, Void, Never", "Shared, Void, Int, Never"] {
      #expect(text.components(separatedBy: "extension TypedService<\(head)> {").count == 2)
    }
    #expect(text.components(separatedBy: "static var work: Self { Self(\"work\") }").count == 3)
  }

  @Test("a state or name keeps its name where Swift allows, and all names differ")
  func oddNames() {
    #expect(OddNames.StateID.allCases.map(\.rawValue) == OddNamesChart.stateIDs)
    #expect(Set(OddNames.StateID.allCases).count == OddNamesChart.stateIDs.count)
    #expect(OddNames.StateID.fooBar.rawValue == "fooBar")
    #expect(OddNames.StateID.default.rawValue == "default")
    #expect(OddNames.StateID.input.rawValue == "INPUT")
    #expect(OddNames.StateID.urlOpened.rawValue == "URLOpened")
  }

  @Test("data keep the names that only other generated types have for themselves")
  func ownNames() {
    let kept: Set<KeyPath<OddNames.StateInput, String>> = [\.code, \.name, \.title, \.values, \.hash]
    #expect(kept.count == 5)
    #expect(OddNames.ErrorCode.code.rawValue == "code" && OddNames.StateFailure.code2.code == "code")
  }

  @Test("a text of a chart cannot break out of a comment or a literal")
  func texts() throws {
    let text = try GeneratedFixture.all[1].text()
    #expect(!text.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x2028 || $0.value == 0 })
    let escaped = text.split(separator: "\n").filter { $0.contains("let x = ") }
    #expect(escaped.allSatisfy { $0.contains("///") || $0.contains("\\u{2028}") || $0.contains("\\\"") })
  }
}
