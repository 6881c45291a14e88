import Statecharts
import StatechartsYAML
import TestExtent
import Testing

@Suite("Problems of the model, in the text")
struct ProblemPlaceTests {
  private func findings(_ body: String) -> (reading: ChartReading, findings: [Diagnostic]) {
    let reading = ChartReading.ofBody(body)
    #expect(reading.lines == [])
    return (reading, reading.diagnostics(for: reading.chart?.problems() ?? []))
  }

  /// The text that each finding marks.
  private func marked(_ body: String) -> [String] {
    let (reading, findings) = findings(body)
    return findings.map { "\($0.rule) \(reading.source.text(in: $0.range))" }
  }

  private func fixed(_ body: String) -> String? {
    let (reading, findings) = findings(body)
    guard let fix = findings.compactMap(\.fix).first else { return nil }
    var bytes = reading.source.bytes
    bytes.replaceSubrange(fix.range, with: Array(fix.replacement.utf8))
    return String(decoding: bytes.dropFirst("statechart: 1\nid: test\n".utf8.count), as: UTF8.self)
  }

  @Test(
    "an unknown target is marked where it is written, and the near name put in", arguments: ["", "'", "\""])
  func target(quote: String) {
    let body = { (name: String) in
      "initial: a\nstates:\n  a: { on: { go: \(quote)\(name)\(quote) } }\n  checking:\n"
    }
    #expect(marked(body("cheking")) == ["unknown-target \(quote)cheking\(quote)"])
    #expect(fixed(body("cheking")) == body("checking"))
  }

  @Test("a name inside an expression is marked alone", arguments: ["", "'", "\""])
  func expression(quote: String) {
    let body = { (name: String) in
      "context: { tries: { type: int, initial: 0 } }\ninitial: a\nstates:\n"
        + "  a: { on: { go: { guard: \(quote)1 < \(name)\(quote), target: a } } }\n"
    }
    #expect(marked(body("tires")).map { $0.split(separator: " ").last } == ["tires"])
    #expect(fixed(body("tires")) == body("tries"))
  }

