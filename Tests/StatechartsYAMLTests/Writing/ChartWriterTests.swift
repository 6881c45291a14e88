import Foundation
import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Writing charts")
struct ChartWriterTests {
  /// The chart of a text, written and read again.
  func again(_ text: String) throws -> (first: String, second: String, findings: [String]) {
    let chart = try #require(ChartReader().read(SourceText(name: "a.yaml", bytes: Array(text.utf8))).chart)
    let written = ChartWriter().text(of: chart)
    let reading = ChartReader().read(SourceText(name: "b.yaml", bytes: Array(written.utf8)))
    return (written, ChartWriter().text(of: try #require(reading.chart)), reading.diagnostics.map(\.message))
  }

  @Test("words that YAML would take for numbers and truth values are quoted, expressions are not")
  func quotedWords() throws {
    let text = """
      statechart: 1
      id: a
      title: "007"
      context: { n: { type: int, initial: 1 } }
      initial: b
      states:
        b:
          title: "123"
          description: "True"
          on: { go: { guard: true, target: c }, "false": c, back: "true", both: { target: "true", label: "12" } }
        c: { title: "1e3" }
        "true": { on: { go: b } }
      """
    let written = try again(text)
    #expect(written.first == written.second && written.findings.isEmpty)
    for line in [
      #"title: "007""#, #"title: "123""#, #"description: "True""#, #"title: "1e3""#, "initial: 1",
      "guard: true", #"back: "true""#, #"target: "true""#,
    ] {
      #expect(written.first.contains(line), "\(line)\n\(written.first)")
    }
    #expect(written.first.contains(#""false":"#))
  }

  @Test("charts that are written are read without a finding, and written the same again")
  func charts() throws {
    let folder = PackageFolder.url.appendingPathComponent("charts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".yaml")
    }
    #expect(names.count >= 5)
    for name in names.sorted() {
      let source = try SourceText.read(file: folder.appendingPathComponent(name).path)
      let chart = try #require(ChartReader().read(source).chart)
      let written = ChartWriter().text(of: chart)
      let reading = ChartReader().read(SourceText(name: name, bytes: Array(written.utf8)))
      #expect(reading.diagnostics.map(\.message) == [], "\(name)")
      let copy = try #require(reading.chart)
      #expect(copy.problems().map(\.message) == chart.problems().map(\.message), "\(name)")
      #expect(ChartWriter().text(of: copy) == written, "\(name)")
      #expect(copy.context.map(\.field) == chart.context.map(\.field), "\(name)")
      #expect(copy.events == chart.events, "\(name)")
      #expect(copy.handlers == chart.handlers, "\(name)")
    }
  }

  @Test("how a flow ended is written back, and changes no digest")
  func ending() throws {
    let text = "statechart: 1\nid: a\ninitial: b\nstates:\n  b: { type: final, ending: canceled }\n"
    let written = try again(text)
    #expect(written.first == written.second && written.findings.isEmpty)
    #expect(written.first.contains("ending: canceled"))
    func digest(_ text: String) throws -> String {
      let chart = try #require(ChartReader().read(SourceText(name: "a.yaml", bytes: Array(text.utf8))).chart)
      return try CompiledChart(chart).digest
    }
    #expect(try digest(text) == digest(text.replacing(", ending: canceled", with: "")))
  }

  @Test("blocks, computed names, one value as data and repeated events keep their meaning")
  func additions() throws {
    let text = """
      statechart: 1
      id: sample
      context:
        x: { type: any, initial: "'#_internal'", input: true }
      initial: one
      states:
        one:
          entry:
            - [{ log: "'a: b'" }]
            - { send: (x + '.y'), content: 21, delay: 500ms, idTo: x, to: (x) }
            - { cancel: (x) }
          invoke: { chart: (x), among: [a.yaml, b.yaml], id: one.work, idTo: x }
          on:
            - go: { target: two, guard: x == 'a' }
              "*": one
            - { go: two }
        two:
          type: final
          content: x

      """
    let (first, second, findings) = try again(text)
    #expect(findings == [])
    #expect(first == second)
    #expect(first == text)
  }

  @Test("texts that YAML would read otherwise are quoted")
  func quoting() throws {
    let (first, second, findings) = try again(
      """
      statechart: 1
      id: a
      title: "yes"
      description: "a: b # c\\n\\t\\"d\\" \\\\ {e}"
      initial: "off"
      states: { "off": { title: "  x " }, "null": { title: "[y" } }
      """)
    #expect(findings == [])
    #expect(first == second)
    #expect(first.contains("title: \"yes\"") && first.contains("\"off\":"))
  }
}
