import DiagramReading
import Foundation
import Statecharts
import StatechartsDocs
import StatechartsMermaid
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Reading Mermaid state diagrams")
struct MermaidImportTests {
  func read(_ text: String) -> MermaidImport {
    MermaidImport(Array(text.utf8), name: "d.mmd", base: "sample")
  }

  /// Every state with what lies around it, and every transition with its words.
  func outline(_ chart: Statechart) -> [String] {
    var result: [String] = []
    func visit(_ state: StateNode, _ path: String) {
      for child in state.states {
        result.append("\(path)\(child.id): \(child.kind)")
        visit(child, path + "\(child.id)/")
      }
      for transition in state.on {
        let targets = transition.transition.targets.map(\.text).joined(separator: " ")
        result.append("\(state.id) \(transition.event.name) \(targets)")
      }
      for transition in state.always {
        let words = [transition.guard?.text, transition.label].compactMap { $0 }.joined(separator: " ")
        result.append("\(state.id) [\(words)] \(transition.targets.map(\.text).joined(separator: " "))")
      }
    }
    visit(chart.root, "")
    return result
  }

  @Test("classes mean what they mean in diagrams of charts only with the style that these have")
  func foreignClasses() throws {
    func states(_ decides: String, _ works: String) throws -> [StateNode] {
      let result = read(
        """
        stateDiagram-v2
          classDef decides \(decides)
          classDef works \(works)
          [*] --> a
          state "Loading …" as b
          a --> b : go
          class a decides
          class b works
        """)
      return try #require(result.chart).root.states
    }
    let foreign = try states("fill:red", "fill:blue")
    #expect(foreign[0].kind == .plain && foreign[1].title == "Loading …")
    let chart = Statechart(
      "c",
      root: StateNode(
        "c", initial: InitialTransition(["a"]),
        states: [
          StateNode("a", kind: .choice, title: "Which?", always: [ChartTransition(["b"])]),
          StateNode("b", title: "Loading", invoke: [ChartInvocation(.service("load"))]),
        ]))
    // The styles are those that a diagram has.
    let own = try #require(read(MermaidDiagram(chart).text).chart).root.states
    #expect(own[0].kind == .choice && own[1].title == "Loading")
  }

  @Test("references, quotes of YAML and a star mean what they mean in Mermaid, YAML and charts")
  func foreignWriting() throws {
    let result = read(
      """
      ---
      title: "The #quot;door#quot; \\"of\\" #35;1 & more"
      ---
      stateDiagram-v2
        [*] --> a
        a --> b : *
        state "say #quot;hi#quot; #unknown; # #65;" as b
      """)
    let chart = try #require(result.chart)
    #expect(chart.title == "The \"door\" \"of\" #1 & more")
    let (a, b) = (chart.root.states[0], chart.root.states[1])
    #expect(a.on.map(\.event.name.text) == ["*"] && a.on[0].transition.label == nil)
    #expect(b.title == "say \"hi\" #unknown; # A")
  }

  @Test("an arrow without words from a state with an end inside waits for that end, and others do not")
  func completion() throws {
    let result = read(
      """
      stateDiagram-v2
        [*] --> Form
        state Form {
          [*] --> Email
          Email --> Password : next
          Password --> [*] : ok
        }
        Form --> Sending
        Sending --> Done
        Locked:::bad --> Done : open
        Done:::bad: All done
        Done --> [*]
      """)
    let chart = try #require(result.chart)
    let form = try #require(chart.root.states.first { $0.id == "Form" })
    #expect(form.done.map(\.targets) == [["Sending"]] && form.always.isEmpty)
    #expect(result.remarks.contains { $0.severity == .note && $0.message.contains("`done`") })
    let sending = try #require(chart.root.states.first { $0.id == "Sending" })
    #expect(sending.always.map(\.targets) == [["Done"]] && sending.done.isEmpty)
    #expect(chart.root.states.first { $0.id == "Done" }?.title == "All done")
  }

