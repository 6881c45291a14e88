import Statecharts
import StatechartsModel
import StatechartsSCXML
import StatechartsTesting
import StatechartsYAML
import Testing

@Suite("Exporting SCXML")
struct SCXMLExportTests {
  func chart(_ text: String) throws -> Statechart {
    let reading = ChartReader().read(SourceText(name: "chart.yaml", bytes: Array(text.utf8)))
    #expect(reading.diagnostics.isEmpty)
    return try #require(reading.chart)
  }

  func again(_ chart: Statechart) throws -> (chart: Statechart, export: SCXMLExport) {
    let export = SCXMLExport(chart, name: "chart.yaml")
    let result = SCXMLImporter().read(Array(export.text.utf8), name: "chart.scxml", base: "chart")
    #expect(result.remarks.filter { $0.severity == .error }.isEmpty)
    return (try #require(result.chart), export)
  }

  @Test("what the chart itself does leaves no state around the others: its timers go on")
  func rootStays() throws {
    let original = try chart(
      """
      statechart: 1
      id: sample
      initial: a
      on: { reset: a }
      after: { 30s: b }
      states:
        a: {}
        b: {}
      """)
    let (copy, _) = try again(original)
    for chart in [original, copy] {
      var simulation = try Simulation(try CompiledChart(chart))
      _ = simulation.start()
      _ = simulation.advance(by: .seconds(20))
      _ = simulation.send("reset")
      #expect(simulation.advance(by: .seconds(10)).configuration == ["b"])
    }
  }

  @Test(
    "a loop through a variable settles: converted back and forth it stays what it was",
    arguments: ["", "<foreach array='x' item='y'><log expr='y'/></foreach>", "<log expr='i'/>"])
  func loops(inner: String) throws {
    let document = """
      <scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript' name='sample'>
      <datamodel><data id='l' expr='[[1], [2]]'/></datamodel>
      <state id='a'><onentry><foreach array='l' item='x' index='i'>\(inner)</foreach><log expr='x'/></onentry></state>
      </scxml>
      """
    let result = SCXMLImporter().read(Array(document.utf8), name: "sample.scxml", base: "sample")
    let original = try #require(result.chart, "\(result.remarks)")
    let (copy, export) = try again(original)
    #expect(copy.context.map(\.name) == original.context.map(\.name))
    #expect(try again(copy).export.text == export.text)
    #expect(export.text.contains("item=\"x\" index=\"i\""))
  }

  @Test("a loop whose own names are read in its body keeps them")
  func loopNames() throws {
    let original = try chart(
      """
      statechart: 1
      id: sample
      context: { l: { type: any, initial: "[1, 2]" }, x: { type: any, initial: 0 } }
      initial: a
      states:
        a:
          entry:
            foreach: l
            as: each
            do: [{ assign: { x: each } }, { log: each + 1 }]
      """)
    let (_, export) = try again(original)
    #expect(export.text.contains("item=\"each\""), "\(export.text)")
  }

  @Test(
    "names of a loop that cannot be data in SCXML are reported, also where its body reads them"
  )
  func illegalLoopNames() throws {
    for body in ["[{ log: var + 1 }]", "[{ assign: { x: var } }, { log: var + 1 }]"] {
      let original = try chart(
        """
        statechart: 1
        id: sample
        context: { l: { type: any, initial: "[1, 2]" }, x: { type: any, initial: 0 } }
        initial: a
        states:
          a:
            entry:
              foreach: l
              as: var
              do: \(body)
        """)
      let remarks = SCXMLExport(original, name: "chart.yaml").remarks
      #expect(
        remarks.contains { $0.severity == .lost && $0.message.contains("`var`") }, "\(body): \(remarks)")
    }
  }

