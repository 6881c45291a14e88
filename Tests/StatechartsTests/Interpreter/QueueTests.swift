import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Queues and eventless transitions")
struct QueueTests {
  @Test("transitions without event go before raised events, raised before sent ones")
  func order() throws {
    let machine = chart([
      StateNode(
        "a", on: [on("sent", "viaSent"), on("raised", "viaRaised")], entry: [.send("sent"), .raise("raised")]),
      StateNode("viaSent"), StateNode("viaRaised", on: [on("sent", "both")]), StateNode("both"),
    ])
    let (_, report) = try started(machine)
    #expect(report.configuration == ["both"])
    #expect(report.microsteps.map(\.event) == [nil, "raised", "sent"])
    let eventless = chart([
      StateNode("a", on: [on("raised", "viaRaised")], always: [to("b")], entry: [.raise("raised")]),
      StateNode("b", on: [on("raised", "c")]), StateNode("c"), StateNode("viaRaised"),
    ])
    #expect(try started(eventless).1.configuration == ["c"])
  }

  @Test("raised events are taken in the order of raising")
  func firstInFirstOut() throws {
    let machine = chart(
      on: [on("x", do: ["x"]), on("y", do: ["y"])],
      [StateNode("a", entry: [.raise("y"), .raise("x"), .raise("y")])])
    #expect(try started(machine).1.actionNames == ["y", "x", "y"])
  }

  @Test(
    "during transitions without event the last event is still there, and before the first one there is none")
  func lastEvent() throws {
    let machine = chart([
      StateNode("a", on: [on("go", "b")], entry: [.log("defined(event)")]),
      StateNode("b", always: [to("c", if: "event.name == 'go'")]),
      StateNode("c", entry: [.log("event.name")]),
    ])
    var (simulation, start) = try started(machine)
    #expect(start.log == [false])
    let report = simulation.send("go")
    #expect(report.configuration == ["c"])
    #expect(report.log == ["go"])
  }

  @Test("a choice is left at once by the first branch that holds")
  func choice() throws {
    let machine = chart(
      context: [variable("n", .int, "2")],
      [
        StateNode("a", on: [on("go", "which")]),
        StateNode(
          "which", kind: .choice, always: [to("one", if: "n == 1"), to("two", if: "n == 2"), to("other")]),
        StateNode("one"), StateNode("two"), StateNode("other"),
      ])
    #expect(try configurations(machine, after: ["go"]) == [["a"], ["two"]])
  }

  @Test("an event that nothing answers changes nothing and is reported as ignored")
  func ignored() throws {
    var (simulation, _) = try started(
      chart([StateNode("a", on: [on("go", "b", if: "1 == 2")]), StateNode("b")]))
    let other = simulation.send("other")
    #expect(other.outcome == .ignored)
    #expect(other.reason == "It is not handled here.")
    let refused = simulation.send("go")
    #expect(refused.outcome == .ignored)
    #expect(refused.reason == "The guard `1 == 2` in `a` is false.")
    #expect(refused.configuration == ["a"])
  }

  @Test(
    "an event that is not handled may still enable an eventless transition, with a record or without"
  )
  func unansweredEvent() throws {
    let machine = chart([
      StateNode(
        "a", on: [on("other", "a")], always: [ChartTransition(["b"], guard: "event.name == 'seen'")]),
      StateNode("b"),
    ])
    var (simulation, _) = try started(machine)
    _ = simulation.send("other")
    let report = simulation.send("seen")
    #expect(report.outcome == .taken)
    #expect(report.configuration == ["b"])
    #expect(report.failures.isEmpty)
  }
}
