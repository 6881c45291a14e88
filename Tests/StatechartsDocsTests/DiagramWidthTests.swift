import Statecharts
import StatechartsDocs
import StatechartsModel
import Testing

@Suite("The estimated width of diagrams")
struct DiagramWidthTests {
  private func width(_ states: [State], _ settings: DiagramSettings = DiagramSettings()) -> Double {
    MermaidDiagram(Statechart("c", root: State("c", states: states)), settings).estimatedWidth
  }

  private func way(_ target: Name, _ label: String? = nil) -> EventTransition {
    EventTransition("e", Transition([target], label: label))
  }

  private func row(_ count: Int, _ label: String) -> [State] {
    (0..<count).map { State(Name("s\($0)"), on: $0 + 1 < count ? [way(Name("s\($0 + 1)"), label)] : []) }
  }

  @Test("states below each other need the width of one, those beside each other that of all")
  func ranks() {
    let one = width([State("s0")])
    #expect(width(row(9, "e")) < 2 * one)
    #expect(width((0..<9).map { State(Name("s\($0)")) }) > 8.9 * one)
    let right = DiagramSettings(direction: .right)
    #expect(width(row(9, "e"), right) > 3 * width(row(3, "e"), right) * 0.9)
  }

  @Test("the words of an arrow over several ranks need room on each, and long ones are broken")
  func words() {
    let long = String(repeating: "word ", count: 30)
    #expect(width(row(4, long)) < 320)
    var states = row(4, "e")
    let before = width(states)
    states[0].on.append(way("s3", long))
    #expect(width(states) > before + 150)
    var loop = [State("a", on: [way("a", "x")])]
    let short = width(loop)
    loop[0].on = [way("a", "xxxxxxxxxx")]
    #expect(width(loop) > short + 40)
  }

  @Test("letters count as they are shown, and the widest line of a box counts")
  func letters() {
    #expect(width([State("a", title: "((((((((((")]) == width([State("a", title: "))))))))))")]))
    // One written as a reference is no wider than another of its width.
    #expect(width([State("a", title: "::::::::::")]) == width([State("a", title: "..........")]))
    #expect(width([State("a", title: "漢字漢字")]) > width([State("a", title: "abcd")]) + 20)
    let log = [Action(.handler("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", arguments: []))]
    #expect(width([State("a", entry: log)]) > width([State("a")]) + 150)
  }

  @Test("a group is as wide as what is in it, and one that arrows enter is part of the whole")
  func groups() {
    let inner = (0..<6).map { State(Name("i\($0)"), title: "Some state") }
    let closed = State("g", states: inner)
    #expect(width([closed]) > width(inner))
    // Beside the states of an open group stand those to which they lead.
    var open = closed
    for place in 0..<6 { open.states[place].on = [way(Name("o\(place)"), "a longer label")] }
    let outside = (0..<6).map { State(Name("o\($0)"), title: "Some state") }
    #expect(width([open] + outside) > 6 * 100)
    #expect(width([open] + outside) < width([closed] + outside))
  }

  @Test("letters of a diagram that fits have their size, those of a wider one are smaller")
  func size() {
    let chart = Statechart("c", root: State("c", states: [State("a")]))
    #expect(MermaidDiagram(chart).estimatedLetters == 16)
    let wide = Statechart("c", root: State("c", states: (0..<60).map { State(Name("s\($0)")) }))
    let diagram = MermaidDiagram(wide)
    #expect(abs(diagram.estimatedLetters * diagram.estimatedWidth - 16 * 830) < 1)
    let empty = MermaidDiagram(Statechart("c", root: State("c")))
    #expect(empty.estimatedWidth >= 0 && empty.estimatedLetters == 16)
  }
}
