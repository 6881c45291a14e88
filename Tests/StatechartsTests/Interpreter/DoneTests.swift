import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Done events and the end")
struct DoneTests {
  @Test("reaching a final child takes the parent's `done`")
  func compoundDone() throws {
    let machine = chart([
      compound("p", done: [to("q")], [StateNode("a", on: [on("go", "f")]), final("f", entry: ["enterF"])]),
      StateNode("q"),
    ])
    var (simulation, _) = try started(machine)
    let report = simulation.send("go")
    #expect(report.actionNames == ["enterF"])
    #expect(report.configuration == ["q"])
    #expect(report.microsteps.map(\.event) == ["go", "done.state.p"])
  }

  @Test("the data of a final state come with the done event")
  func doneData() throws {
    let machine = chart(
      context: [variable("got", .any)],
      [
        compound(
          "p", done: [to("q", do: [.assign("got", "event.data.answer")])],
          [
            final("f", output: [field("answer", "40 + 2")])
          ]), StateNode("q"),
      ])
    let (_, report) = try started(machine)
    #expect(report["got"] == 42)
  }

  @Test("a parallel state is done when every region is")
  func parallelDone() throws {
    let machine = chart([
      parallel(
        "p", done: [to("q")],
        [
          compound("r1", [StateNode("a", on: [on("x", "fa")]), final("fa")]),
          compound("r2", [StateNode("b", on: [on("y", "fb")]), final("fb")]),
        ]), StateNode("q"),
    ])
    #expect(try configurations(machine, after: ["y", "x"]) == [["a", "b"], ["a", "fb"], ["q"]])
  }

  @Test("completion goes up through parallel states inside each other")
  func nestedParallels() throws {
    func pair(_ id: ChartName, _ first: StateNode, _ second: StateNode) -> StateNode {
      parallel(id, [first, second])
    }
    func region(_ id: String, _ event: String) -> StateNode {
      compound(
        ChartName(id),
        [
          StateNode(
            ChartName(id + "Open"), on: [on(EventDescriptor(ChartName(event)), ChartName(id + "Shut"))]),
          final(ChartName(id + "Shut")),
        ])
    }
    let machine = chart([
      parallel(
        "outer", done: [to("end")],
        [
          pair("inner", pair("innermost", region("a", "x"), region("b", "x")), region("c", "x")),
          region("d", "y"),
        ]), StateNode("end"),
    ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("x").configuration == ["aShut", "bShut", "cShut", "dOpen"])
    #expect(simulation.send("y").configuration == ["end"])
  }

  @Test("`on` may take a done event by its name")
  func byName() throws {
    let machine = chart(on: [on("done.state.p", "q")], [compound("p", [final("f")]), StateNode("q")])
    #expect(try started(machine).1.configuration == ["q"])
  }

  @Test("a done event from outside does not take `done`, only `on` by that name")
  func spoofedDone() throws {
    let machine = chart([
      compound("p", on: [on("done.state.p", "named")], done: [to("q")], [StateNode("a"), final("f")]),
      StateNode("q"),
      StateNode("named"),
    ])
    #expect(try configurations(machine, after: ["done.state.p"]) == [["a"], ["named"]])
    let without = chart([compound("p", done: [to("q")], [StateNode("a"), final("f")]), StateNode("q")])
    var (simulation, _) = try started(without)
    #expect(simulation.send("done.state.p").outcome == .ignored)
  }

  @Test("a final child of the root ends the chart: states are left innermost first, what waits is dropped")
  func end() throws {
    let machine = chart(
      context: [variable("n", .int, "1")], exit: ["leaveChart"],
      [
        StateNode(
          "a", on: [on("go", "f", do: [.raise("x"), .send("y"), .send("z", after: .seconds(1))])],
          exit: ["leaveA"]),
        final("f", exit: [.assign("n", "2"), "leaveF"], output: [field("n", "n")]),
      ])
    var (simulation, _) = try started(machine)
    let report = simulation.send("go")
    #expect(report.actionNames == ["leaveA", "leaveF", "leaveChart"])
    #expect(report.isFinal)
    #expect(report.configuration == ["f"])
    #expect(report.result == ["n": 2])
    #expect(report.timers.isEmpty)
    let after = simulation.send("go")
    #expect(after.outcome == .rejected)
    #expect(after.reason == "The chart has ended.")
  }

  @Test("the other states entered in the last step are entered before the end")
  func lastStepIsWhole() throws {
    let machine = chart(initial: ["a"], [StateNode("a", always: [to("f")]), final("f", entry: ["enterF"])])
    let (_, report) = try started(machine)
    #expect(report.isFinal)
    #expect(report.actionNames == ["enterF"])
  }

  @Test("when the chart ends, a state that was left already is not active for the exit actions around it")
  func leavingOneByOne() throws {
    let machine = chart(
      exit: [.log("in(end)")], [final("end", exit: [.log("in(end)")])])
    #expect(try started(machine).1.log == [true, false])
  }
}