  @Test("what is calculated with a value of any kind is no span of time")
  func anyKind() throws {
    let original = try chart(
      """
      statechart: 1
      id: sample
      context: { n: { type: any, initial: 0 } }
      initial: a
      states:
        a:
          on:
            given: { actions: { assign: { n: event.data.k } } }
            doubled: { actions: { assign: { n: n * 2 } } }
            lessened: { actions: { assign: { n: n - 1 } } }
            shown: { actions: { log: n } }
      """)
    let remarks = SCXMLExport(original, name: "chart.yaml").remarks
    #expect(Set(remarks.map(\.severity)) == [.differs], "\(remarks)")
  }

  @Test("timers, done transitions, histories and computed sends behave the same after export and import")
  func behaviour() throws {
    let original = try chart(
      """
      statechart: 1
      id: sample
      context:
        n: { type: any, initial: 0, input: true }
      initial: outer
      states:
        outer:
          initial: { target: one, actions: { assign: { n: n + 1 } } }
          entry:
            - [{ log: fail() }]
            - { assign: { n: n + 1 } }
          on:
            - { go: { guard: n > 100, target: end }, "*": {} }
            - { go: end }
          after: { 1.5s: side }
          done: end
          states:
            past: { type: history, default: one }
            one: { on: { next: two } }
            two: { on: { finish: last } }
            last: { type: final }
        side: { on: { back: past } }
        end: { type: final, output: { n: n } }
      """)
    let (copy, export) = try again(original)
    #expect(!export.hasLosses, "\(export.remarks)")
    let steps: [(inout Simulation) -> SimulationReport] = [
      { $0.start() }, { $0.send("next") }, { $0.advance(by: .seconds(1)) }, { $0.advance(by: .seconds(1)) },
      { $0.send("back") }, { $0.send("go") }, { $0.send("finish") },
    ]
    var first = try Simulation(try CompiledChart(original))
    var second = try Simulation(try CompiledChart(copy))
    for (number, step) in steps.enumerated() {
      let (left, right) = (step(&first), step(&second))
      #expect(left.configuration == right.configuration, "step \(number)")
      #expect(left.context.map(\.value) == right.context.map(\.value), "step \(number)")
    }
    #expect(first.report.isFinal)
    #expect(first.report.result == second.report.result)
  }

  @Test(
    "a failure leaves out after export and import what it left out before",
    arguments: [
      "[{ log: fail() }, [{ assign: { n: 1 } }], { assign: { m: 1 } }]",
      "[{ log: fail() }, [{ assign: { n: 1 } }, { log: fail() }]]",
      "[[{ log: fail() }, { assign: { n: 1 } }], { assign: { m: 1 } }]",
      "[{ assign: { n: 1 } }, [{ log: fail() }, { assign: { n: 2 } }], { assign: { m: 1 } }]",
      "[{ assign: { n: 1 } }, [{ log: fail() }], [{ assign: { m: 1 } }], { log: fail() }, [{ assign: { m: 2 } }]]",
    ])
  func blocks(_ actions: String) throws {
    let original = try chart(
      """
      statechart: 1
      id: sample
      context: { n: { type: int, initial: 0 }, m: { type: int, initial: 0 }, late: { type: bool, initial: false } }
      initial: one
      states:
        one: { entry: \(actions), after: { 1s: { actions: { assign: { late: true } } } }, on: { go: two } }
        two: { on: { back: three } }
        three: { exit: \(actions), on: { go: two } }
      """)
    let (copy, export) = try again(original)
    #expect(!export.hasLosses, "\(export.remarks)")
    var first = try Simulation(try CompiledChart(original))
    var second = try Simulation(try CompiledChart(copy))
    let steps: [(inout Simulation) -> SimulationReport] = [
      { $0.start() }, { $0.advance(by: .seconds(1)) }, { $0.send("go") }, { $0.send("back") },
      { $0.send("go") },
    ]
    for (number, step) in steps.enumerated() {
      let (left, right) = (step(&first), step(&second))
      #expect(left.context.map(\.value) == right.context.map(\.value), "step \(number)")
    }
    #expect(first.report.context.last?.value == true)
  }

