import Foundation
import ReferenceEngine
import Statecharts
import StatechartsLint
import StatechartsRepair
import StatechartsYAML
import TestExtent
import Testing

@Suite("What fixes change")
struct MeaningAfterFixesTests {
  /// A chart's meaning as a text; nil where it cannot be read whole.
  private static func meaning(_ source: SourceText) -> String? {
    let reading = ChartReader.advising.read(source)
    guard let chart = reading.chart, !reading.diagnostics.contains(where: { $0.severity == .error }),
      (try? CompiledChart(chart)) != nil
    else { return nil }
    return ChartWriter().text(of: chart)
  }

  private static func source(_ text: String) -> SourceText {
    SourceText(name: "test.yaml", bytes: Array(text.utf8))
  }

  private static func fixed(_ source: SourceText) -> FixedText {
    FixedText(Linter().lint(source)) { Linter().lint($0) }
  }

  @Test("a name that may be a variable of another name is not replaced by a field of the event")
  func halfRenamedVariable() {
    let chart = Self.source(
      """
      statechart: 1
      id: door
      context: { userEmail: { type: string, input: true } }
      events: { enter: { payload: { email: string } } }
      initial: open
      states:
        open: { on: { enter: { guard: event.data.email == email, target: closed } } }
        closed: { type: final }
      """)
    #expect(Self.fixed(chart).source.bytes == chart.bytes)
  }

  @Test("a chart that can be used means the same after its fixes")
  func same() throws {
    let root = Fixture.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var corpus = Fixture.all.map(\.source)
    for rule in RuleRegistry.standard.all { corpus += (rule.bad + rule.good).map { Self.source($0.text) } }
    for folder in ["charts", "Docs/examples"] {
      let url = root.appendingPathComponent(folder)
      for file in try FileManager.default.contentsOfDirectory(atPath: url.path) where file.hasSuffix(".yaml")
      {
        corpus.append(
          SourceText(name: file, bytes: Array(try Data(contentsOf: url.appendingPathComponent(file)))))
      }
    }
    for seed in 0..<TestExtent.count(UInt64(1), whole: 8) {
      let chart = PlantedChart(seed: seed, mistakes: Int(seed % 4))
      for style in WritingStyle.all {
        corpus.append(SourceText(name: "house", bytes: PlantedWriter(chart.tree, style).bytes))
      }
    }
    var fixes = 0
    for source in corpus {
      let fixed = Self.fixed(source)
      guard fixed.count > 0 else {
        #expect(fixed.source.bytes == source.bytes)
        continue
      }
      fixes += 1
      guard let before = Self.meaning(source) else { continue }
      #expect(
        Self.meaning(fixed.source) == before,
        "\(source.name)\n\(String(decoding: source.bytes, as: UTF8.self))")
    }
    #expect(fixes > 40, "\(fixes)")
  }

  /// Titles hold the names too, but as words, which nobody can tell from others.
  @Test("a typo in a name is fixed to the chart that was meant")
  func slips() throws {
    var right: UInt64 = 0
    var left: [String] = []
    var random = RandomSource(seed: 5)
    let charts: UInt64 = TestExtent.count(4, whole: 200)
    for seed in 0..<charts {
      let writer = PlantedWriter(PlantedChart(seed: seed, mistakes: 0).tree, WritingStyle(name: "plain"))
      let original = String(decoding: writer.bytes, as: UTF8.self)
      let meant = try #require(Self.meaning(Self.source(original)))
      var lines = original.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let names = PlantedChart.rooms + ["outside", "sweep", "heat"]
      let places = lines.indices.filter { index in
        index > (lines.firstIndex(of: "initial: attic") ?? 0)
          && names.contains { lines[index].hasSuffix(" \($0)") } && !lines[index].contains("title:")
      }
      let line = random.pick(Array(places))
      lines[line] = Self.slip(in: lines[line], &random)
      let wrong = Self.source(lines.joined(separator: "\n"))
      guard wrong.bytes != Array(original.utf8) else { continue }
      let fixed = Self.fixed(wrong)
      if fixed.count == 0 {
        left.append("seed \(seed): \(lines[line])")
      } else {
        #expect(Self.meaning(fixed.source) == meant, "seed \(seed): \(lines[line])")
        right += 1
      }
    }
    #expect(left.isEmpty && right > charts * 9 / 10, "\(right) fixed, left: \(left)")
  }

  /// A line with a letter of its last word missing, doubled or swapped with the next.
  private static func slip(in line: String, _ random: inout RandomSource) -> String {
    var letters = Array(line)
    let word = (letters.lastIndex(of: " ") ?? 0) + 1
    let place = random.number(word + 1...letters.count - 2)
    switch random.below(3) {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    default: letters.swapAt(place, place + 1)
    }
    return String(letters)
  }
}
