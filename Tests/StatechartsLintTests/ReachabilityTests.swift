import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsLint

@Suite("Which states can be reached")
struct ReachabilityTests {
  private func unreachable(_ states: [State], initial: [Name] = ["a"], kind: State.Kind = .plain) -> [String]
  {
    let root = State(
      "chart", kind: kind, initial: kind == .plain ? InitialTransition(initial) : nil, states: states)
    return Reachability(of: Statechart("chart", root: root)).unreachable.map(\.id.text)
  }

  private func on(_ target: Name...) -> [EventTransition] { [EventTransition("e", Transition(target))] }

  @Test("transitions by event, time, done, done work, failed work and without event all count")
  func transitions() {
    let invocation = Invocation(
      .service("s"), done: [Transition(["d"])],
      failed: [Invocation.Failure("x", Transition(["e"])), Invocation.Failure(nil, Transition(["f"]))])
    let start = State(
      "a", initial: InitialTransition(["a1"]), on: on("b"),
      after: [DelayedTransition(.literal(.seconds(1)), name: "1s", Transition(["c"]))],
      done: [Transition(["g"])], invoke: [invocation], states: [State("a1", kind: .final)])
    let rest: [State] = ["b", "c", "d", "e", "f", "g"].map { State($0) }
    let choice = State("h", kind: .choice, always: [Transition(["i"]), Transition(["j"])])
    let eventless = State("k", always: [Transition(["h"])])
    #expect(unreachable([start] + rest + [State("z")]) == ["z"])
    #expect(unreachable([eventless, choice, State("i"), State("j")], initial: ["k"]).isEmpty)
  }

  @Test("transitions of states that are not reached do not count")
  func islands() {
    #expect(unreachable([State("a"), State("b", on: on("c")), State("c", on: on("b"))]) == ["b", "c"])
  }

  @Test("what lies in an unreached state is not told again")
  func outermost() {
    let inner = State("b", initial: InitialTransition(["b1"]), states: [State("b1"), State("b2")])
    #expect(unreachable([State("a"), inner]) == ["b"])
  }

  @Test("entering a state by a child does not enter its default child")
  func deepTarget() {
    let inner = State("b", initial: InitialTransition(["b1"]), states: [State("b1"), State("b2")])
    #expect(unreachable([State("a", on: on("b2")), inner]) == ["b1"])
    #expect(unreachable([State("a", on: on("b")), inner]) == ["b2"])
  }

  @Test("a parallel state enters all regions, one that a target names by that target")
  func parallel() {
    let regions = ["p", "q"].map { name in
      State(
        Name(name), initial: InitialTransition([Name("\(name)1")]),
        states: [State(Name("\(name)1")), State(Name("\(name)2"))])
    }
    let both = State("b", kind: .parallel, states: regions)
    #expect(unreachable([State("a", on: on("b")), both]) == ["p2", "q2"])
    #expect(unreachable([State("a", on: on("p2")), both]) == ["p1", "q2"])
    #expect(unreachable([State("a", on: on("p2", "q2")), both]) == ["p1", "q1"])
    #expect(unreachable(regions, kind: .parallel) == ["p2", "q2"])
  }

  @Test("a transition inside a region leaves the others as they are")
  func insideRegion() {
    let first = State(
      "p", initial: InitialTransition(["p1"]), states: [State("p1", on: on("p2")), State("p2")])
    let second = State("q", initial: InitialTransition(["q1"]), states: [State("q1"), State("q2")])
    let both = State("b", kind: .parallel, states: [first, second])
    #expect(unreachable([State("a", on: on("p1", "q2")), both]) == ["q1"])
  }

  @Test("history leads to its default; what it remembers was reached before")
  func history() {
    let inner = State(
      "b", initial: InitialTransition(["b1"]),
      states: [
        State("b1"), State("b2"), State("b3"),
        State("h", kind: .history(deep: true), initial: InitialTransition(["b2"])),
      ])
    #expect(unreachable([State("a", on: on("h")), inner]) == ["b1", "b3"])
    #expect(unreachable([State("a", on: on("b")), inner]) == ["b2", "b3", "h"])
  }

  @Test("what cannot be told because of another mistake counts as reached")
  func mistakes() {
    let inner = State("b", states: [State("b1"), State("b2")])
    #expect(unreachable([State("a", on: on("b")), inner]).isEmpty, "no initial")
    #expect(unreachable([State("a"), State("b")], initial: ["nowhere"]).isEmpty, "an unknown initial")
    let target = Name("c", origin: Origin(7))
    let chart = Statechart(
      "chart",
      root: State(
        "chart", initial: InitialTransition(["a"]),
        states: [State("a", on: on(target)), State("b"), State("d")]))
    #expect(Reachability(of: chart, corrections: [Origin(7): "b"]).unreachable.map(\.id) == ["d"])
    #expect(Reachability(of: chart, lostTexts: ["d"]).unreachable.map(\.id) == ["b"])
  }

  @Test("a state whose id is there twice, and a chart without states, are no trouble")
  func odd() {
    #expect(unreachable([]).isEmpty)
    #expect(unreachable([State("a", on: on("b")), State("b"), State("b")]) == ["b"])
  }
}
