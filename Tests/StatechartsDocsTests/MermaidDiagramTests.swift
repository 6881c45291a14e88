import DiagramReading
import Foundation
import Statecharts
import StatechartsDocs
import StatechartsModel
import Testing

@Suite("Mermaid diagrams")
struct MermaidDiagramTests {
  let text = MermaidDiagram(Samples.everything).text

  private func labels(from: String, to: String) throws -> [String] {
    try ReadDiagram(text).arrows.filter { $0.from == from && $0.to == to }.map(\.label)
  }

  @Test(
    "the drawing says exactly what the chart says", arguments: [Samples.everything, Samples.parallelRoot])
  func drawingIsTheChart(_ chart: Statechart) throws {
    let diagram = MermaidDiagram(chart)
    let drawn = ChartGraph(try ReadDiagram(diagram.text))
    let expected = ChartGraph(expectedFor: chart)
    #expect(drawn.states == expected.states)
    #expect(drawn.arrows.sorted() == expected.arrows.sorted())
    #expect(diagram.undrawn.isEmpty)
  }

  @Test(
    "another order says the same, each time with the same text", arguments: [nil, "asking"] as [ChartName?])
  func order(_ part: ChartName?) throws {
    func diagram(_ order: Int) -> MermaidDiagram {
      MermaidDiagram(Samples.everything, DiagramSettings(part: part, order: order))
    }
    #expect(diagram(7).text != diagram(0).text)
    #expect(diagram(7).text == diagram(7).text)
    let (other, first) = (
      ChartGraph(try ReadDiagram(diagram(7).text)), ChartGraph(try ReadDiagram(diagram(0).text))
    )
    #expect(other.states == first.states)
    #expect(other.arrows.sorted() == first.arrows.sorted())
  }

  @Test("in another order, the start dot comes after the group with which the chart begins")
  func orderOfStartDot() throws {
    let chart = Statechart(
      "poll",
      root: StateNode(
        "poll", initial: InitialTransition(["form"]),
        states: [
          StateNode(
            "form", initial: InitialTransition(["asking"]),
            on: [EventTransition("stop", ChartTransition(["done"]))],
            states: [StateNode("asking")]),
          StateNode("done", kind: .final),
        ]))
    let text = MermaidDiagram(chart, DiagramSettings(order: 7)).text
    let lines = text.split(separator: "\n")
    let end = try #require(lines.firstIndex(of: "  }"))
    let start = try #require(lines.firstIndex(of: "  [*] --> s_form"))
    #expect(end < start)
    #expect(ChartGraph(try ReadDiagram(text)) == ChartGraph(expectedFor: chart))
  }

  @Test(
    "a drawing with one mistake is told from the right one",
    arguments: [
      ("s_start --> s_checking", "s_start --> s_gone"), ("<br/>#8226; code", "code"),
      ("s_checking --> s_result", "s_result --> s_checking"),
      ("    s_factorDone --> [*]\n", ""), ("[*] --> s_other\n", "[*] --> s_other2\n"),
      ("  state \"Gone\" as s_gone\n", "  state \"Gone\" as s_went\n"), ("\"H#42;\"", "\"H\""),
      ("state s_result <<choice>>", "state \"Result\" as s_result"), ("Asking #8741;", "Asking"),
      ("  state s_timer {\n", "  }\n  state s_timer {\n"), ("Deep#58;", "Inner#58;"),
      ("  s_signIn_any --> s_gone", "  s_start --> s_gone"),
      ("s_gone,s_finished finalState", "s_finished finalState"),
    ])
  func mistakesAreSeen(_ right: String, _ wrong: String) throws {
    try #require(text.contains(right))
    let changed = text.replacing(right, with: wrong, maxReplacements: 1)
    let drawn = (try? ReadDiagram(changed)).map { ChartGraph($0) }
    #expect(drawn != ChartGraph(expectedFor: Samples.everything))
  }

