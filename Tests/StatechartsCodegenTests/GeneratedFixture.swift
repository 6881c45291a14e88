import Foundation
import Statecharts
import StatechartsCodegen
import StatechartsModel
import Testing

/// A chart that was built in code beside the Swift that was generated from it, which is compiled with these tests.
struct GeneratedFixture: CustomTestStringConvertible, Sendable {
  let name: String
  let chart: @Sendable () -> Statechart
  let generated: @Sendable () throws -> CompiledChart

  var testDescription: String { name }

  static let all = [
    GeneratedFixture(
      name: "Everything", chart: { EverythingChart.chart }, generated: { try Everything.compiled.get() }),
    GeneratedFixture(
      name: "OddNames", chart: { OddNamesChart.chart }, generated: { try OddNames.compiled.get() }),
    GeneratedFixture(name: "Sketch", chart: { SketchChart.chart }, generated: { try Sketch.compiled.get() }),
  ]

  var file: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Generated/\(name).generated.swift")
  }

  func text() throws -> String {
    SwiftChart(try CompiledChart(chart()), file: "\(name).yaml", typeName: name).text
  }
}

/// A chart without any declaration: what Swift has to know follows from what the chart uses.
enum SketchChart {
  static var chart: Statechart {
    Statechart(
      "sketch",
      root: StateNode(
        "sketch", initial: InitialTransition(["a"]),
        states: [
          StateNode(
            "a",
            on: [
              EventTransition(
                "go.now",
                ChartTransition(
                  ["b"], guard: "isReady",
                  actions: [
                    ChartAction(.handler("note", arguments: [NamedExpression("x", "1")])),
                    ChartAction(.emit("gone", data: [NamedExpression("y", "2")])),
                  ])),
              EventTransition("other.*", ChartTransition(["b"])),
            ], invoke: [ChartInvocation(.service("load"))], queries: ["ask"]), StateNode("b"),
        ]))
  }
}