  @Test("a page's diagram with titles, a choice and no beginning comes back whole")
  func page() throws {
    let text = """
      stateDiagram-v2
        Asking: Asking for the card
        Looking: Looking it up
        Lending: Lending the book
        state findings <<choice>>

        Waiting --> Asking
        Asking --> Looking: card number given
        Looking --> findings
        findings --> Asking: unknown card or error
        findings --> Reminding: books overdue
        findings --> Lending: card is good
        Reminding --> findings: books returned
        Lending --> Waiting: done
        Lending --> Asking: another card wanted
      """
    let result = read(text)
    let chart = try #require(result.chart)
    #expect(
      outline(chart) == [
        "Asking: plain", "Asking cardNumberGiven Looking", "Looking: plain", "Looking [] findings",
        "Lending: plain", "Lending done Waiting", "Lending anotherCardWanted Asking", "findings: choice",
        "findings [unknownCardOrError unknown card or error] Asking",
        "findings [booksOverdue books overdue] Reminding", "findings [card is good] Lending",
        "Waiting: plain",
        "Waiting [] Asking", "Reminding: plain", "Reminding booksReturned findings",
      ])
    #expect(
      chart.root.states.map(\.title).prefix(3) == [
        "Asking for the card", "Looking it up", "Lending the book",
      ])
    #expect(!result.hasLosses)
    // Where it begins, and two conditions that have to be written.
    #expect(result.remarks.map(\.line) == [1, 10, 11])
  }

  @Test("names of events stay, `any event` is any, and what follows `set` becomes no action")
  func ownWords() throws {
    let result = read(
      """
      stateDiagram-v2
        [*] --> a
        a --> b : user.signedIn
        a --> c : sign-in / creak, set count, word
        a --> d : any event
      """)
    let chart = try #require(result.chart)
    #expect(
      outline(chart).filter { $0.hasPrefix("a ") } == ["a user.signedIn b", "a sign-in c", "a * d"])
    #expect(chart.root.states[0].on[1].transition.actions.count == 1)
    #expect(result.remarks.contains { $0.severity == .lost && $0.message.contains("`set count, word`") })
  }

  @Test("blocks, regions, notes, beginnings and ends are read")
  func blocks() throws {
    let text = """
      ---
      title: A door
      ---
      %% the comment
      stateDiagram-v2
        direction LR
        [*] --> shut
        state "Wide open" as open {
          [*] --> still
          still --> moving: pushed / creak
          --
          [*] --> dark
          dark --> lit : switched [hasPower]
        }
        shut --> open : opened
        open --> [*] : torn off
        note right of shut : It is heavy.
        note left of open
          Mind your
          head.
        end note
        classDef loud fill:red
        class shut loud
        shut:::loud --> shut : after 5s
      """
    let result = read(text)
    let chart = try #require(result.chart, "\(result.remarks)")
    #expect(!result.hasLosses, "\(result.remarks)")
    #expect(chart.title == "A door")
    #expect(
      outline(chart) == [
        "shut: plain", "shut opened open", "open: parallel", "open/open_region1: plain",
        "open/open_region1/still: plain", "still pushed moving", "open/open_region1/moving: plain",
        "open/open_region2: plain", "open/open_region2/dark: plain", "dark switched lit",
        "open/open_region2/lit: plain", "open tornOff end", "end: final",
      ])
    let (shut, open) = (chart.root.states[0], chart.root.states[1])
    #expect(
      shut.description == "It is heavy." && open.description == "Mind your head." && open.title == "Wide open"
    )
    #expect(shut.after.first?.name.text == "5s")
    #expect(open.states[1].states[0].on[0].transition.guard?.text == "hasPower")
    #expect(open.states[0].states[0].on[0].transition.actions.count == 1)
  }

  @Test("other words are other events and conditions, the same words the same ones")
  func distinctNames() throws {
    let result = read(
      """
      stateDiagram-v2
        [*] --> a
        a --> b : 登录
        a --> c : 注销
        b --> a : 登录
        b --> c : go!
        b --> d : Go?
        b --> e : go
        c --> a : x [n > 3]
        c --> b : x [n < 3]
        c --> d : x [not n3]
        d --> a : x [n > 3]
        d --> b : y
      """)
    #expect(
      outline(try #require(result.chart)).filter { $0.contains(" ") && !$0.contains(":") } == [
        "a event b", "a event_2 c", "b event a", "b go_2 c", "b go_3 d", "b go e", "c x a", "c x b", "c x d",
        "d x a", "d y b",
      ])
    let states = try #require(result.chart).root.states
    #expect(
      states.flatMap { $0.on.compactMap { $0.transition.guard?.text } } == ["n3_2", "n3_3", "not n3", "n3_2"])
    #expect(states[1].on.map(\.transition.label) == ["登录", "go!", "Go?", nil])
  }

  @Test("what stands without condition, or with `[else]`, is asked last, wherever its arrow stands")
  func otherwise() throws {
    let result = read(
      """
      stateDiagram-v2
        state c <<choice>>
        state d <<choice>>
        [*] --> s
        s --> a : go [isVip]<br/>go
        s --> b : go [isLocked]
        s --> c : next
        s --> d : next [else]
        s --> a : next [isVip]
        c --> a : [isVip]<br/>[else]
        c --> b : [isLocked]
        d --> a : otherwise here
        d --> b : [isLocked]
      """)
    let chart = try #require(result.chart, "\(result.remarks)")
    func ways(_ id: String) -> [String] {
      guard let state = chart.root.states.first(where: { $0.id.text == id }) else { return [] }
      return (state.on.map(\.transition) + state.always).map { way in
        "\(way.guard?.text ?? "-") \(way.targets.map(\.text).joined())"
      }
    }
    #expect(ways("s") == ["isVip a", "isLocked b", "- a", "isVip a", "- c", "- d"])
    #expect(ways("c") == ["isVip a", "isLocked b", "- a"])
    #expect(ways("d") == ["isLocked b", "- a"])
    #expect(result.remarks.isEmpty, "\(result.remarks)")
  }

  @Test("where one arrow stands for several conditions, the order that is taken for theirs is told")
  func orderOfConditions() {
    let result = read(
      """
      stateDiagram-v2
        [*] --> s
        s --> a : go [one]<br/>go [three]<br/>leave [four]
        s --> b : go [two]
      """)
    #expect(result.remarks.map { "\($0.line) \($0.severity)" } == ["3 note"])
  }

  @Test("ids that end like one of Mermaid's dots come back from the diagram of their chart")
  func idsLikeDots() throws {
    let chart = Statechart(
      "c",
      root: {
        var root = StateNode("c")
        root.states = [StateNode("Work_end"), StateNode("Work_start"), StateNode("other_")]
        root.initial = InitialTransition(["Work_end"])
        return root
      }())
    let result = MermaidImport(Array(MermaidDiagram(chart).text.utf8), name: "d.mmd", base: "c")
    #expect(result.chart?.root.states.map(\.id) == ["Work_end", "Work_start", "other_"])
  }

  @Test("a fork leads to several states at once, and a join is named as lost")
  func bars() throws {
    let result = read(
      """
      stateDiagram-v2
        state f <<fork>>
        state j <<join>>
        [*] --> a
        a --> f : go
        state both {
          b1 --> b2
          --
          c1 --> c2
        }
        f --> b1
        f --> c1
        b2 --> j
        c2 --> j
        j --> a
      """)
    let chart = try #require(result.chart, "\(result.remarks)")
    #expect(chart.root.states[0].on[0].transition.targets == ["b1", "c1"])
    #expect(result.remarks.filter { $0.severity == .lost }.map(\.line) == [3])
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var text: String
    var severity: MermaidRemark.Severity
    var line: Int
    var testDescription: String { text }
  }

  @Test(
    "what cannot be read or carried over is named with its line",
    arguments: [
      Wrong(text: "graph TD\n a --> b", severity: .error, line: 1),
      Wrong(text: "", severity: .error, line: 1),
      Wrong(text: "stateDiagram-v2\nstate a {\nb", severity: .error, line: 2),
      Wrong(text: "stateDiagram-v2\n}", severity: .error, line: 2),
      Wrong(text: "stateDiagram-v2\nnote right of a\nx", severity: .error, line: 2),
      Wrong(text: "stateDiagram-v2\nstate \"a", severity: .error, line: 2),
      Wrong(text: "stateDiagram-v2\na\n?? what", severity: .lost, line: 3),
      Wrong(text: "stateDiagram-v2\na --> b : x / do this", severity: .lost, line: 2),
      Wrong(text: "stateDiagram-v2\na --> b : x [n > 1]", severity: .lost, line: 2),
      Wrong(text: "stateDiagram-v2\na.b --> c : x", severity: .lost, line: 2),
      Wrong(text: "stateDiagram-v2\na\nclick a href \"x\"", severity: .lost, line: 3),
      Wrong(text: "stateDiagram-v2", severity: .error, line: 1),
      Wrong(
        text: "stateDiagram-v2\n" + (0..<80).map { "state s\($0) {\n" }.joined(), severity: .error, line: 62),
      Wrong(
        text: "stateDiagram-v2\n" + (1..<90).map { "state s\($0) {\ns\($0 - 1)\n}\n" }.joined(),
        severity: .error,
        line: 83),
    ])
  func wrong(_ wrong: Wrong) {
    let result = read(wrong.text)
    #expect((result.chart == nil) == (wrong.severity == .error))
    #expect(
      result.remarks.contains { $0.severity == wrong.severity && $0.line == wrong.line }, "\(result.remarks)")
  }

  @Test("every beginning of a diagram ends in remarks, never in a crash")
  func beginnings() {
    let text =
      "stateDiagram-v2\nstate \"A\" as a {\n[*] --> b : x [y] / z\n--\nc --> [*]\n}\nnote right of a : n\n#59;#x;\na --> a:::k : → A"
    for length in 0...text.utf8.count {
      _ = MermaidImport(Array(text.utf8.prefix(length)), name: "d", base: "d")
    }
  }

  static let charts: [URL] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["charts", "Docs/examples"].flatMap { folder in
      let url = root.appendingPathComponent(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      return names.filter { $0.hasSuffix(".yaml") }.sorted().map { url.appendingPathComponent($0) }
    }
  }()

  @Test(
    "the diagrams that the shipped charts are drawn as come back with the same states and arrows",
    arguments: charts)
  func ownDiagrams(_ file: URL) throws {
    let reading = ChartReader().read(
      SourceText(name: file.lastPathComponent, bytes: [UInt8](try Data(contentsOf: file))))
    let chart = try #require(reading.chart)
    let result = MermaidImport(Array(MermaidDiagram(chart).text.utf8), name: "d.mmd", base: chart.id.text)
    let copy = try #require(result.chart, "\(result.remarks.filter { $0.severity == .error })")
    let (expected, found) = (ChartGraph(expectedFor: chart), ChartGraph(expectedFor: copy))
    #expect(
      found.states.subtracting(expected.states) == [] && expected.states.subtracting(found.states) == [])
    let arrows = (Set(expected.arrows), Set(found.arrows))
    #expect(arrows.0.subtracting(arrows.1) == [] && arrows.1.subtracting(arrows.0) == [])
  }

  @Test("what a chart's own diagram says of descriptors, history and transitions without target comes back")
  func ownTransitions() throws {
    let text = """
      statechart: 1
      id: door
      initial: g
      states:
        g:
          initial: a
          on:
            ping: { actions: beep }
            back: h
            d.*: f
            d: a
            done.state.g.*: f
            error: { guard: isOpen, actions: beep }
          states:
            a: { on: { tick: { actions: { emit: heard } } }, after: { 3s: { actions: beep } } }
            h: { type: history, default: a }
        f: { type: final }
      """
    let chart = try #require(ChartReader().read(SourceText(name: "c.yaml", bytes: Array(text.utf8))).chart)
    let result = MermaidImport(Array(MermaidDiagram(chart).text.utf8), name: "d.mmd", base: "door")
    let copy = try #require(result.chart, "\(result.remarks)")
    func ways(_ state: StateNode) -> [String] {
      let ways =
        state.on.map { ($0.event.name.text, $0.transition) }
        + state.after.map { ($0.name.text, $0.transition) }
      return ways.map { name, way in
        let ends = way.targets.map(\.text).joined()
        return "\(name) [\(way.guard?.text ?? "")] \(ends) \(way.actions.count) \(way.label ?? "")"
      }.sorted()
    }
    let (old, new) = (chart.root.states[0], copy.root.states[0])
    #expect(ways(new) == ways(old))
    #expect(ways(new.states[0]) == ways(old.states[0]))
    #expect(new.description == nil && new.states[1].title == nil)
    #expect(result.remarks.isEmpty, "\(result.remarks)")
  }

  @Test("what a chart's own diagram says of entering, leaving and services is named as lost")
  func ownLines() throws {
    let text = """
      statechart: 1
      id: door
      initial: a
      states:
        a: { entry: beep, on: { tick: { actions: beep } } }
      """
    let chart = try #require(ChartReader().read(SourceText(name: "c.yaml", bytes: Array(text.utf8))).chart)
    let result = MermaidImport(Array(MermaidDiagram(chart).text.utf8), name: "d.mmd", base: "door")
    #expect(result.chart?.root.states[0].description == "entry / beep")
    #expect(result.chart?.root.states[0].on.map(\.event.name) == ["tick"])
    #expect(result.remarks.map(\.severity) == [.lost], "\(result.remarks)")
  }

  @Test("a condition out of a state that can end inside does not come back as that end")
  func conditionBesideEnd() throws {
    let text = """
      statechart: 1
      id: door
      context: { isOpen: { type: bool, initial: false } }
      initial: room
      states:
        room:
          initial: inside
          always: { guard: isOpen, target: outside }
          states:
            inside: { on: { leave: { target: gone, actions: { assign: { isOpen: true } } } } }
            gone: { type: final }
        outside: { type: final }
      """
    let chart = try #require(ChartReader().read(SourceText(name: "c.yaml", bytes: Array(text.utf8))).chart)
    let result = MermaidImport(Array(MermaidDiagram(chart).text.utf8), name: "d.mmd", base: "door")
    let room = try #require(result.chart?.root.states.first)
    #expect(room.always.map(\.guard?.text) == ["isOpen"] && room.done.isEmpty, "\(room)")
  }

  @Test("an action whose name no chart can have is named as lost")
  func illegalActionName() {
    let text = "stateDiagram-v2\n  [*] --> a\n  a --> b : go / se---\n  b --> a : back / beep\n"
    let result = MermaidImport(Array(text.utf8), name: "d.mmd", base: "door")
    #expect(result.chart?.root.states[0].on.map(\.transition.actions.count) == [0])
    #expect(result.chart?.root.states[1].on.map(\.transition.actions.count) == [1])
    #expect(result.remarks.contains { $0.severity == .lost && $0.line == 3 }, "\(result.remarks)")
  }
}
