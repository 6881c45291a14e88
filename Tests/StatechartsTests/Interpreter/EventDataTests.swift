import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Data that did not come along")
struct EventDataTests {
  private static let optional = [FieldDeclaration("after", .optional(.int))]
  private static let log = [ChartAction(.log("event.data.after")), ChartAction(.log("event.name"))]

  @Test("an optional field of an event without data has no value, from outside, raised and sent")
  func events() throws {
    let chart = chart(
      events: [EventDeclaration("go"), EventDeclaration("wait", payload: Self.optional)],
      on: [
        on("wait", do: Self.log),
        on("go", do: [ChartAction(.raise("wait", data: [])), ChartAction(.send(ChartAction.Send("wait")))]),
      ],
      [StateNode("a")])
    var (simulation, _) = try started(chart)
    let outside = simulation.send("wait")
    #expect(outside.log == [.unset, "wait"])
    #expect(outside.failures.isEmpty)
    let inside = simulation.send("go")
    #expect(inside.log == [.unset, "wait", .unset, "wait"])
    #expect(inside.failures.isEmpty)
  }

  @Test("an optional field of a failure or a result without data has no value")
  func services() throws {
    let work = HandlerDeclaration("work", result: .record(Self.optional), errors: ["busy"])
    let chart = chart(
      errors: [ErrorDeclaration("busy", payload: Self.optional)],
      handlers: HandlerCatalogue(services: [work]),
      [
        StateNode(
          "a",
          invoke: [
            ChartInvocation(
              .service("work"), done: [ChartTransition(actions: Self.log)],
              failed: [.init("busy", ChartTransition(actions: Self.log))])
          ])
      ])
    var (simulation, _) = try started(chart)
    var other = simulation
    let done = simulation.complete(service: "work")
    #expect(done.log == [.unset, "done.invoke.work"])
    #expect(done.failures.isEmpty)
    let failed = other.fail(service: "work", code: "busy")
    #expect(failed.log == [.unset, "error.busy"])
    #expect(failed.failures.isEmpty)
  }
}