  @Test("the reader keeps Mermaid's rule that the last block that mentions a state owns it")
  func readerMovesStates() throws {
    let changed = text.replacing("[*] --> s_other\n", with: "[*] --> s_start\n")
    #expect(ChartGraph(try ReadDiagram(changed)) != ChartGraph(expectedFor: Samples.everything))
  }

  @Test("labels say the trigger in the author's words, then guard and actions")
  func labels() throws {
    #expect(
      try labels(from: "s_start", to: "s_checking")
        == ["address entered [emailIsValid and attempts < 3] / update attempts"])
    #expect(try labels(from: "s_start", to: "s_start") == ["address entered", "any event [attempts > 100]"])
    #expect(try labels(from: "s_start", to: "s_gone") == ["after 2m"])
    #expect(try labels(from: "s_checking", to: "s_result") == ["the server answered"])
    #expect(
      try labels(from: "s_checking", to: "s_start")
        == ["error.offline", "checkAccount: failed, Too many requests"])
    #expect(try labels(from: "s_checking", to: "s_gone") == ["checkAccount: failed, any other error"])
    #expect(try labels(from: "s_checking", to: "s_asking") == ["consent: done"])
    #expect(try labels(from: "s_result", to: "s_finished") == ["[else]"])
    #expect(try labels(from: "s_asking", to: "s_finished") == ["done"])
    #expect(try labels(from: "s_signIn_any", to: "s_gone") == ["cancelled / closePage"])
    #expect(try labels(from: "s_shallow", to: "s_other") == ["first time / log"])
    #expect(try labels(from: "root_start", to: "s_start") == ["/ openPage"])
    #expect(try labels(from: "s_other", to: "s_other2") == ["after grace"])
  }

  @Test("transitions between a state and one around it are loops that name the inner one")
  func loops() throws {
    #expect(try labels(from: "s_inner", to: "s_inner") == ["Deep: retry"])
    #expect(try labels(from: "s_timer", to: "s_timer") == ["tick → last time"])
    #expect(try labels(from: "s_asking", to: "s_asking") == ["retry [pin == …]", "code → inner2 (internal)"])
  }

  @Test("a start dot stands first in its block, its arrow to a group after that group")
  func beginningWithGroup() throws {
    let inner = StateNode("inner", initial: InitialTransition(["leaf"]), states: [StateNode("leaf")])
    let beginning = InitialTransition(["inner"], actions: [ChartAction(.raise("e", data: []))])
    let outer = StateNode("outer", initial: beginning, states: [inner, StateNode("beside")])
    let text = MermaidDiagram(
      Statechart("c", root: StateNode("c", initial: InitialTransition(["outer"]), states: [outer]))
    ).text
    #expect(
      text.contains(
        """
          [*] --> s_outer
          state "outer" as s_outer
          state s_outer {
            [*]
            state "inner" as s_inner
            state s_inner {
              [*] --> s_leaf
              state "leaf" as s_leaf
            }
            state "beside" as s_beside
            [*] --> s_inner : / raise e
          }

        """))
    let read = try ReadDiagram(text)
    #expect(read.arrows.filter { $0.from == "s_outer_start" }.map(\.to) == ["s_inner"])
  }

  @Test(
    "a label of nothing but blanks of any script is none", arguments: [" ", "\u{A0}\u{3000}", "\u{85}\u{7F}"])
  func blankLabels(_ label: String) {
    var transition = ChartTransition(["a"])
    transition.label = label
    let ways = [EventTransition("go", transition)]
    let chart = Statechart(
      "c", root: StateNode("c", initial: InitialTransition(["a"]), states: [StateNode("a", on: ways)]))
    #expect(MermaidDiagram(chart).text.contains("  s_a --> s_a : go\n"))
  }

  @Test("what happens inside a state is written in it")
  func lines() throws {
    let diagram = try ReadDiagram(text)
    #expect(
      diagram.nodes["s_start"]?.lines == [
        "entry / send tick after 1500ms, if attempts > 0 (emit problem) else (for each x (raise retry))",
        "on page.* / cancel reminder", "exit / closePage",
      ])
    #expect(
      diagram.nodes["s_checking"]?.lines == [
        "runs checkAccount, at most 15s, retried up to 2 times on Too many requests, first after 1s, "
          + "receives all events, on each of its events / openPage", "runs consent",
      ])
    #expect(diagram.nodes["s_asking_lines"]?.label == "Asking")
    #expect(diagram.nodes["s_asking_lines"]?.lines == ["entry / openPage"])
    #expect(diagram.nodes["s_asking_lines"]?.parent == "s_asking")
    #expect(diagram.nodes["s_finished"]?.lines == ["returns attempts"])
    #expect(diagram.nodes["s_signIn_any"]?.lines == ["entry / set attempts to 0", "on tick / log"])
  }

  @Test("the literals of a guard that mentions a secret are not drawn")
  func secrets() throws {
    #expect(!text.contains("1234"))
    #expect(!text.contains("000000"))
    #expect(try labels(from: "s_asking", to: "s_asking").first == "retry [pin == …]")
    #expect(try labels(from: "s_inner", to: "s_factorDone") == ["code [event.data.digits == …]"])
  }

  @Test("screen readers get a title and the description in one line")
  func accessibility() throws {
    let diagram = try ReadDiagram(text)
    #expect(diagram.title == "Sign in")
    #expect(diagram.about == "Signs a person in, with a second factor where one is set.")
    #expect(
      try ReadDiagram(MermaidDiagram(Samples.everything, DiagramSettings(title: "A; b")).text).title == "A; b"
    )
  }

  @Test("any text in any place is shown as it is and changes nothing else", arguments: Samples.hostile)
  func hostileTexts(_ hostile: String) throws {
    let chart = Samples.everywhere(hostile)
    let diagram = MermaidDiagram(chart)
    let read = try ReadDiagram(diagram.text)
    let shown = Self.inOneLine(hostile)
    let graph = ChartGraph(read)
    let plain = ChartGraph(try ReadDiagram(MermaidDiagram(Samples.everywhere("plain")).text))
    #expect(graph.states == plain.states)
    #expect(graph.arrows.map { [$0.from, $0.to] } == plain.arrows.map { [$0.from, $0.to] })
    #expect(read.title == shown)
    #expect(read.nodes["s_a"]?.label == shown + " …")
    #expect(read.nodes["s_b"]?.label == shown)
    let labels = Set(read.arrows.map(\.label))
    #expect(labels.contains(Self.inOneLine("\(hostile) [\(hostile)] / \(hostile)")))
    #expect(labels.contains(Self.inOneLine("failed: \(hostile)")))
    #expect(labels.contains(Self.inOneLine("after \(hostile)")))
    #expect(labels.contains(Self.inOneLine("/ raise \(hostile)")))
    #expect(diagram.undrawn.isEmpty)
  }

  @Test("any text may be a state's id")
  func hostileIdentifiers() throws {
    let ids = Samples.hostile + ["start", "root_start", "x_end", "a-b", "a_b", "a b", "", "state", "end"]
    let chart = Statechart(
      "c",
      root: StateNode(
        "c", initial: InitialTransition([ChartName(ids[0])]), states: ids.map { StateNode(ChartName($0)) }))
    let read = try ReadDiagram(MermaidDiagram(chart).text)
    #expect(read.nodes.count == ids.count + 1)
  }

  @Test("equal charts give equal bytes, and another state's id does not depend on a new neighbour")
  func stability() {
    #expect(MermaidDiagram(Samples.everything).text == text)
    func identifiers(_ ids: [ChartName]) -> String {
      MermaidDiagram(Statechart("c", root: StateNode("c", states: ids.map { StateNode($0) }))).text
    }
    #expect(identifiers(["a_b"]).contains("\"a_b\" as s_a_b\n"))
    #expect(identifiers(["a-b", "a_b"]).contains("\"a_b\" as s_a_b\n"))
  }

  @Test("a greatest depth folds what lies deeper and says so")
  func depth() throws {
    let diagram = MermaidDiagram(Samples.everything, DiagramSettings(depth: 2))
    let read = try ReadDiagram(diagram.text)
    #expect(read.nodes["s_deep"] == nil)
    #expect(read.nodes["s_inner"] == nil)
    #expect(read.nodes["s_factor"]?.lines == ["5 states inside"])
    #expect(read.nodes["s_factor"]?.parent == "s_asking")
    #expect(read.nodes["s_factor"]?.classes == ["folded"])
    #expect(
      read.arrows.contains {
        $0.from == "s_asking" && $0.to == "s_asking" && $0.label.hasPrefix("code → inner2")
      })
    #expect(
      diagram.undrawn == [
        "5 states and 4 transitions inside `Second factor`", "4 states and 2 transitions inside `timer`",
      ])
    #expect(read.comments.count == 2)
  }

  @Test("an overview has the same states and ways, and says little about each")
  func overview() throws {
    let diagram = MermaidDiagram(Samples.everything, DiagramSettings(detail: .overview))
    let read = try ReadDiagram(diagram.text)
    #expect(read.isOverview)
    #expect(try ReadDiagram(text).isOverview == false)
    let ways = Set(ChartGraph(read).arrows)
    #expect(ChartGraph(read).states == ChartGraph(expectedFor: Samples.everything).states)
    #expect(ways == Set(ChartGraph(expectedFor: Samples.everything).arrows))
    #expect(read.nodes.values.allSatisfy { $0.lines.isEmpty && !$0.classes.contains("lines") })
    func labels(_ from: String, _ to: String) -> [String] {
      read.arrows.filter { $0.from == from && $0.to == to }.map(\.label)
    }
    #expect(labels("s_signIn_any", "s_gone") == ["cancelled"])
    #expect(labels("s_checking", "s_result") == ["the server answered"])
    // Only the condition says which of two "address entered" this is.
    #expect(labels("s_start", "s_checking") == ["address entered [emailIsValid and attempts < 3]"])
    #expect(labels("s_start", "s_start") == ["address entered", "any event"])
    #expect(labels("s_result", "s_asking") == ["[event.data.exists]"])
    #expect(labels("s_asking", "s_asking") == ["retry", "code → inner2"])
    #expect(labels("root_start", "s_start") == [""])
  }

  @Test("an overview keeps the conditions of ways that are called the same")
  func overviewTellsApart() throws {
    let ways = [
      ChartTransition(["y"], guard: "a", label: "again"), ChartTransition(["z"], label: "again"),
      ChartTransition(["z"], guard: "b", label: "else"), ChartTransition(["z"], guard: "c", label: "else"),
    ]
    let chart = Statechart(
      "c",
      root: StateNode(
        "c",
        states: [StateNode("x", on: ways.map { EventTransition("e", $0) }), StateNode("y"), StateNode("z")]))
    let labels = try ReadDiagram(MermaidDiagram(chart, DiagramSettings(detail: .overview)).text).arrows.map(
      \.label)
    #expect(labels == ["again [a]", "again", "else"])
  }

  @Test(
    "a block begins with the arrow from its dot, without which Mermaid cannot draw some that hold only blocks"
  )
  func beginsFirst() {
    #expect(text.contains("  [*] --> s_start : / openPage\n  state \"Start\" as s_start\n"))
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    for name in ["s_timer", "s_inner"] {
      let block = lines.firstIndex(of: "state \(name) {") ?? lines.endIndex
      #expect(lines[block...].dropFirst().first?.hasPrefix("[*] --> ") == true, "\(name)")
    }
  }

  @Test("what cannot be drawn is listed in the text")
  func undrawn() throws {
    let chart = Statechart(
      "c",
      root: StateNode(
        "c", initial: InitialTransition(["nowhere"]),
        states: [
          StateNode("a", on: [EventTransition("e", ChartTransition(["b\n%%{init", "a"]))]),
          StateNode("b", kind: .choice, always: [ChartTransition(["c"])], entry: [ChartAction(.log("1"))]),
        ]))
    let diagram = MermaidDiagram(chart)
    #expect(
      diagram.undrawn == [
        "`c`: an arrow to `nowhere`, which is not a state", "`b`: entry / log",
        "`a`: an arrow to `b\n%%{init`, which is not a state", "`b`: an arrow to the chart itself",
      ])
    #expect(try ReadDiagram(diagram.text).comments.count == 4)
  }

  @Test("only states to which nobody comes unless something fails are amber, or red where the flow ends")
  func failures() throws {
    let read = try ReadDiagram(MermaidDiagram(Samples.failing).text)
    #expect(read.nodes.filter { $0.value.classes.contains("afterFailure") }.keys.sorted() == ["s_wait"])
    #expect(read.nodes["s_broken"]?.classes == ["finalState", "endsBadly"])
    // Nothing is known of a state around a part.
    let part = try ReadDiagram(MermaidDiagram(Samples.failing, DiagramSettings(part: "group")).text)
    #expect(part.nodes["s_broken"]?.classes == ["finalState", "endsBadly"])
    #expect(part.nodes["s_wait"]?.classes == ["outside"])
    let without = Statechart("c", root: StateNode("c", states: [StateNode("never")]))
    #expect(!MermaidDiagram(without).text.contains("afterFailure"))
  }

  @Test("notes tell with which codes the services of a state may fail, once each")
  func notes() throws {
    let settings = DiagramSettings(notesErrors: true)
    let read = try ReadDiagram(MermaidDiagram(Samples.failing, settings).text)
    #expect(read.nodes["s_work"]?.note == ["tooMany: Too many", "offline"])
    #expect(read.nodes["s_group_lines"]?.note == ["tooMany: Too many", "offline"])
    #expect(read.nodes.values.count { !$0.note.isEmpty } == 2)
    #expect(try ReadDiagram(MermaidDiagram(Samples.failing).text).nodes.values.allSatisfy { $0.note.isEmpty })
  }

  @Test("a direction is that of the chart and of all groups", arguments: DiagramSettings.Direction.allCases)
  func direction(_ direction: DiagramSettings.Direction) throws {
    let text = MermaidDiagram(Samples.failing, DiagramSettings(direction: direction)).text
    let code = ["right": "LR", "left": "RL", "up": "BT"][direction.rawValue] ?? ""
    #expect(try ReadDiagram(text).direction == code)
    #expect(text.split(separator: "\n").count { $0.contains("direction ") } == (direction == .down ? 0 : 2))
  }

  @Test("states that are active are marked, and those that hold others are not")
  func active() throws {
    let settings = DiagramSettings(active: ["work", "group", "nowhere"])
    let read = try ReadDiagram(MermaidDiagram(Samples.failing, settings).text)
    #expect(read.nodes.filter { $0.value.classes.contains("active") }.keys.sorted() == ["s_work"])
  }

  @Test("a chart of many states, deep nesting and equal ids is drawn")
  func large() throws {
    var deep = StateNode("deep")
    for level in 0..<200 { deep = StateNode(ChartName("level\(level)"), states: [deep]) }
    let many = (0..<2_000).map {
      StateNode(ChartName("s\($0 % 10)"), on: [EventTransition("e", ChartTransition(["s1"]))])
    }
    let chart = Statechart("c", root: StateNode("c", states: many + [deep]))
    let read = try ReadDiagram(MermaidDiagram(chart).text)
    #expect(read.nodes.count == 2_201)
    #expect(read.arrows.count == 2_000)
    // Of states with one id the first one is meant, however near another is.
    #expect(Set(read.arrows.map(\.to)) == ["s_s1"])
  }

  /// A text as one line of a label: spaces and control characters are one space each run, none at the ends.
  static func inOneLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        if let last = result.last, last != " " { result.append(" ") }
      } else {
        result.append(scalar)
      }
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }
}
