import DiagramReading
import Foundation
import Statecharts
import StatechartsDocs
import StatechartsModel
import Testing

@Suite("Diagrams of parts of charts")
struct ChartPartTests {
  private func read(_ part: ChartName, of chart: Statechart = Samples.everything, depth: Int? = nil) throws
    -> ReadDiagram
  {
    let diagram = MermaidDiagram(chart, DiagramSettings(part: part, depth: depth))
    if depth == nil { #expect(diagram.undrawn.isEmpty) }
    return try ReadDiagram(diagram.text)
  }

  private func arrows(_ read: ReadDiagram, _ from: String, _ to: String) -> [String] {
    read.arrows.filter { $0.from == from && $0.to == to }.map(\.label)
  }

  @Test("a part is drawn with its inside, what leads into it and where it leads, and nothing else")
  func part() throws {
    let read = try read("asking")
    #expect(read.title == "Sign in: Asking")
    for id in ["s_checking", "s_result", "s_asking", "s_finished"] {
      #expect(read.nodes[id] != nil && read.nodes[id]?.parent == nil)
    }
    #expect(read.nodes["s_start"] == nil && read.nodes["s_gone"] == nil)
    for outside in ["s_checking", "s_result", "s_finished"] {
      #expect(read.nodes[outside]?.classes.contains("outside") == true)
      #expect(read.nodes[outside]?.lines == [])
    }
    #expect(read.nodes["s_deep"]?.parent == "s_inner" && read.nodes["s_deep"]?.classes == ["waits"])
    #expect(arrows(read, "s_checking", "s_asking") == ["consent: done"])
    #expect(arrows(read, "s_result", "s_asking") == ["[event.data.exists]"])
    #expect(arrows(read, "s_asking", "s_finished") == ["done"])
  }

  @Test("ways from what surrounds a part into it are drawn, and what stands beside it in their targets")
  func inner() throws {
    let read = try read("factor")
    #expect(read.nodes["s_factor"]?.parent == nil)
    #expect(arrows(read, "s_asking", "s_inner2").count == 1)
    #expect(arrows(read, "s_other2", "s_memory") == ["retry"])
    #expect(read.nodes["s_asking"]?.classes == ["outside"] && read.nodes["s_timer"] == nil)
    let plain = try self.read("start")
    #expect(arrows(plain, "s_start", "s_gone") == ["after 2m"])
    #expect(plain.arrows.contains { $0.to == "s_start" && $0.from != "s_start" && $0.label.isEmpty == false })
  }

  @Test("the depth of a part counts from its inside on")
  func depth() throws {
    let read = try read("asking", depth: 1)
    #expect(read.nodes["s_factor"]?.classes == ["folded"] && read.nodes["s_deep"] == nil)
  }

  @Test("the last way of a fork outside, and a history there, are named")
  func outsideForms() throws {
    let states = [
      StateNode("fork", kind: .choice, always: [ChartTransition(["b"], guard: "x"), ChartTransition(["a"])]),
      StateNode("a", on: [EventTransition("go", ChartTransition(["back"]))]),
      StateNode(
        "group", title: "Group", initial: InitialTransition(["b"]),
        states: [
          StateNode("b"), StateNode("back", kind: .history(deep: true)), StateNode("end", kind: .final),
        ]),
    ]
    let chart = Statechart("c", root: StateNode("c", initial: InitialTransition(["a"]), states: states))
    let read = try read("a", of: chart)
    #expect(arrows(read, "s_fork", "s_a") == ["[else]"])
    #expect(read.nodes["s_back"]?.label == "H* Group")
    #expect(read.nodes["s_b"] == nil && read.nodes["s_group"] == nil)
  }

  @Test("of a transition from outside that leads to very many states, only those in the part are drawn")
  func manyTargets() throws {
    func chart(_ regions: Int) -> Statechart {
      let parts = (0..<regions).map { number in
        StateNode(
          ChartName("r\(number)"), initial: InitialTransition([ChartName("a\(number)")]),
          states: [StateNode(ChartName("a\(number)")), StateNode(ChartName("b\(number)"))])
      }
      let ends = ChartTransition((0..<regions).map { ChartName("b\($0)") })
      let states = [
        StateNode("s", on: [EventTransition("go", ends), EventTransition("on", ChartTransition(["p"]))]),
        StateNode("p", kind: .parallel, states: parts),
      ]
      return Statechart("c", root: StateNode("c", initial: InitialTransition(["s"]), states: states))
    }
    let few = try read("r7", of: chart(25))
    #expect(few.nodes["s_b6"] != nil && few.nodes.count > 25)
    let many = try read("r7", of: chart(26))
    #expect(many.nodes["s_b6"] == nil && arrows(many, "s_s", "s_b7") == ["go"])
  }

  @Test("the chart's own state gives the whole chart, and an undeclared state is reported")
  func edges() {
    #expect(
      MermaidDiagram(Samples.everything, DiagramSettings(part: "signIn"))
        == MermaidDiagram(Samples.everything))
    #expect(
      MermaidDiagram(Samples.everything, DiagramSettings(part: "nowhere")).undrawn == [
        "`nowhere` alone, because it is not a state"
      ])
  }

  @Test("of any state of any chart, its inside and all ways within it are drawn", arguments: 1...25)
  func anyPart(seed: UInt64) throws {
    let plain = HostileChart(seed: seed).plain
    let whole = ChartGraph(expectedFor: plain)
    var pending = plain.root.states
    while let state = pending.popLast() {
      pending += state.states
      var inside: Set<String> = []
      var rest = [state]
      while let next = rest.popLast() {
        inside.insert(next.id.text)
        rest += next.states
      }
      let drawn = ChartGraph(try read(state.id, of: plain))
      for arrow in whole.arrows
      where inside.contains(arrow.from) && inside.contains(arrow.to) && arrow.mark.isEmpty {
        let expected = whole.arrows.count { $0 == arrow }
        #expect(drawn.arrows.count { $0 == arrow } == expected, "\(state.id): \(arrow)")
      }
    }
  }

  @Test("Graphviz gets the same part and marks the same run")
  func dot() {
    let text = DotDiagram(Samples.everything, DiagramSettings(part: "asking")).text
    #expect(text.contains("\"checking\" [label=\"Checking account\", style=\"rounded,dashed\"]\n"))
    #expect(text.contains("subgraph \"cluster_asking\""))
    #expect(!text.contains("\"start\"") && text.contains("\"result\" -> \"asking.start\""))
    var run = DocumentRun()
    run.add(DocumentRun.Step(what: "", did: [], place: nil), [], configuration: ["deep"])
    let ended = "fillcolor=\"#ffc078\", color=\"#b35900\", penwidth=3, style="
    #expect(
      DotDiagram(Samples.everything, DiagramSettings(run: run)).text.contains(
        "\"deep\" [label=\"Deep\", \(ended)\"rounded,filled\"]\n"))
    // Of a group that is folded the group is marked.
    #expect(
      DotDiagram(Samples.everything, DiagramSettings(depth: 1, run: run)).text.contains(
        "\(ended)\"rounded,dotted,filled\"]\n")
    )
  }
}

