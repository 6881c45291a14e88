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

  @Test("what a transition enters is known before it runs, unless a history has to be asked")
  func precomputedEntrySets() throws {
    let chart = try chart([
      EventTransition("group", ChartTransition(["group"])),
      EventTransition("back", ChartTransition(["last"])),
      EventTransition("stay", ChartTransition()),
    ])
    let entered = chart.transitions.indices.map { transition in
      chart.precomputedEntrySets[transition].map { places in
        places.map { chart.stateIDs[Int(chart.precomputedEntrySets.operations[$0].subject)] }
      }
    }
    #expect(entered == [["group", "first"], nil, []])
  }

  /// A chart of a parallel state with many regions, into which the transitions lead that are given.
  private func regions(_ count: Int, _ on: [ChartTransition]) throws -> CompiledChart {
    var around = StateNode("around", kind: .parallel)
    around.states = (0..<count).map { number in
      var region = StateNode(ChartName("r\(number)"), initial: InitialTransition([ChartName("s\(number)")]))
      region.states = [StateNode(ChartName("s\(number)")), StateNode(ChartName("t\(number)"))]
      return region
    }
    var root = StateNode("root", initial: InitialTransition(["around"]))
    root.states = [around]
    root.on = on.map { EventTransition("e", $0) }
    return try CompiledChart(Statechart("root", root: root))
  }

  @Test("the regions of a parallel state are looked at once, however many targets are inside")
  func regionsSeen() throws {
    let chart = try regions(200, [ChartTransition((0..<200).map { ChartName("t\($0)") })])
    var planner = Planner(chart)
    planner.planEntry(of: 0)
    #expect(planner.regionsSeen == 200)
    #expect(planner.operations.count == 401)
  }

  @Test("what is found before a chart runs is bounded by the work it takes, not only by what it comes to")
  func boundOfKnownEntries() throws {
    let chart = try regions(50, [ChartTransition(["t1"]), ChartTransition(["t2"]), ChartTransition(["t3"])])
    let one = 1 + 1 + 101 + 50
    let known = PrecomputedEntrySets(chart, most: 2 * one)
    #expect(known[0] != nil && known[1] != nil && known[2] == nil)
    #expect(PrecomputedEntrySets(chart, most: one - 1)[0] == nil)
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
