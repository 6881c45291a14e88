import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsLint

@Suite("Which states can be reached")
struct ReachabilityTests {
  private func unreachable(_ states: [StateNode], initial: [ChartName] = ["a"], kind: StateNode.Kind = .plain)
    -> [String]
  {
    let root = StateNode(
      "chart", kind: kind, initial: kind == .plain ? InitialTransition(initial) : nil, states: states)
    return Reachability(of: StateIndex(root)).unreachable.map(\.id.text)
  }

  private func on(_ target: ChartName...) -> [EventTransition] {
    [EventTransition("e", ChartTransition(target))]
  }

  @Test("transitions by event, time, done, done work, failed work and without event all count")
  func transitions() {
    let invocation = ChartInvocation(
      .service("s"), done: [ChartTransition(["d"])],
      failed: [
        ChartInvocation.Failure("x", ChartTransition(["e"])),
        ChartInvocation.Failure(nil, ChartTransition(["f"])),
      ])
    let start = StateNode(
      "a", initial: InitialTransition(["a1"]), on: on("b"),
      after: [DelayedTransition(.literal(.seconds(1)), name: "1s", ChartTransition(["c"]))],
      done: [ChartTransition(["g"])], invoke: [invocation], states: [StateNode("a1", kind: .final)])
    let rest: [StateNode] = ["b", "c", "d", "e", "f", "g"].map { StateNode($0) }
    let choice = StateNode("h", kind: .choice, always: [ChartTransition(["i"]), ChartTransition(["j"])])
    let eventless = StateNode("k", always: [ChartTransition(["h"])])
    #expect(unreachable([start] + rest + [StateNode("z")]) == ["z"])
    #expect(unreachable([eventless, choice, StateNode("i"), StateNode("j")], initial: ["k"]).isEmpty)
  }

  @Test("transitions of states that are not reached do not count")
  func islands() {
    #expect(
      unreachable([StateNode("a"), StateNode("b", on: on("c")), StateNode("c", on: on("b"))]) == ["b", "c"])
  }

  @Test("what lies in an unreached state is not reported again")
  func outermost() {
    let inner = StateNode(
      "b", initial: InitialTransition(["b1"]), states: [StateNode("b1"), StateNode("b2")])
    #expect(unreachable([StateNode("a"), inner]) == ["b"])
  }

  @Test("entering a state by a child does not enter its default child")
  func deepTarget() {
    let inner = StateNode(
      "b", initial: InitialTransition(["b1"]), states: [StateNode("b1"), StateNode("b2")])
    #expect(unreachable([StateNode("a", on: on("b2")), inner]) == ["b1"])
    #expect(unreachable([StateNode("a", on: on("b")), inner]) == ["b2"])
  }

  @Test("a parallel state enters all regions, one that a target names by that target")
  func parallel() {
    let regions = ["p", "q"].map { name in
      StateNode(
        ChartName(name), initial: InitialTransition([ChartName("\(name)1")]),
        states: [StateNode(ChartName("\(name)1")), StateNode(ChartName("\(name)2"))])
    }
    let both = StateNode("b", kind: .parallel, states: regions)
    #expect(unreachable([StateNode("a", on: on("b")), both]) == ["p2", "q2"])
    #expect(unreachable([StateNode("a", on: on("p2")), both]) == ["p1", "q2"])
    #expect(unreachable([StateNode("a", on: on("p2", "q2")), both]) == ["p1", "q1"])
    #expect(unreachable(regions, kind: .parallel) == ["p2", "q2"])
  }

  @Test("a transition inside a region leaves the others as they are")
  func insideRegion() {
    let first = StateNode(
      "p", initial: InitialTransition(["p1"]), states: [StateNode("p1", on: on("p2")), StateNode("p2")])
    let second = StateNode(
      "q", initial: InitialTransition(["q1"]), states: [StateNode("q1"), StateNode("q2")])
    let both = StateNode("b", kind: .parallel, states: [first, second])
    #expect(unreachable([StateNode("a", on: on("p1", "q2")), both]) == ["q1"])
  }

  @Test("history leads to its default; what it remembers was reached before")
  func history() {
    let inner = StateNode(
      "b", initial: InitialTransition(["b1"]),
      states: [
        StateNode("b1"), StateNode("b2"), StateNode("b3"),
        StateNode("h", kind: .history(deep: true), initial: InitialTransition(["b2"])),
      ])
    #expect(unreachable([StateNode("a", on: on("h")), inner]) == ["b1", "b3"])
    #expect(unreachable([StateNode("a", on: on("b")), inner]) == ["b2", "b3", "h"])
  }

  @Test("what cannot be told because of another mistake counts as reached")
  func mistakes() {
    let inner = StateNode("b", states: [StateNode("b1"), StateNode("b2")])
    #expect(unreachable([StateNode("a", on: on("b")), inner]).isEmpty, "no initial")
    #expect(
      unreachable([StateNode("a"), StateNode("b")], initial: ["nowhere"]).isEmpty, "an unknown initial")
    let target = ChartName("c", origin: ModelOrigin(7))
    let root = StateNode(
      "chart", initial: InitialTransition(["a"]),
      states: [StateNode("a", on: on(target)), StateNode("b"), StateNode("d")])
    let corrected = StateIndex(root, corrections: [ModelOrigin(7): "b"])
    #expect(Reachability(of: corrected).unreachable.map(\.id) == ["d"])
    #expect(Reachability(of: StateIndex(root), unreadTexts: ["d"]).unreachable.map(\.id) == ["b"])
  }

  @Test("a state whose id is there twice, and a chart without states, are no trouble")
  func odd() {
    #expect(unreachable([]).isEmpty)
    #expect(unreachable([StateNode("a", on: on("b")), StateNode("b"), StateNode("b")]) == ["b"])
  }
}
