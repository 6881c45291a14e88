import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

// What is handed to others is work by its size.
extension SharedLimitTests {
  /// A list that is long enough to be too much work when it is written out once for each of its elements.
  private var list: ContextVariable {
    variable(
      "list", .list(.int), ChartExpression("[\((0..<1_100).map(String.init).joined(separator: ", "))]"))
  }

  /// Sends the list once for each of its elements.
  private func sendings(_ event: ChartName, to destination: ChartAction.Send.Destination) -> ChartAction {
    let send = ChartAction.Send(event, data: [field("x", "list")], destination: destination)
    return ChartAction(.forEach(item: "x", index: nil, list: "list", body: [ChartAction(.send(send))]))
  }

  @Test("what a child sends to its parent is work of the child by its size")
  func largeEventsToTheParent() throws {
    let kid = chart(
      context: [list], [StateNode("k", on: [on("ping", do: [sendings("pong", to: .parent)])])])
    let (parent, _) = try pair([], child: [])
    var (simulation, _) = try started(parent, children: ["kid.yaml": CompiledChart(kid)])
    let report = simulation.send("go")
    #expect(report.failures.first { $0.hasPrefix("`kid` was stopped. One event caused more than") } != nil)
    #expect(report.stopped == nil)
    #expect(report.configuration == ["broken"])
  }

  @Test("what a parent sends to its child is work by its size")
  func largeEventsToTheChild() throws {
    let parent = chart(
      context: [list],
      [
        StateNode(
          "a", on: [on("go", do: [sendings("ping", to: .invocation("kid"))])],
          invoke: [ChartInvocation(.chart("kid.yaml"), id: "kid")])
      ])
    var (simulation, _) = try started(
      parent, children: ["kid.yaml": CompiledChart(chart([StateNode("k")]))])
    #expect(simulation.send("go").stopped == .tooMuchWork(states: ["chart", "a"], limit: 1_000_000))
  }

  @Test("events that are forwarded to a service are work by their size", arguments: [true, false])
  func forwardedEvents(forwards: Bool) throws {
    let parent = chart(
      context: [list],
      [
        StateNode(
          "a", on: [on("go", do: [sendings("big", to: .itself)])],
          invoke: [ChartInvocation(.service("listen"), forwardsEvents: forwards)])
      ])
    var (simulation, _) = try started(parent)
    let stop = simulation.send("go").stopped
    #expect(stop == (forwards ? .tooMuchWork(states: ["chart", "a"], limit: 1_000_000) : nil))
  }

  @Test("what a service is given at each start is work by its size", arguments: [true, false])
  func serviceInput(isLarge: Bool) throws {
    // Each step starts the service again, and the steps alone would be within their limit.
    let parent = chart(
      context: [list, variable("n", .int, "0")],
      [
        StateNode(
          "a", on: [on("go", "a", if: "n < 600", do: [.assign("n", "n + 1"), .send("go")])],
          invoke: [
            ChartInvocation(
              .service("work"), input: isLarge ? [field("x", "list"), field("y", "list")] : [field("x", "n")])
          ])
      ])
    var (simulation, _) = try started(parent)
    let stop = simulation.send("go").stopped
    #expect(stop == (isLarge ? .tooMuchWork(states: ["chart", "a"], limit: 1_000_000) : nil))
  }
}
