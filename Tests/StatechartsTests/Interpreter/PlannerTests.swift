import StatechartsModel
import Testing

@testable import Statecharts

@Suite("Looking for transitions")
struct PlannerTests {
  /// Many regions inside each other's neighbors, around which stand many guards that are false.
  private func planner(_ always: [ChartTransition]) throws -> Planner {
    var around = StateNode("around", kind: .parallel)
    around.states = (0..<200).map { StateNode(ChartName("r\($0)")) }
    around.on = always.map { EventTransition("e", $0) }
    var root = StateNode("root", initial: InitialTransition(["around"]))
    root.states = [around]
    let number = ContextVariable(FieldDeclaration("n", .int), initial: "0")
    var planner = Planner(try CompiledChart(Statechart("root", context: [number], root: root)))
    planner.planStart()
    let event = planner.chart.trie.number(of: "e")
    planner.selectTransitions(event, EventSource.any)
    return planner
  }

  @Test("a state that regions share is looked through once, however many they are")
  func sharedStates() throws {
    var planner = try planner((0..<100).map { ChartTransition(guard: ChartExpression("n > \($0)")) })
    var asked: [Int] = []
    while let transition = planner.nextGuard() {
      asked.append(transition)
      planner.answer(false)
    }
    #expect(asked.count == 100)
    #expect(planner.enabled.isEmpty)
  }

  @Test("a transition that regions share is selected once")
  func sharedTransition() throws {
    var planner = try planner([
      ChartTransition(guard: "n > 0"), ChartTransition(guard: "n == 0"), ChartTransition(),
    ])
    #expect(planner.nextGuard() != nil)
    planner.answer(false)
    #expect(planner.nextGuard() != nil)
    planner.answer(true)
    #expect(planner.nextGuard() == nil)
    #expect(planner.enabled.count == 1)
  }

  /// A chart of a state with a history, with the transitions that are given on its root.
  private func chart(_ on: [EventTransition], events: Int = 0) throws -> CompiledChart {
    var group = StateNode("group", initial: InitialTransition(["first"]))
    group.states = [
      StateNode("first"), StateNode("second"),
      StateNode("last", kind: .history(deep: false), initial: InitialTransition(["first"])),
    ]
    var root = StateNode("root", initial: InitialTransition(["group"]))
    root.states = [group, StateNode("other")]
    root.on =
      on
      + (0..<events).map { EventTransition(EventDescriptor(ChartName("e\($0)")), ChartTransition(["other"])) }
    return try CompiledChart(Statechart("root", root: root))
  }

  @Test("what no transition answers is known, by name and by source, so that no state is asked")
  func unansweredEvents() throws {
    var group = StateNode("group", initial: InitialTransition(["end"]))
    group.states = [StateNode("end", kind: .final)]
    group.done = [ChartTransition(["other"])]
    var root = StateNode("root", initial: InitialTransition(["group"]))
    root.states = [group, StateNode("other", initial: InitialTransition(["last"]))]
    root.states[1].states = [StateNode("last", kind: .final)]
    root.on = [EventTransition("a.b", ChartTransition())]
    let chart = try CompiledChart(Statechart("root", root: root))
    func isAnswered(_ event: String, _ source: Int = EventSource.any) -> Bool {
      chart.candidates.isAnswered(chart.trie.number(of: event), source)
    }
    #expect(isAnswered("a.b") && isAnswered("a.b.c"))
    #expect(!isAnswered("a") && !isAnswered("done.state.group") && !isAnswered("x"))
    #expect(isAnswered("done.state.group", EventSource.stateDone(1)))
    #expect(!isAnswered("done.state.other", EventSource.stateDone(3)))
  }

  @Test("each state and event has its list of transitions, unless there would be too many")
  func candidates() throws {
    let small = try chart([EventTransition("*", ChartTransition(["other"]))], events: 3)
    #expect(small.candidates.isComplete)
    let event = small.trie.number(of: "e1")
    #expect(
      (small.candidates.start(0, event)..<small.candidates.end(0, event)).map { small.candidates[$0] } == [
        0, 2,
      ])
    #expect(small.candidates.start(1, event) == small.candidates.end(1, event))
    #expect(try !chart([], events: CompiledChart.mostPrecomputed).candidates.isComplete)
  }
}
