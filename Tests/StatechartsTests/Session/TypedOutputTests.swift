import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

private enum NoState: String { case none }
private struct Say: TypedEvent { var event: ChartEvent { ChartEvent("say") } }
private struct NoInput: OptionalInput { var values: [String: ChartValue] { [:] } }
private struct NoContext: TypedContext { init(_ view: ContextValues) {} }

/// The output that both charts have, with the id of the chart that emits it.
private struct Said: TypedOutput, Equatable {
  var by: String
  init(by: String) { self.by = by }
  init(_ payload: NamedData) throws(TypedDataProblem) { by = try payload.data.read("by") }

  static func chart(_ id: ChartName, invoke: [ChartInvocation] = []) -> Result<CompiledChart, ModelProblems> {
    let state = StateNode(
      "a", on: [on("say", do: [.emit("said", [field("by", "'again'")])])],
      entry: [.emit("said", [field("by", ChartExpression("'\(id)'"))])], invoke: invoke)
    return Result { () throws(ModelProblems) in
      try CompiledChart(
        Statechart(
          id, outputs: [OutputDeclaration("said", payload: [FieldDeclaration("by", .string)])],
          root: StateNode(id, initial: InitialTransition(["a"]), states: [state])))
    }
  }
}

private enum Parent: TypedChart {
  typealias StateID = NoState
  typealias Event = Say
  typealias Input = NoInput
  typealias Context = NoContext
  typealias Output = Said
  enum ServiceID: String { case kid }
  static func handlers(_ handling: ChartHandlers) -> ChartHandlers { handling }
  static let compiled = Said.chart("parent", invoke: [ChartInvocation(.chart("kid.yaml"))])
}

private enum Kid: TypedChart {
  typealias StateID = NoState
  typealias Event = Say
  typealias Input = NoInput
  typealias Context = NoContext
  typealias Output = Said
  /// Its service has the id under which the parent runs the chart.
  static func handlers(_ handling: ChartHandlers) -> ChartHandlers {
    var handlers = handling
    handlers.service("kid") { _ in
      try await ManualClock().sleep(for: .seconds(1))
      return .unset
    }
    return handlers
  }
  static let compiled = Said.chart("kid", invoke: [ChartInvocation(.service("kid"))])
}

struct TypedOutputTests {
  @Test("outputs of one name are read as those of the chart that they come from, also after a restore")
  func charts() async throws {
    let kid = try Kid.bound(ChartHandlers()).untyped
    let bound = try Parent.bound(ChartHandlers(), children: ["kid.yaml": kid])
    let session = try Session(bound, delivery: .acknowledged)
    await session.start()
    await session.send(Say())
    #expect(await session.current.services == [.kid])
    #expect(await session.current.untyped.services == ["kid", "kid"])
    let restored = try Session(bound, restoring: await session.snapshot())
    await restored.start()
    for each in [session, restored] {
      var updates = await each.updates().makeAsyncIterator()
      let update = try #require(await updates.next())
      #expect(update.untyped.outputs.map(\.chart) == ["parent", "kid", "parent"])
      #expect(update.outputs == [Said(by: "parent"), Said(by: "again")])
      #expect(update.numberedOutputs.map(\.number) == [1, 3])
      #expect(update.numberedOutputs.map(\.output) == update.outputs)
      #expect(update.outputs(of: Kid.self) == [Said(by: "kid")])
    }
  }
}