  @Test("a list inside the list that may fail between what may fail and what follows is named")
  func blocksInBlocks() throws {
    let sample = try chart(
      """
      statechart: 1
      id: sample
      context: { n: { type: int, initial: 0 } }
      initial: one
      states:
        one:
          entry: [{ log: event.data.x }, [{ log: fail() }], { assign: { n: 1 } }]
          exit: [{ log: event.data.x }, [{ assign: { n: 1 } }], { assign: { n: 1 } }]
      """)
    let remarks = SCXMLExport(sample, name: "x").remarks.filter {
      $0.message.contains("inner block")
    }
    #expect(remarks.map(\.severity) == [.differs])
  }

  @Test("kinds that are still spreading when assignments were followed long enough count as unknown")
  func longChains() throws {
    let sample = try chart(
      """
      statechart: 1
      id: sample
      context:
      \((0...140).map { "  v\($0): { type: any, initial: \($0 == 140 ? "\"'a'\"" : "1") }" }.joined(separator: "\n"))
      initial: one
      states:
        one:
          entry:
            - { log: v0 % 2 }
      \((0..<140).map { "      - { assign: { v\($0): v\($0 + 1) } }" }.joined(separator: "\n"))
      """)
    let words = SCXMLExport(sample, name: "x").remarks.map(\.message).joined(separator: " ")
    #expect(words.contains("`v0 % 2`"), "\(words)")
  }

  @Test("what a chart may refuse for a declared type is named, and not relied on")
  func declaredTypes() throws {
    let sample = try chart(
      """
      statechart: 1
      id: sample
      context:
        n: { type: int, initial: 0 }
        m: { type: int, initial: 0 }
        names: { type: [string], initial: "[]" }
        pair: { type: { a: int, b: string? }, initial: "{ a: 1 }" }
        other: { type: { a: int, b: string? }, initial: "{ a: 1 }" }
      initial: one
      states:
        one:
          on:
            good: { actions: [{ assign: { m: m + 1 } }, { assign: { pair: "{ a: m }" } }, { assign: { other: pair } },
              { assign: { names: "names + ['x']" } }, { log: m + 2 }] }
            bad: { actions: [{ assign: { n: event.data.count } }, { assign: { names: event.data.names } },
              { log: n + 1 }] }
      """)
    let remarks = SCXMLExport(sample, name: "x").remarks
    let words = remarks.map(\.message).joined(separator: "\n")
    #expect(words.contains("`event.data.count` may not have the type of `n` (an integer)"))
    #expect(words.contains("`event.data.names` may not have the type of `names` (a list)"))
    #expect(words.contains("`n + 1`"))
    for text in ["m + 1", "m + 2", "{ a: m }", "`pair`"] { #expect(!words.contains(text), "\(words)") }
  }

  @Test("the declared payload of an event tells what is assigned from it")
  func declaredPayloads() throws {
    let sample = try chart(
      """
      statechart: 1
      id: sample
      context:
        n: { type: int, initial: 0 }
      events: { count: { payload: { by: int } } }
      initial: one
      states:
        one: { on: { count: { actions: [{ assign: { n: event.data.by } }, { log: n + 1 }] } } }
      """)
    let words = SCXMLExport(sample, name: "x").remarks.map(\.message).joined(separator: "\n")
    #expect(!words.contains("event.data.by") && !words.contains("n + 1"), "\(words)")
  }

  @Test("what SCXML cannot say is named")
  func losses() throws {
    let sample = try chart(
      """
      statechart: 1
      id: sample
      title: A sample
      handlers: { actions: { beep: {} } }
      initial: one
      states:
        one: { entry: [beep, { emit: told }], on: { go: { guard: mayGo, target: one } } }
      """)
    let words = SCXMLExport(sample, name: "x").remarks.map(\.message).joined(separator: " ")
    for word in ["beep", "told", "mayGo", "handlers", "titles"] { #expect(words.contains(word), "\(word)") }
  }
}
