import DiagramReading
import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsDocs

@Suite("What diagrams, sheets and sections say alike")
struct SharedWordsTests {
  private func ending(_ id: ChartName, _ ending: StateNode.Ending?) -> StateNode {
    var state = StateNode(id, kind: .final)
    state.ending = ending
    return state
  }

  /// A flow with two choices, and its run through them into a group.
  private func passed() throws -> (chart: Statechart, run: DocumentRun) {
    let group = StateNode("g", initial: InitialTransition(["x"]), states: [StateNode("x")])
    let chart = Statechart(
      "c", events: [EventDeclaration("go")],
      root: StateNode(
        "c", initial: InitialTransition(["a"]),
        states: [
          StateNode("a", on: [EventTransition("go", ChartTransition(["which"]))]),
          StateNode("which", kind: .choice, title: "Which?", always: [ChartTransition(["plain"])]),
          StateNode("plain", kind: .choice, always: [ChartTransition(["g"])]), group,
        ]))
    var machine = try Machine(try CompiledChart(chart))
    var run = DocumentRun()
    for step in [machine.start(), machine.send(ChartEvent("go"))] {
      run.add(DocumentRun.Step(what: "", did: [], place: nil), step.microsteps, configuration: ["x"])
    }
    return (chart, run)
  }

  @Test("a secret that becomes unset is cleared, in a diagram and in a sentence")
  func clearedSecrets() throws {
    let assignments = [
      NamedExpression("password", " unset "), NamedExpression("tries", "0"), NamedExpression("pin", "'1234'"),
    ]
    let chart = Statechart(
      "c",
      context: [
        ContextVariable(FieldDeclaration("password", .optional(.string), isSecret: true)),
        ContextVariable(FieldDeclaration("pin", .string, isSecret: true)),
        ContextVariable(FieldDeclaration("tries", .int)),
      ], root: StateNode("c", states: [StateNode("x", entry: [ChartAction(.assign(assignments))])]))
    let read = try ReadDiagram(MermaidDiagram(chart).text)
    #expect(read.nodes["s_x"]?.lines == ["entry / set tries to 0, update pin, clear password"])
    let words = ChartWords(chart)
    #expect(
      words.plainSentence(chart.root.states[0].entry) == "sets tries = 0, pin = …, clears password")
  }

  @Test("an ending that is declared stays what it is after a failure, only one that is not ends badly")
  func endingsAfterFailure() throws {
    let failures = [("1", ChartName("stopped")), ("2", "broken"), ("3", "saved")].map {
      ChartInvocation.Failure(ChartName($0.0), ChartTransition([$0.1]))
    }
    let chart = Statechart(
      "c",
      root: StateNode(
        "c", initial: InitialTransition(["work"]),
        states: [
          StateNode("work", invoke: [ChartInvocation(.service("s"), failed: failures)]),
          ending("stopped", .canceled), ending("broken", nil), ending("saved", .success),
        ]))
    let read = try ReadDiagram(MermaidDiagram(chart).text)
    #expect(read.nodes["s_stopped"]?.classes == ["finalState", "ends"])
    #expect(read.nodes["s_broken"]?.classes == ["finalState", "endsBadly"])
    #expect(read.nodes["s_saved"]?.classes == ["finalState", "endsWell"])
  }

  @Test("the legend for Graphviz names its forms, and explains runs, folded groups and other pictures")
  func legendForGraphviz() throws {
    let legend = DotDiagram(Samples.titled).legend
    #expect(legend.contains("Violet diamonds decide.") && !legend.contains("round ends"))
    let (chart, run) = try passed()
    #expect(
      DotDiagram(chart, DiagramSettings(depth: 1, run: run)).legend.hasSuffix(
        "Dotted boxes stand for several states. Yellow boxes were passed. Orange boxes are active."))
    #expect(
      DotDiagram(Samples.everything, DiagramSettings(part: "asking")).legend.hasSuffix(
        "Dashed boxes without color belong to other pictures."))
    #expect(!DotDiagram(Samples.everything).legend.contains("Dotted"))
  }

  @Test("a service without time limit that sends events waits, on a sheet as in a diagram")
  func sendingServices() throws {
    let labels = try ReadSheet(SVGSheet(Samples.titled).text).states.map(\.label)
    #expect(labels.contains("State: browser, waits"))
    #expect(labels.contains("State: Checking (checking), works"))
  }

  @Test("a timeout is called the same on a sheet as in a diagram")
  func timeouts() throws {
    let read = try ReadSheet(SVGSheet(Samples.titled).text)
    #expect(
      read.rows.map(\.label).contains(
        "Transition: when check fails: no answer in time (timeout), to asking"))
    #expect(read.words.contains("service failed: no answer in time"))
  }

  @Test("a choice with a title is a box, so it is marked as passed and active; a diamond is not")
  func markedChoices() throws {
    let (chart, run) = try passed()
    let passed = try ReadDiagram(MermaidDiagram(chart, DiagramSettings(run: run)).text)
    #expect(passed.nodes["s_which"]?.classes == ["decides", "visited"])
    #expect(passed.nodes["s_plain"]?.classes == [])
    let active = try ReadDiagram(
      MermaidDiagram(chart, DiagramSettings(active: ["which", "plain"])).text)
    #expect(active.nodes["s_which"]?.classes == ["decides", "active"])
    #expect(active.nodes["s_plain"]?.classes == [])
  }

  @Test("a sheet says that inner rows come first, if what is around cards has rows")
  func innerRowsFirst() throws {
    func legend(_ root: StateNode) throws -> String {
      let read = try ReadSheet(SVGSheet(Statechart("c", root: root)).text)
      return try #require(read.elements.first { $0.label == "Legend" }).text
    }
    let cancel = EventTransition("cancel", ChartTransition(["x"]))
    func group(_ on: [EventTransition]) -> StateNode {
      StateNode("g", on: on, states: [StateNode("x", on: [cancel])])
    }
    let beginning = "A row of a card comes before the same row of"
    #expect(try !legend(StateNode("c", states: [group([])])).contains(beginning))
    #expect(try legend(StateNode("c", states: [group([cancel])])).contains("\(beginning) a group around it."))
    #expect(
      try legend(StateNode("c", on: [cancel], states: [group([])])).contains("\(beginning) “In every state”.")
    )
    #expect(
      try legend(StateNode("c", on: [cancel], states: [group([cancel])])).contains(
        "\(beginning) a group around it or of “In every state”."))
  }

  @Test("a service whose title is blank is called by its name on a sheet, as in a diagram")
  func blankTitles() throws {
    let chart = Statechart(
      "c", handlers: HandlerCatalogue(services: [HandlerDeclaration("load", title: "  ")]),
      root: StateNode("c", states: [StateNode("x", invoke: [ChartInvocation(.service("load"))])]))
    #expect(try ReadDiagram(MermaidDiagram(chart).text).nodes["s_x"]?.lines == ["runs load"])
    #expect(try !ReadSheet(SVGSheet(chart).text).words.contains("–"))
  }
}
