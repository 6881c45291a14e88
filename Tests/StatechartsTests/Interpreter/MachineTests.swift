import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import Testing

@Suite("Machines and handlers", .bothWays)
struct MachineTests {
  /// Notes what happens in handlers.
  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let guarded = chart(
    context: [variable("n", .int, "1")],
    [
      StateNode(
        "a",
        on: [
          on(
            "go", "b", if: "isOpen(limit: n)",
            do: [ChartAction(.handler("note", arguments: [field("text", "'x'")]))]),
          on("go", "c", if: "isOpen(limit: n + 1) and isOpen(limit: 1)"),
        ]), StateNode("b"), StateNode("c"),
    ])

  @Test("names without a handler, and handlers without a name, are reported all at once")
  func binding() throws {
    var handlers = ChartHandlers()
    handlers.guard("isShut") { _ in true }
    handlers.action("nota") { _ in }
    let problems = #expect(throws: BindingProblems.self) {
      try Machine(CompiledChart(guarded), handlers: handlers)
    }
    #expect(problems?.missingGuards == ["isOpen"])
    #expect(problems?.missingActions == ["note"])
    #expect(problems?.unusedGuards == ["isShut"])
    #expect(problems?.unusedActions == ["nota"])
  }

  @Test("handlers get arguments, the event and the context; each guard is asked once a selection")
  func calls() throws {
    let notes = Notes()
    var handlers = ChartHandlers()
    handlers.guard("isOpen") { call in
      notes.add("isOpen \(call.arguments["limit"] ?? .unset)")
      return call.arguments["limit"] == 9
    }
    handlers.action("note") { _ in }
    var machine = try Machine(CompiledChart(guarded), handlers: handlers)
    _ = machine.start()
    let step = machine.send(ChartEvent("go"))
    #expect(notes.all == ["isOpen 1", "isOpen 2"])
    guard case .ignored(let refused) = step.outcome else {
      Issue.record("it was taken")
      return
    }
    #expect(refused.map(\.state) == ["a", "a"])
    _ = machine.send(ChartEvent("go"))
    #expect(notes.all.count == 4)
  }

  @Test("a guard is asked once for the regions that share it")
  func sharedGuard() throws {
    let notes = Notes()
    let machine = chart([
      parallel(
        "p",
        [
          StateNode("a", on: [on("go", do: ["x"])].map { guarded($0) }),
          StateNode("b", on: [on("go", do: ["y"])].map { guarded($0) }),
        ])
    ])
    var handlers = ChartHandlers()
    handlers.guard("isOpen") { _ in
      notes.add("asked")
      return true
    }
    for name in ["x", "y"] { handlers.action(name) { _ in notes.add(name) } }
    var running = try Machine(CompiledChart(machine), handlers: handlers)
    _ = running.start()
    _ = running.send(ChartEvent("go"))
    #expect(notes.all == ["asked", "x", "y"])
  }

  private func guarded(_ transition: EventTransition) -> EventTransition {
    var transition = transition
    transition.transition.guard = "isOpen"
    return transition
  }

  @Test("handlers that throw count as no, or end their list, and their words are not repeated")
  func throwing() throws {
    struct Secret: Error { var word = "hunter2" }
    var handlers = ChartHandlers()
    handlers.guard("isOpen") { _ in throw Secret() }
    handlers.action("note") { _ in throw Secret() }
    var machine = try Machine(CompiledChart(guarded), handlers: handlers)
    _ = machine.start()
    let step = machine.send(ChartEvent("go"))
    #expect(machine.configuration == ["a"])
    #expect(step.failures.count == 2)
    #expect(step.unhandledErrors == ["error.execution", "error.execution"])
    #expect(!step.failures.joined().contains("hunter2"))
  }

  @Test("actions see the context as it is")
  func context() throws {
    let notes = Notes()
    let machine = chart(
      context: [variable("n", .int, "1")], [StateNode("a", entry: ["note", .assign("n", "2"), "note"])])
    var handlers = ChartHandlers()
    handlers.action("note") { call in
      notes.add("\(call.context["n"]) \(call.context["none"]) \(call.event?.name ?? "-")")
    }
    var running = try Machine(CompiledChart(machine), handlers: handlers)
    _ = running.start()
    #expect(notes.all == ["1 unset -", "2 unset -"])
  }

  @Test("stopping leaves all states with their exit actions and ends services and timers")
  func stop() throws {
    let machine = chart([
      StateNode("a", after: [delayed(1, "a")], invoke: [ChartInvocation(.service("work"))])
    ])
    var running = try Machine(CompiledChart(machine))
    _ = running.start()
    let step = running.stop()
    #expect(step.microsteps.last?.exited == ["a", "chart"])
    #expect(step.effects.count == 2)
    #expect(running.status == .stopped(.requested))
    #expect(running.send(ChartEvent("x")).outcome == .rejected(.stopped(.requested)))
  }

  @Test("a machine is started once")
  func startTwice() throws {
    var machine = try Machine(CompiledChart(chart([StateNode("a", on: [on("go", "b")]), StateNode("b")])))
    #expect(machine.start().outcome == .taken)
    _ = machine.send(ChartEvent("go"))
    #expect(machine.start().microsteps.isEmpty)
    #expect(machine.configuration == ["b"])
  }
}