  @Test("a name inside a folded expression is marked in its line")
  func folded() {
    let (reading, found) = findings(
      "context: { tries: int }\ninitial: a\nstates:\n  a:\n    entry:\n      log: >\n        tries +\n        tires\n"
    )
    #expect(found.count == 1)
    #expect(
      found.first.map { reading.source.position(at: $0.range.lowerBound) }
        == SourcePosition(line: 10, column: 9))
    #expect(found.first.map { reading.source.text(in: $0.range) } == "tires")
    #expect(found.first?.fix == nil)
  }

  @Test("a name inside an expression that was put together is marked in its own text")
  func composed() {
    let body = { (name: String) in
      "context: { tries: int, list: [int] }\ninitial: a\nstates:\n"
        + "  a: { entry: [{ assign: { list: [1, \"tries + \(name)\"] } }] }\n"
    }
    #expect(marked(body("tires")) == ["unknown-variable tires"])
    #expect(fixed(body("tires")) == body("tries"))
    let guards = { (name: String) in
      "handlers: { guards: { hasRole: { arguments: { role: string } } } }\ninitial: a\nstates:\n"
        + "  a: { on: { go: { guard: { \(name): { role: \"'x'\" } }, target: a } } }\n"
    }
    #expect(marked(guards("hasRoel")) == ["unknown-handler hasRoel"])
    #expect(fixed(guards("hasRoel")) == guards("hasRole"))
  }

  @Test("a near name that may be another one is asked for, not written over")
  func guesses() {
    let target = { (name: String) in "initial: unlocked\nstates:\n  unlocked: { on: { go: \(name) } }\n" }
    #expect(fixed(target("locked")) == nil)
    #expect(fixed(target("unlokced")) == target("unlocked"))
  }

  @Test("one of the values that is spelled wrong is told which one is near")
  func values() {
    let reading = ChartReading.ofBody(
      "context: { c: { type: string, values: [red, green], initial: gren } }\ninitial: a\nstates: { a: }\n")
    #expect(
      reading.lines == [
        "3:62 not-allowed: `initial` must be one of `values`, not `gren`. Did you mean `green`?"
      ])
  }

  @Test("a sentence in the place of an expression is told how to be a text")
  func sentence() {
    let (_, found) = findings("initial: a\nstates: { a: { entry: { log: hello world } } }\n")
    #expect(found.map(\.help) == ["If it is text, write it in inner quotes: `\"'hello world'\"`."])
  }

  @Test("related places come along")
  func related() {
    let (reading, found) = findings("initial: a\nstates: { a: , b: { initial: c, states: { c: , a: } } }\n")
    #expect(found.map(\.rule) == ["duplicate-state"])
    #expect(found.first?.related.map { reading.source.position(at: $0.range.lowerBound).column } == [11])
  }

  @Test("what the shape has reported is not reported again")
  func noEcho() {
    for body in [
      "initial: a\nstates: {}", "states: { a: }", "initial: a\nstates: { a: { type: history } }",
      "initial: a\nstates: { a: { type: choice } }", "initial: a\nstates: { a: { states: { b: } } }",
      "initial: a\nstates: { a: { on: { 1x: a } } }", "initial: a\nstates: { a: { on: { go: 1x } } }",
      "initial: a\nid: test\nstates: { a: }", "initial: a\nstates: { a: { on: { go: *b } } }",
      "initial: a\nstates: { a: { on: { go: { guard: !x, target: a } } } }",
      "initial: a\nstates: { a: , a: }",
      "initial: 1x\nstates: { a: }",
      "initial: a\nstates: { a: { type: fnal, states: { b: } } }",
      "initial: a\ncontext: { and: int }\nstates: { a: }",
    ] {
      let reading = ChartReading.ofBody(body)
      #expect(reading.diagnostics.count == 1, "\(body)")
      #expect(reading.diagnostics(for: reading.chart?.problems() ?? []) == [], "\(body)")
    }
    #expect(ChartReading.of("statechart: 1\nstates: 5").allLines.count == 2)
    #expect(ChartReading.of("statechart: 1\nid: [a]\ninitial: a\nstates: { a: }").allLines.count == 1)
  }

  @Test("every text that is cut short or torn apart gives findings and no crash")
  func torn() {
    let text = """
      statechart: 1
      id: torn
      context: { n: { type: int, initial: 0 }, list: { type: [string], initial: [] } }
      events: { go: { payload: { at: int? } } }
      initial: a
      states:
        a:
          entry: [{ assign: { n: n + 1 } }, { if: n > 1, then: x, else: { log: "'no'" } }]
          on: { go: { guard: { isOpen: { at: event.data.at } }, target: b }, "*": [b, {}] }
          after: { 5s: b }
        b: { type: parallel, states: { c: , d: { initial: e, states: { e: , h: { type: history, default: e } } } } }
      """
    let bytes = Array(text.utf8)
    var count = 0
    for cut in TestExtent.of(Array(bytes.indices), every: 6) {
      var pieces = [Array(bytes[..<cut]), Array(bytes[..<cut] + bytes[(cut + 1)...])]
      for sign in ["\n", ":", "[", "}", "'", " - "] {
        pieces.append(bytes[..<cut] + Array(sign.utf8) + bytes[cut...])
      }
      for piece in pieces {
        let reading = ChartReader().read(SourceText(name: "torn.yaml", bytes: piece))
        let all = reading.diagnostics + reading.diagnostics(for: reading.chart?.problems() ?? [])
        for finding in all {
          #expect(finding.range.upperBound <= piece.count + 1)
          #expect(!finding.message.isEmpty)
        }
        count += all.count
      }
    }
    #expect(count > TestExtent.count(500, whole: 1_000))
  }
}
