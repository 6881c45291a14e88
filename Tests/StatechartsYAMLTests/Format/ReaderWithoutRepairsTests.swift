import Foundation
import Statecharts
import StatechartsModel
import StatechartsRepair
import StatechartsYAML
import Testing

/// What an app sees that loads charts: it links no repairs.
@Suite("Reading charts without repairs")
struct ReaderWithoutRepairsTests {
  private func read(_ state: String, _ repairs: [any ChartRepair] = []) -> ChartReading {
    var set = RepairSet()
    set.shapes = repairs
    return ChartReader(repairs: set).read(
      SourceText(text: "statechart: 1\nid: test\ninitial: a\nstates:\n  a: { \(state) }\n  b: {}\n"))
  }

  @Test(
    "a mistake is reported in the words of the format",
    arguments: [
      (
        "onEntry: x",
        "5:8 unknown-key: `onEntry` is not allowed in a state. The keys are "
      ),
      (
        "after: { 5 seconds: b }",
        "5:17 wrong-kind: `5 seconds` is not a duration: "
      ),
      (
        "on: { go: -> b }",
        "5:18 illegal-name: `-> b` is not a valid state id. Use letters, digits, `_` and `-`, beginning with a letter."
      ),
      (
        "type: End",
        "5:14 not-allowed: `type` must be `parallel`, `final`, `history` or `choice`, not `End`. Write one of these words, or delete `type`."
      ),
      (
        "entry: [{ data: x }]",
        "5:18 missing-key: This is not an action. `data` belongs next to `raise` or `send` or `emit`."
      ),
    ])
  func words(state: String, line: String) {
    let reading = read(state)
    #expect(reading.lines.map { String($0.prefix(line.count)) } == [line])
    #expect(reading.diagnostics.allSatisfy { $0.fix == nil })
  }

  @Test(
    "a key of a transition never becomes an event or an error code",
    arguments: ["on: { target: b }", "invoke: { service: x, failed: { target: b } }"])
  func transitionKeys(state: String) {
    let reading = read(state)
    #expect(reading.diagnostics.map(\.rule) == ["misplaced-key"])
    #expect(reading.isUsable == false)
  }

  @Test("the shipped charts are read as with repairs")
  func shippedCharts() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../charts")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "yaml" && !$0.lastPathComponent.hasPrefix(".") }
    #expect(!files.isEmpty)
    for file in files {
      let source = try SourceText.read(file: file.path)
      let reading = ChartReader().read(source)
      #expect(reading.chart != nil)
      #expect(reading.chart == ChartReader.advising.read(source).chart)
    }
  }

  @Test("the first repair that answers has claimed the place")
  func order() {
    let reading = read("zzz: 1", [Claim(answers: false, "silent"), Claim("first"), Claim("second")])
    #expect(reading.diagnostics.map(\.message) == ["first"])
  }

  /// Answers unknown keys, or nothing.
  private struct Claim: ChartRepair {
    var answers: Bool
    var message: String

    init(answers: Bool = true, _ message: String) {
      self.answers = answers
      self.message = message
    }

    func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
      guard answers, case .unknownKey(let key, _, _, _) = problem else { return nil }
      return Advice(.unknownKey, at: chart.range(key), message)
    }
  }
}
