import DiagramReading
import Foundation
import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@testable import StatechartsDocs

@Suite("Sheets in SVG")
struct SVGSheetTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("charts")

  private func shipped(_ name: String) throws -> Statechart {
    let file = Self.folder.appendingPathComponent(name).path
    return try #require(ChartReader().read(try SourceText.read(file: file)).chart)
  }

  private func layout(_ chart: Statechart, _ settings: DiagramSettings = DiagramSettings()) -> SheetLayout {
    var reader = SheetReader(DocumentedChart(chart), settings)
    var layouter = SheetLayouter(reader.model())
    return layouter.run()
  }

  /// The states and transitions that a sheet has to show, as the model has them.
  private func expected(_ chart: Statechart) -> (nesting: [String: String], arrows: [ReadSheet.Arrow: Int]) {
    let graph = SheetGraph(expectedFor: chart)
    let nesting = graph.states.map { (XMLText.anchor($0), $1.isEmpty ? "" : XMLText.anchor($1)) }
    let arrows = graph.transitions.map {
      ReadSheet.Arrow(source: XMLText.anchor($0.source), targets: $0.targets.map(XMLText.anchor))
    }
    return (
      Dictionary(nesting) { first, _ in first }, Dictionary(arrows.map { ($0, 1) }, uniquingKeysWith: +)
    )
  }

  private func checkPlaces(_ layout: SheetLayout) {
    let cards = layout.cards.filter { $0.box.height > 0 }
    for (number, one) in cards.enumerated() {
      #expect(one.box.x >= 0 && one.box.right <= SheetLayout.width && one.box.bottom <= layout.height)
      let texts = one.texts + one.chips.map(\.text) + one.rows.flatMap { $0.texts + $0.targets.map(\.text) }
      for (place, text) in texts.enumerated() {
        #expect(isInside(text.box, one.box), "\(one.card.id): \(text.text.lines)")
        for other in texts[(place + 1)...] {
          #expect(!overlap(text.box, other.box), "\(one.card.id): \(text.text.lines), \(other.text.lines)")
        }
      }
      for other in cards[(number + 1)...] {
        if one.card.isFrame, isInside(other.box, one.box) {
          #expect(other.box.y >= one.inside, "\(other.card.id) lies on what \(one.card.id) says")
        } else {
          #expect(!overlap(one.box, other.box), "\(one.card.id) and \(other.card.id)")
        }
      }
      // A line runs beside the cards that are no frames, and reaches no text of a frame.
      for line in layout.lines {
        let top = min(line.from.y, line.to.y)
        let pieces = [
          SheetBox(x: line.lane - 1, y: top, width: 2, height: abs(line.from.y - line.to.y)),
          SheetBox(x: line.lane, y: line.from.y - 1, width: line.from.x - line.lane, height: 2),
          SheetBox(x: line.lane, y: line.to.y - 1, width: line.to.x - line.lane, height: 2),
        ]
        for piece in pieces {
          if !one.card.isFrame { #expect(!overlap(piece, one.box), "a line crosses \(one.card.id)") }
          for text in texts { #expect(!overlap(piece, text.box), "a line crosses a text of \(one.card.id)") }
        }
      }
    }
  }

  private func overlap(_ one: SheetBox, _ other: SheetBox) -> Bool {
    one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom
  }

  private func isInside(_ inner: SheetBox, _ outer: SheetBox) -> Bool {
    outer.x <= inner.x && inner.right <= outer.right && outer.y <= inner.y && inner.bottom <= outer.bottom
  }

  @Test("a shipped chart is complete, readable and small", arguments: ShippedChartsTests.names)
  func shippedCharts(_ name: String) throws {
    let chart = try shipped(name)
    let sheet = SVGSheet(chart)
    let read = try ReadSheet(sheet.text)
    let (nesting, arrows) = expected(chart)
    #expect(read.nesting == nesting)
    #expect(read.arrows == arrows)
    #expect(sheet.undrawn.isEmpty)
    #expect(sheet.text.utf8.count <= 250_000)
    #expect(sheet == SVGSheet(chart))
    checkPlaces(layout(chart))
  }

  @Test("links lead to states, and ids are unique", arguments: ShippedChartsTests.names)
  func links(_ name: String) throws {
    let read = try ReadSheet(SVGSheet(try shipped(name)).text)
    let ids = read.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    for link in read.elements.filter({ $0.name == "a" }) {
      #expect(ids.contains(String((link.attributes["href"] ?? "").dropFirst())))
      let shown = link.text.replacing(/\s+/, with: " ").trimmingCharacters(in: .whitespaces)
      #expect(["↑ ", "↓ ", "↻ "].map { $0 + link.label }.contains(shown))
    }
  }

  @Test("no letter is smaller than 11")
  func letters() {
    for style in SheetStyle.allCases { #expect(style.size >= 11) }
    let sizes = SheetColors.style.matches(of: /font-size:([0-9.]+)px/).compactMap { Double($0.1) }
    #expect(sizes.count == SheetStyle.allCases.count)
    #expect(sizes.allSatisfy { $0 >= 11 })
  }

  @Test("the style of a sheet that is part of a page counts for the sheet alone, and for all of it")
  func scope() throws {
    let root = try #require(try ReadSheet(SVGSheet(Samples.everything).text).root)
    #expect(root.classes == [SheetColors.scope])
    for line in SheetColors.style.split(separator: "\n") where !"@}".contains(line.prefix(1)) {
      let selectors = line.prefix { $0 != "{" }.split(separator: ",")
      #expect(selectors.allSatisfy { $0.hasPrefix(".\(SheetColors.scope) ") }, "\(line)")
    }
  }

  @Test("every construct of the format has its words")
  func words() throws {
    let read = try ReadSheet(SVGSheet(Samples.everything).text)
    let labels = read.rows.map(\.label)
    let (nesting, arrows) = expected(Samples.everything)
    #expect(read.nesting == nesting)
    #expect(read.arrows == arrows)
    for label in [
      "Transition: on address entered (submit), if emailIsValid and attempts < 3, to Checking account; sets attempts = attempts + 1",
      "Transition: on address entered (submit), otherwise, to Start",
      "Transition: when checkAccount is done (“the server answered”), to result",
      "Transition: when checkAccount fails: Too many requests (tooMany), to Start",
      "Transition: when checkAccount fails, to Gone",
      "Transition: on code, to inner2, without leaving",
      "Transition: after 2m, to Gone",
      "Transition: immediately, if event.data.exists, to Asking",
      "Transition: immediately, if attempts == 2, to inner2 and other2",
      "Transition: when all is done inside, to Signed in",
      "Transition: the first time, to other; logs a value",
      "Transition: on page.*, stays; cancels reminder",
      "Transition: on any event (*), if attempts > 100, to Start",
    ] {
      #expect(labels.contains(label), "\(label)")
    }
    let words = read.words
    #expect(words.contains("runs closePage"))
    #expect(words.contains("checkAccount, at most 15s, retried up to 2 times on Too many requests"))
    #expect(words.contains("service failed") == false)
    #expect(words.contains("checkAccount failed: any other error"))
  }

  @Test("states say what they are for, and which are reached only after a failure")
  func meanings() throws {
    let read = try ReadSheet(SVGSheet(Samples.failing).text)
    func state(_ id: String) throws -> ReadSheet.Element {
      try #require(read.states.first { $0.attributes["id"] == "state-\(id)" })
    }
    #expect(try state("wait").label == "State: wait, waits, only after a failure")
    #expect(try state("wait").classes == ["state", "card", "waits", "failure"])
    #expect(try state("work").label == "State: work, works")
    #expect(try state("what").label == "State: what, decision, only after a failure")
    #expect(try state("broken").label == "State: broken, end, only after a failure")
    #expect(try state("group").label == "State: group, group, starts in inside")
    #expect(try state("failing").label == "Chart: failing, group, starts in begin")
  }

  @Test("literals beside a secret are hidden, in the picture and from screen readers")
  func secrets() {
    let text = SVGSheet(Samples.everything).text
    #expect(!text.contains("'1234'") && !text.contains("000000"))
    #expect(text.contains("pin == …"))
  }

  @Test("any text is shown as it is, and stays in its place", arguments: Samples.hostile)
  func hostile(_ text: String) throws {
    let chart = Samples.everywhere(text)
    let read = try ReadSheet(SVGSheet(chart).text)
    let shown = XMLText.words(text).joined(separator: " ")
    let title = try #require(read.elements.first { $0.name == "title" })
    #expect(title.text == shown)
    #expect(read.elements.allSatisfy { $0.name != "script" && $0.name != "b" })
    checkPlaces(layout(chart))
  }

  @Test("random charts full of hostile text are complete", arguments: 1...30)
  func random(seed: UInt64) throws {
    let chart = HostileChart(seed: seed).chart
    let read = try ReadSheet(SVGSheet(chart).text)
    let (nesting, arrows) = expected(chart)
    #expect(read.nesting == nesting)
    #expect(read.arrows == arrows)
    checkPlaces(layout(chart))
  }

  @Test("a word longer than a line is broken, and a letter with a thousand marks, too")
  func longWords() throws {
    let words = [
      String(repeating: "W", count: 3_000), String(repeating: "漢", count: 500),
      "e" + String(repeating: "\u{301}", count: 1_000), "👩" + String(repeating: "\u{200D}👩", count: 300),
      String(repeating: "\u{FDFD}", count: 20), "\u{FFFE}\u{FFFF}\u{1}",
    ]
    for word in words {
      let chart = Samples.everywhere(word)
      _ = try ReadSheet(SVGSheet(chart).text)
      checkPlaces(layout(chart))
    }
  }

  @Test("a part is drawn alone, with the others as words")
  func part() throws {
    let settings = DiagramSettings(title: "Only this", part: "factor")
    let read = try ReadSheet(SVGSheet(Samples.everything, settings).text)
    let ids = read.states.compactMap { $0.attributes["id"] }
    #expect(ids == ["factor", "inner", "deep", "inner2", "memory", "factorDone"].map { "state-\($0)" })
    #expect(read.elements.first { $0.name == "title" }?.text == "Only this")
    let unknown = SVGSheet(Samples.everything, DiagramSettings(part: "nowhere"))
    #expect(unknown.undrawn == ["`nowhere` alone, because it is not a state"])
  }

  @Test("active and visited states are marked with classes and with words")
  func marks() throws {
    let chart = Statechart(
      "c",
      root: StateNode(
        "c", initial: InitialTransition(["a"]),
        states: [
          StateNode(
            "a",
            on: [
              EventTransition("go", ChartTransition(["y"])), EventTransition("on", ChartTransition(["x"])),
            ]),
          StateNode("x", on: [EventTransition("go", ChartTransition(["y"]))]), StateNode("y"),
        ]))
    var machine = try Machine(try CompiledChart(chart))
    let steps = [machine.start(), machine.send(ChartEvent("on"))]
    var run = DocumentRun()
    for step in steps {
      run.add(
        DocumentRun.Step(what: "", did: [], place: nil), step.microsteps, configuration: ["x"])
    }
    let settings = DiagramSettings(active: ["y"], run: run)
    let read = try ReadSheet(SVGSheet(chart, settings).text)
    func marked(_ mark: String) -> [String?] {
      read.states.filter { $0.classes.contains(mark) }.map { $0.attributes["id"] }
    }
    #expect(marked("active") == ["state-x", "state-y"])
    #expect(marked("visited") == ["state-a"])
    #expect(read.states.map(\.label).contains("State: x, waits, active"))
    // The path is that of the run, and not the first one.
    let rows = read.rows.filter { $0.classes.contains("onpath") }.map(\.label)
    #expect(rows == ["Transition: on on, to x"])
    let first = try ReadSheet(SVGSheet(chart).text).rows.filter { $0.classes.contains("onpath") }
    #expect(first.map(\.label) == ["Transition: on go, to y"])
  }

  @Test("a transition to nowhere is said, and states with one id are no trap")
  func problems() throws {
    let go = EventTransition("go", ChartTransition(["nowhere", "b"]))
    let chart = Statechart(
      "a",
      root: StateNode(
        "a", initial: InitialTransition(["b"]),
        states: [StateNode("b", on: [go]), StateNode("b", on: [go]), StateNode("x y", on: [go])]))
    let sheet = SVGSheet(chart)
    #expect(
      sheet.undrawn
        == Array(repeating: "an arrow to `nowhere`, which is not a state", count: 3).enumerated()
        .map { "`\(["b", "b", "x y"][$0.offset])`: \($0.element)" })
    let read = try ReadSheet(sheet.text)
    #expect(read.words.contains("nowhere (not a state)"))
    #expect(read.states.map { $0.attributes["id"] } == ["state-a", "state-b", nil, "state-x~20~y"])
  }

  @Test("a chart deeper than any file is drawn without deep elements")
  func deep() throws {
    var state = StateNode("s0")
    for level in 1...5_000 {
      state = StateNode(ChartName("s\(level)"), initial: InitialTransition([state.id]), states: [state])
    }
    let chart = Statechart("c", root: StateNode("c", initial: InitialTransition([state.id]), states: [state]))
    let text = SVGSheet(chart).text
    let read = try ReadSheet(text)
    #expect(read.states.count == 5_002)
    #expect(read.words.contains("Inside s3"))
  }
}
