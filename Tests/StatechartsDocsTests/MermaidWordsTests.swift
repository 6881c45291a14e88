import DiagramReading
import Statecharts
import StatechartsDocs
import StatechartsModel
import Testing

@Suite("What Mermaid diagrams say, and how")
struct MermaidWordsTests {
  @Test("several causes at an arrow are a list, in which nothing stands twice")
  func causes() throws {
    func way(_ event: EventDescriptor, _ label: String? = nil) -> EventTransition {
      EventTransition(event, ChartTransition(["y"], label: label))
    }
    func text(_ ways: [EventTransition]) -> String {
      MermaidDiagram(
        Statechart("c", root: StateNode("c", states: [StateNode("x", on: ways), StateNode("y")]))
      ).text
    }
    #expect(text([way("a"), way("b", "a")]).contains("  s_x --> s_y : a\n"))
    #expect(
      text([way("a"), way("b"), way("a"), way("b"), way("c", "1#")]).contains(
        "  s_x --> s_y : #8226; a<br/>#8226; b<br/>#8226; 1#35;\n"))
    let always = StateNode("x", on: [way("a")], always: [ChartTransition(["y"])])
    #expect(
      MermaidDiagram(Statechart("c", root: StateNode("c", states: [always, StateNode("y")]))).text.contains(
        "  s_x --> s_y : #8226; a<br/>#8226; always\n"))
    let bare = StateNode("x", always: [ChartTransition(["y"]), ChartTransition(["y"], guard: "g")])
    #expect(
      MermaidDiagram(Statechart("c", root: StateNode("c", states: [bare, StateNode("y")]))).text.contains(
        "  s_x --> s_y : #8226; always<br/>#8226; [g]\n"))
  }

  @Test("titles stand for the names of services, outputs, actions, guards and errors")
  func titles() throws {
    let read = try ReadDiagram(MermaidDiagram(Samples.titled).text)
    func labels(_ from: String, _ to: String) -> [String] {
      read.arrows.filter { $0.from == from && $0.to == to }.map(\.label)
    }
    #expect(read.nodes["s_checking"]?.lines == ["runs: Check the code, at most 15s"])
    #expect(labels("s_checking", "s_end") == ["done / emit signed in, forget the code"])
    #expect(
      labels("s_checking", "s_asking")
        == ["failed: This code is not right.", "failed: no answer in time", "failed: any other error"])
    #expect(labels("s_asking", "s_checking") == ["send [the code is complete]"])
    // Of several services each is named.
    #expect(
      labels("s_both", "s_end")
        == [
          "Check the code: done", "Check the code: failed, This code is not right.", "send: done",
          "send: failed",
        ])
  }

  @Test("a literal that is assigned is shown, unless it is long or secret")
  func literals() throws {
    let read = try ReadDiagram(MermaidDiagram(Samples.titled).text)
    #expect(
      read.nodes["s_asking"]?.lines == [
        "entry / set letter to B, tries to 0, cause to This code is not right., update long, sum, pin, clear other"
      ])
  }

  @Test("a choice with a title is a box with it, one without is a diamond")
  func choices() throws {
    let text = MermaidDiagram(Samples.titled).text
    let read = try ReadDiagram(text)
    #expect(read.nodes["s_which"]?.label == "Which code?")
    #expect(read.nodes["s_which"]?.kind == .state && read.nodes["s_which"]?.classes == ["decides"])
    #expect(read.nodes["s_plain"]?.kind == .choice && read.nodes["s_plain"]?.classes == [])
  }

  @Test("boxes say by color, frame and title what they mean, and the legend explains what is drawn")
  func meanings() throws {
    let diagram = MermaidDiagram(Samples.titled)
    let read = try ReadDiagram(diagram.text)
    func classes(_ node: String) -> [String] { read.nodes[node]?.classes ?? [] }
    #expect(classes("s_asking") == ["waits"])
    #expect(classes("s_checking") == ["works"] && read.nodes["s_checking"]?.label == "Checking …")
    // A service that sends events and has no time limit waits for somebody.
    #expect(classes("s_browser") == ["waits"] && read.nodes["s_browser"]?.label == "browser")
    #expect(classes("s_end") == ["finalState", "endsWell"])
    #expect(classes("s_lost") == ["finalState", "endsBadly"])
    #expect(classes("s_stopped") == ["finalState", "ends"])
    #expect(
      diagram.legend
        == "Blue boxes wait. Gray boxes with … work and go on by themselves. Violet boxes with round ends decide. "
        + "Green boxes with a thick frame end well. Red boxes with a thick dashed frame end badly. "
        + "Gray boxes with a thick frame end.")
    // Frames differ where colors are not seen.
    #expect(diagram.text.contains("classDef endsBadly fill:#fce8e6,stroke:#d93025,stroke-dasharray:5 3,"))
    #expect(diagram.text.contains("classDef endsWell fill:#e6f4ea,stroke:#188038,color"))
    let plain = MermaidDiagram(
      Statechart("c", root: StateNode("c", states: [StateNode("g", states: [StateNode("x")])])))
    #expect(plain.legend == "Blue boxes wait.")
    #expect(
      DocumentView.diagram.markdown(of: Samples.titled).hasSuffix("```\n\n\(diagram.legend)\n"))
  }

  @Test(
    "an arrow to a folded group names the state inside, one to the group itself does not",
    arguments: [DiagramSettings.Detail.everything, .overview])
  func foldedTargets(_ detail: DiagramSettings.Detail) throws {
    let ways = ["in", "g"].map {
      EventTransition(EventDescriptor(ChartName("go to \($0)")), ChartTransition([ChartName($0)]))
    }
    let group = StateNode("g", title: "Group", states: [StateNode("in", title: "Inner")])
    let chart = Statechart("c", root: StateNode("c", states: [StateNode("a", on: ways), group]))
    let settings = DiagramSettings(depth: 1, detail: detail)
    let read = try ReadDiagram(MermaidDiagram(chart, settings).text)
    #expect(read.arrows.map(\.label) == ["go to in → Inner", "go to g"])
  }
}
