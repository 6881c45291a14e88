import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Timers and delayed sends")
struct TimerTests {
  @Test("`after` is taken when the state has been active for the time")
  func after() throws {
    var (simulation, start) = try started(chart([StateNode("a", after: [delayed(10, "b")]), StateNode("b")]))
    #expect(start.timers == [.init(name: "after.a.10s", remaining: .seconds(10))])
    let early = simulation.advance(by: .seconds(9))
    #expect(early.outcome == .ignored)
    #expect(early.configuration == ["a"])
    #expect(early.timers.first?.remaining == .seconds(1))
    #expect(simulation.advance(by: .seconds(1)).configuration == ["b"])
  }

  @Test("leaving the state stops its timers, entering it again starts them anew")
  func restart() throws {
    let machine = chart([
      StateNode("a", on: [on("again", "a"), on("go", "b")], after: [delayed(10, "late")]), StateNode("b"),
      StateNode("late"),
    ])
    var (simulation, _) = try started(machine)
    _ = simulation.advance(by: .seconds(9))
    _ = simulation.send("again")
    #expect(simulation.advance(by: .seconds(9)).configuration == ["a"])
    let gone = simulation.send("go")
    #expect(gone.timers.isEmpty)
    #expect(simulation.advance(by: .seconds(99)).configuration == ["b"])
  }

  @Test("timers fire by deadline, those of one deadline in the order of asking")
  func deadlines() throws {
    let machine = chart(
      on: [on("x", do: ["x"]), on("y", do: ["y"]), on("z", do: ["z"])],
      [
        StateNode(
          "a",
          entry: [
            .send("x", after: .seconds(2)), .send("y", after: .seconds(1)), .send("z", after: .seconds(1)),
          ])
      ])
    var (simulation, _) = try started(machine)
    #expect(simulation.advance(by: .seconds(5)).actionNames == ["y", "z", "x"])
  }

  @Test("a delayed send can be cancelled by its id, and survives its state")
  func cancel() throws {
    let machine = chart(
      on: [on("x", do: ["x"]), on("y", do: ["y"])],
      [
        StateNode(
          "a", on: [on("go", "b")],
          entry: [.send("x", after: .seconds(1), id: "one"), .send("y", after: .seconds(1))]),
        StateNode("b", entry: [.cancel("one")]),
      ])
    var (simulation, _) = try started(machine)
    _ = simulation.send("go")
    #expect(simulation.advance(by: .seconds(1)).actionNames == ["y"])
  }

  @Test("a delay may be an expression, found when the wait begins")
  func computedDelay() throws {
    let timer = DelayedTransition(.expression("wait"), name: "wait", ChartTransition(["b"]))
    let machine = chart(
      context: [variable("wait", .duration, "1s")],
      [
        StateNode("a", after: [timer], entry: [.assign("wait", "wait * 3")]), StateNode("b"),
      ])
    var (simulation, start) = try started(machine)
    #expect(start.timers.map(\.remaining) == [.seconds(3)])
    #expect(simulation.advance(by: .seconds(3)).configuration == ["b"])
  }

  @Test("an event from outside under a timer's name does not take `after`")
  func spoofed() throws {
    var (simulation, _) = try started(chart([StateNode("a", after: [delayed(10, "b")]), StateNode("b")]))
    #expect(simulation.send("after.a.10s").outcome == .ignored)
  }

  @Test("branches of one delay are tried in order when it is due")
  func branches() throws {
    var never = delayed(1, "b")
    never.transition.guard = "1 == 2"
    let machine = chart([StateNode("a", after: [never, delayed(1, "c")]), StateNode("b"), StateNode("c")])
    var (simulation, start) = try started(machine)
    #expect(start.timers.count == 1)
    #expect(simulation.advance(by: .seconds(1)).configuration == ["c"])
  }

  @Test("time goes forwards only, and a long time is no trap")
  func oddSpans() throws {
    var (simulation, _) = try started(chart([StateNode("a", after: [delayed(1, "a")])]))
    #expect(simulation.advance(by: .seconds(-1)).outcome == .rejected)
    let report = simulation.advance(by: .seconds(Int64.max))
    #expect(report.failures.count == 1)
  }

  @Test("a send with a delay of 0 comes before the next event from outside", arguments: [false, true])
  func sentAtOnce(isComputed: Bool) throws {
    var send = ChartAction.Send("x")
    send.delay = isComputed ? .expression("wait * 0") : .literal(.zero)
    let machine = chart(
      context: [variable("wait", .duration, "1s")],
      [
        StateNode("a", on: [on("x", "ok"), on("go", "wrong")], entry: [ChartAction(.send(send))]),
        StateNode("ok"),
        StateNode("wrong"),
      ])
    let (_, start) = try started(machine)
    #expect(start.configuration == ["ok"])
    #expect(start.timers.isEmpty)
  }

  @Test("`after` with a delay of 0 comes before the next event from outside, and after what was sent before")
  func overAtOnce() throws {
    let machine = chart(
      on: [on("x", do: ["x"]), on("go", do: ["go"])],
      [StateNode("a", after: [delayed(0, "b", do: ["late"])], entry: [.send("x")]), StateNode("b")])
    let (_, start) = try started(machine)
    #expect(start.configuration == ["b"])
    #expect(start.actionNames == ["x", "late"])
    #expect(start.timers.isEmpty)
  }

  @Test(
    "`after` with a delay of 0 is gone when the state is left, and counts once for each time it is entered")
  func leftAtOnce() throws {
    let machine = chart([
      StateNode("a", after: [delayed(0, do: ["late"])], entry: [.raise("x")]),
      StateNode("b", on: [on("go", "c")]),
      StateNode("c", on: [on("y", "d")], after: [delayed(0, "wrong")], entry: [.send("y")]),
      StateNode("d", on: [on("back", "c", do: [.raise("y")])]), StateNode("wrong"),
    ])
    var first = machine
    first.root.states[0].on = [on("x", "b")]
    var (simulation, start) = try started(first)
    #expect(start.configuration == ["b"])
    // It waits behind what was sent before it.
    #expect(simulation.send("go").configuration == ["d"])
    #expect(simulation.advance(by: .seconds(1)).configuration == ["d"])
    let again = chart(
      context: [variable("turns", .int, "0")],
      [
        StateNode(
          "a", on: [on("x", "a", if: "turns < 3", do: [.assign("turns", "turns + 1")])],
          after: [delayed(0, do: ["late"])], entry: [.raise("x")])
      ])
    #expect(try started(again).1.actionNames == ["late"])
  }

  @Test("a circle of timers without delay is cut off")
  func circleWithoutDelay() throws {
    let machine = chart([StateNode("a", after: [delayed(0, "b")]), StateNode("b", after: [delayed(0, "a")])])
    #expect(try started(machine).1.stopped == .endlessSteps(states: ["a", "b"], limit: 1_000))
  }
}
