import Statecharts
import StatechartsDocs
import StatechartsModel
import Testing

@Suite("The estimated width of diagrams")
struct DiagramWidthTests {
  private func width(_ states: [StateNode], _ settings: DiagramSettings = DiagramSettings()) -> Double {
    MermaidDiagram(Statechart("c", root: StateNode("c", states: states)), settings).estimatedWidth
  }

  private func way(_ target: ChartName, _ label: String? = nil) -> EventTransition {
    EventTransition("e", ChartTransition([target], label: label))
  }

  private func row(_ count: Int, _ label: String) -> [StateNode] {
    (0..<count).map {
      StateNode(ChartName("s\($0)"), on: $0 + 1 < count ? [way(ChartName("s\($0 + 1)"), label)] : [])
    }
  }

  @Test("states below each other need the width of one, those beside each other that of all")
  func ranks() {
    let one = width([StateNode("s0")])
    #expect(width(row(9, "e")) < 2 * one)
    #expect(width((0..<9).map { StateNode(ChartName("s\($0)")) }) > 8.9 * one)
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
    var loop = [StateNode("a", on: [way("a", "x")])]
    let short = width(loop)
    loop[0].on = [way("a", "xxxxxxxxxx")]
    #expect(width(loop) > short + 40)
  }

  @Test("letters count as they are shown, and the widest line of a box counts")
  func letters() {
    #expect(width([StateNode("a", title: "((((((((((")]) == width([StateNode("a", title: "))))))))))")]))
    // One written as a reference is no wider than another of its width.
    #expect(width([StateNode("a", title: "::::::::::")]) == width([StateNode("a", title: "..........")]))
    #expect(width([StateNode("a", title: "漢字漢字")]) > width([StateNode("a", title: "abcd")]) + 20)
    let log = [ChartAction(.handler("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", arguments: []))]
    #expect(width([StateNode("a", entry: log)]) > width([StateNode("a")]) + 150)
  }

  @Test("a group is as wide as what is in it, and one that arrows enter is part of the whole")
  func groups() {
    let inner = (0..<6).map { StateNode(ChartName("i\($0)"), title: "Some state") }
    let closed = StateNode("g", states: inner)
    #expect(width([closed]) > width(inner))
    // Beside the states of an open group stand those to which they lead.
    var open = closed
    for place in 0..<6 { open.states[place].on = [way(ChartName("o\(place)"), "a longer label")] }
    let outside = (0..<6).map { StateNode(ChartName("o\($0)"), title: "Some state") }
    #expect(width([open] + outside) > 6 * 100)
    #expect(width([open] + outside) < width([closed] + outside))
  }

  @Test("letters of a diagram that fits have their size, those of a wider one are smaller")
  func size() {
    let chart = Statechart("c", root: StateNode("c", states: [StateNode("a")]))
    #expect(MermaidDiagram(chart).estimatedLetters == 16)
    let wide = Statechart("c", root: StateNode("c", states: (0..<60).map { StateNode(ChartName("s\($0)")) }))
    let diagram = MermaidDiagram(wide)
    #expect(abs(diagram.estimatedLetters * diagram.estimatedWidth - 16 * 830) < 1)
    let empty = MermaidDiagram(Statechart("c", root: StateNode("c")))
    #expect(empty.estimatedWidth >= 0 && empty.estimatedLetters == 16)
  }
}
