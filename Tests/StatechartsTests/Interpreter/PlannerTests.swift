import Testing

@testable import Statecharts

@Suite("Looking for transitions")
struct PlannerTests {
  /// Many regions inside each other's neighbours, around which stand many guards that do not hold.
  private func planner(_ always: [Transition]) throws -> Planner {
    var around = State("around", kind: .parallel)
    around.states = (0..<200).map { State(Name("r\($0)")) }
    around.on = always.map { EventTransition("e", $0) }
    var root = State("root", initial: InitialTransition(["around"]))
    root.states = [around]
    let number = ContextVariable(Field("n", .int), initial: "0")
    var planner = Planner(try CompiledChart(Statechart("root", context: [number], root: root)))
    planner.planStart()
    let event = planner.chart.trie.number(of: "e")
    planner.beginSelection(event, EventSource.any)
    return planner
  }

  @Test("a state that regions share is looked through once, however many they are")
  func sharedStates() throws {
    var planner = try planner((0..<100).map { Transition(guard: Expression("n > \($0)")) })
    var asked: [Int] = []
    while let transition = planner.nextGuard() {
      asked.append(transition)
      planner.answer(false)
    }
    #expect(asked.count == 100)
    #expect(planner.enabled.isEmpty)
    // Each of the last region, of what is around it, and of the chart itself; the first region brought these along.
    #expect(planner.searched.count == 3)
    #expect(planner.searchedBefore == 2)
  }

  @Test("a transition that regions share is selected once")
  func sharedTransition() throws {
    var planner = try planner([Transition(guard: "n > 0"), Transition(guard: "n == 0"), Transition()])
    #expect(planner.nextGuard() != nil)
    planner.answer(false)
    #expect(planner.nextGuard() != nil)
    planner.answer(true)
    #expect(planner.nextGuard() == nil)
    #expect(planner.enabled.count == 1)
  }
}
