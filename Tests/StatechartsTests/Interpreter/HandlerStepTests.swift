import Statecharts
import StatechartsModel
import Synchronization
import Testing

@Suite("Handlers with and without the call")
struct HandlerStepTests {
  /// Handlers that note what they were asked, two of them with the call.
  private static func handlers(_ notes: Notes) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("isRight") { call in
      notes.add("isRight \(call.event?.name ?? "-")")
      return call.context["n"] == 1
    }
    handlers.guard("isOpen") {
      notes.add("isOpen")
      return true
    }
    handlers.action("unused") {}
    handlers.action("note") { call in
      notes.add("note \(call.event?.name ?? "-") \(call.arguments["text"] ?? .unset)")
    }
    handlers.action("ring") { notes.add("ring") }
    handlers.action("break") {
      notes.add("break")
      throw Broken()
    }
    return handlers
  }

  private struct Broken: Error {}

  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  private let gate = chart(
    context: [variable("n", .int, "1")],
    handlers: HandlerCatalogue(actions: [
      HandlerDeclaration("unused"),
      HandlerDeclaration("note", arguments: [FieldDeclaration("text", .optional(.string))]),
      HandlerDeclaration("ring"), HandlerDeclaration("break"),
    ]),
    [
      StateNode(
        "a", on: [on("go", "b", if: "isOpen and isRight", do: ["ring", "note"])], exit: ["note", "ring"]),
      StateNode("b", on: [on("go", "c", if: "isOpen", do: ["ring"])], entry: ["ring"]),
      StateNode(
        "c", on: [on("go", "d", if: "isRight", do: ["break", "ring"]), on("error.execution", do: ["note"])],
        exit: ["ring"]),
      StateNode(
        "d", on: [on("go", "a", do: [ChartAction(.handler("note", arguments: [field("text", "'x'")]))])],
        entry: ["ring", "break", "ring"]),
    ])

  @Test("the same handlers do the same, with remembered steps, planned ones and a record")
  func sameSteps() throws {
    let compiled = try CompiledChart(gate)
    let go = try #require(compiled.event("go"))
    let error = try #require(compiled.event("error.execution"))
    let notes = (0..<3).map { _ in Notes() }
    let handlers = notes.map { Self.handlers($0) }
    var remembered = try Machine(compiled, handlers: handlers[0])
    var planned = try Machine(compiled, handlers: handlers[1], isMemoized: false)
    var recorded = try Machine(compiled, handlers: handlers[2], isMemoized: false)
    remembered.begin()
    planned.begin()
    _ = recorded.start()
    for event in [go, go, error, go, go, go, go, go, go] {
      let result = remembered.send(event)
      #expect(planned.send(event) == result)
      _ = recorded.send(ChartEvent(compiled.name(of: event)))
      let told = notes.map { $0.take() }
      #expect(told.allSatisfy { $0 == told[0] }, "\(told)")
      #expect(event == error || !told[0].isEmpty)
      for machine in [remembered, planned] {
        #expect(machine.configuration == recorded.configuration)
      }
    }
  }

  @Test("an event that an unrecorded step raises is taken in the same step, and a loop of them is stopped")
  func raised() throws {
    var handlers = gate.handlers
    handlers.guards = ["isOpen", "isRight"].map { HandlerDeclaration($0) }
    let raising = chart(
      handlers: handlers, on: [on("spin", do: [.raise("spin")])],
      [
        StateNode("a", on: [on("go", "b", do: ["ring", .raise("next"), "ring"])]),
        StateNode("b", on: [on("next", "c", do: ["note", .raise("last")])]),
        StateNode("c", on: [on("last", "d", do: ["break", "ring"])]),
        StateNode("d", entry: [.raise("none")]),
      ])
    let compiled = try CompiledChart(raising)
    let (go, spin) = (try #require(compiled.event("go")), try #require(compiled.event("spin")))
    let notes = (0..<2).map { _ in Notes() }
    var machine = try Machine(compiled, handlers: Self.handlers(notes[0]))
    var recorded = try Machine(compiled, handlers: Self.handlers(notes[1]))
    machine.begin()
    _ = recorded.start()
    #expect(machine.send(go) == .taken)
    _ = recorded.send(ChartEvent("go"))
    let called = notes[0].take()
    #expect(called == ["ring", "ring", "note next unset", "break"])
    #expect(called == notes[1].take())
    #expect(machine.configuration == ["d"])
    #expect(recorded.configuration == ["d"])
    machine.send(spin)
    _ = recorded.send(ChartEvent("spin"))
    #expect(machine.status == recorded.status)
    #expect(machine.status != .running)
  }

  @Test("a name without a handler is reported")
  func missing() throws {
    let other = chart([StateNode("a", on: [on("go", if: "isNew", do: ["unused"])])])
    let problems = #expect(throws: BindingProblems.self) {
      try Machine(CompiledChart(other), handlers: Self.handlers(Notes()))
    }
    #expect(problems?.missingGuards == ["isNew"])
    #expect(problems?.unusedActions == ["break", "note", "ring"])
  }
}