@Suite("Large charts in several diagrams")
struct DiagramPlanTests {
  private func group(_ id: String, _ count: Int) -> StateNode {
    StateNode(
      ChartName(id), title: "Group \(id)", initial: InitialTransition([ChartName("\(id)0")]),
      states: (0..<count).map { StateNode(ChartName("\(id)\($0)")) })
  }

  private func chart(_ states: [StateNode]) -> Statechart {
    Statechart(
      "c", title: "Chart", root: StateNode("c", initial: InitialTransition([states[0].id]), states: states))
  }

  /// Upward there is nothing else to try when a diagram is too wide.
  private let up = DiagramSettings(direction: .up)

  private func words(_ chart: Statechart) -> [String] {
    DiagramPlan(chart, up).pieces.map {
      "\($0.title ?? "all") \($0.depth.map(String.init) ?? "-") \($0.states)"
    }
  }

  @Test("a chart that fits on a page is one diagram, a wider one an overview and its groups")
  func pieces() {
    #expect(words(chart([group("a", 5), group("b", 5)])) == ["all - 12"])
    #expect(
      words(chart([group("a", 11), group("b", 12), group("c", 5)]))
        == ["all 1 3", "Group a - 11", "Group b - 12", "Group c - 5"])
    // Many states below each other are as narrow as one.
    let row = (0..<40).map {
      StateNode(
        ChartName("s\($0)"),
        on: $0 < 39 ? [EventTransition("e", ChartTransition([ChartName("s\($0 + 1)")]))] : [])
    }
    #expect(words(chart(row)) == ["all - 40"])
    #expect(DiagramPlan(chart([group("a", 5)] + row), DiagramSettings(direction: .right)).pieces.count == 2)
    // What is too wide downward may fit from left to right.
    let fan = (0..<20).map { StateNode(ChartName("s\($0)")) }
    let pieces = DiagramPlan(chart(fan)).pieces
    #expect(pieces.count == 1 && pieces.first?.direction == .right && pieces.first?.detail == .everything)
    #expect(DiagramPlan(chart(Array(fan.prefix(3)))).pieces.first?.direction == .down)
  }

  @Test("a narrow chart of many states is one diagram, unless Mermaid does not draw it")
  func columns() {
    func column(_ count: Int, title: String?) -> Statechart {
      let states = (0..<count).map {
        StateNode(
          ChartName("s\($0)"), title: title,
          on: [EventTransition("e", ChartTransition([ChartName("s\($0 + 1)")]))])
      }
      return chart(states + [StateNode(ChartName("s\(count)"), states: [StateNode("inside")])])
    }
    #expect(words(column(81, title: nil)) == ["all - 83"])
    #expect(DiagramPlan.folded(column(81, title: nil), up) == nil)
    #expect(words(column(81, title: String(repeating: "long ", count: 200)))[0] == "all 1 82")
  }

  @Test("a group that is too wide is split again, and what has no groups stays whole and is told of")
  func nested() {
    let outer = StateNode(
      "o", title: "Outer", initial: InitialTransition(["a"]), states: [group("a", 10), group("b", 20)])
    #expect(
      words(chart([StateNode("s"), outer])) == ["all 1 2", "Outer 1 2", "Group a - 10", "Group b - 20"])
    func remarks(_ chart: Statechart) -> [DiagramRemark] {
      var remarks: [DiagramRemark] = []
      _ = DocumentView.diagram.markdown(of: DocumentedChart(chart), up) { remarks.append($0) }
      return remarks
    }
    let crowded = chart([StateNode("s"), outer])
    let letters = MermaidDiagram(crowded, DiagramSettings(part: "b", detail: .overview, direction: .up))
      .estimatedLetters
    #expect(letters < 10 && remarks(crowded) == [.smallLetters(letters)])
    #expect(remarks(chart([group("a", 10), group("b", 10)])).isEmpty)
    #expect(words(chart((0..<30).map { StateNode(ChartName("s\($0)")) })) == ["all - 30"])
    let many = words(chart((0..<50).map { group("g\($0)x", 2) }))
    #expect(many.count == 51 && many[0] == "all 1 50" && many[50] == "Group g49x - 2")
    #expect(words(chart((0..<200).map { group("g\($0)x", 2) })) == ["all - 600"])
  }

  @Test("the picture of a chart that is too wide is an overview with groups folded, if that helps")
  func folded() {
    let everything = DiagramSettings()
    #expect(DiagramPlan.folded(chart([group("a", 5)]), everything) == nil)
    let wide = DiagramPlan.folded(
      chart([group("a", 11), group("b", 12)] + (0..<4).map { StateNode(ChartName("s\($0)")) }), everything)
    #expect(wide?.depth == 1 && wide?.detail == .overview)
    // It is not folded twice, and a depth that is asked for stays.
    #expect(DiagramPlan.folded(chart([group("a", 30)]), DiagramSettings(depth: 2)) == nil)
    #expect(DiagramPlan.folded(chart((0..<30).map { StateNode(ChartName("s\($0)")) }), everything) == nil)
    // Without long conditions it fits.
    let guards = ChartExpression(String(repeating: "attempts < 1 and ", count: 20))
    let ways = (0..<8).map {
      EventTransition("go", ChartTransition([ChartName("t\($0)")], guard: guards, label: "go \($0)"))
    }
    let fan = [StateNode("s", on: ways)] + (0..<8).map { StateNode(ChartName("t\($0)")) }
    let narrow = DiagramPlan.folded(chart(fan), everything)
    #expect(narrow?.detail == .overview && narrow?.depth == nil)
  }

  @Test("a page gets every diagram under its name, one with a depth stays alone")
  func page() {
    let chart = chart([group("a", 20), group("b|", 20)])
    let text = DocumentView.diagram.markdown(of: chart, up)
    #expect(text.components(separatedBy: "```mermaid\n").count == 4)
    #expect(
      text.contains(
        "several states.\n\n**Group a**\n\n```mermaid\nstateDiagram-v2\n  accTitle: Chart#58; Group a\n"))
    #expect(text.contains("**Group b\\|**") && text.hasSuffix("```\n\nBlue boxes wait.\n"))
    let whole = DocumentView.diagram.markdown(of: chart, DiagramSettings(depth: 9))
    #expect(whole.components(separatedBy: "```mermaid\n").count == 2)
    #expect(
      DocumentView.diagram.markdown(of: chart, DiagramSettings(part: "a"))
        == "```mermaid\n\(MermaidDiagram(chart, DiagramSettings(part: "a")).text)```\n\nBlue boxes wait.\n")
  }

  @Test("of a diagram that Mermaid does not draw the page says so")
  func tooLarge() {
    let title = String(repeating: "ä", count: 1_000)
    func big(_ count: Int) -> Statechart {
      chart((0..<count).map { StateNode(ChartName("s\($0)"), title: title) })
    }
    // Characters count, not bytes.
    #expect(MermaidDiagram(big(48)).tooManyCharacters == nil)
    let count = MermaidDiagram(big(50), up).text.count
    #expect(MermaidDiagram(big(50), up).tooManyCharacters == count)
    let note =
      "```\n\nBlue boxes wait.\n\nThis diagram has \(count) characters. Mermaid draws at most 50000 by default; "
      + "raise `maxTextSize` in its settings.\n"
    #expect(DocumentView.diagram.markdown(of: big(50), up).hasSuffix(note))
    #expect(DocumentView.overview.markdown(of: big(50)).contains("Mermaid draws at most"))
    #expect(!DocumentView.diagram.markdown(of: big(48)).contains("Mermaid draws"))
  }

  @Test("an overview of a large chart shows its outer levels, but not two or three boxes")
  func overview() throws {
    func chart(_ groups: Int, of count: Int) -> Statechart {
      let parts = (0..<groups).map { group in
        StateNode(
          ChartName("g\(group)"), initial: InitialTransition([ChartName("g\(group)s0")]),
          states: (0..<count).map {
            StateNode(ChartName("g\(group)s\($0)"), states: [StateNode(ChartName("g\(group)s\($0)x"))])
          })
      }
      return Statechart("c", root: StateNode("c", initial: InitialTransition(["g0"]), states: parts))
    }
    func shown(_ chart: Statechart) throws -> Int {
      let lines = DocumentView.overview.markdown(of: chart).split(separator: "\n").dropFirst().dropLast(2)
      let read = try ReadDiagram(lines.joined(separator: "\n") + "\n")
      return read.nodes.values.count { $0.kind == .state }
    }
    #expect(try shown(chart(2, of: 2)) == 10)
    #expect(try shown(chart(10, of: 4)) == 10)
    #expect(try shown(chart(3, of: 20)) == 63)
    #expect(
      DocumentView.overview.markdown(of: chart(10, of: 4), DiagramSettings(depth: 3)).contains("s_g9s3x"))
  }
}
