import Observation
import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsObservation

@Suite("Models for views")
@MainActor
struct SessionModelTests {
  /// The chart, as generated Swift would know it.
  private enum Flow: TypedChart {
    enum StateID: String { case a, b, over }
    enum Event: TypedEvent {
      case go, end, more, ask
      case pick(number: Int)

      var event: ChartEvent {
        switch self {
        case .go: ChartEvent("go")
        case .end: ChartEvent("end")
        case .more: ChartEvent("more")
        case .ask: ChartEvent("ask")
        case .pick(let number): ChartEvent("pick", data: ["number": .int(number)])
        }
      }
    }
    struct Output: TypedOutput {
      var name: String
      init(_ payload: NamedData) { name = payload.name }
    }
    struct Input: OptionalInput { let values: [String: ChartValue] = [:] }
    struct Context: TypedContext { init(_ view: ContextValues) {} }

    static func handlers(_ handling: ChartHandlers) -> ChartHandlers { handling }
    static let compiled = Result { () throws(ModelProblems) in try CompiledChart(chart) }

    private static var chart: Statechart {
      let root = StateNode(
        "flow", initial: InitialTransition(["a"]),
        states: [
          StateNode(
            "a",
            on: [
              EventTransition(
                "go", ChartTransition(["b"], actions: [ChartAction(.emit("moved", data: []))]))
            ]),
          StateNode(
            "b",
            on: [
              EventTransition("more", ChartTransition(actions: [ChartAction(.emit("moved", data: []))])),
              EventTransition("end", ChartTransition(["over"])),
              EventTransition("ask", ChartTransition(["over"], guard: "mayEnd")),
              EventTransition("pick", ChartTransition(["over"], guard: "event.data.number > 1")),
            ]), StateNode("over", kind: .final),
        ])
      var chart = Statechart("flow", root: root)
      chart.events = [
        EventDeclaration("go"), EventDeclaration("end"), EventDeclaration("more"), EventDeclaration("ask"),
        EventDeclaration("pick", payload: [FieldDeclaration("number", .int)]),
      ]
      return chart
    }
  }

  private struct NobodyKnows: Error {}

  private var handlers: ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("mayEnd") { throw NobodyKnows() }
    return handlers
  }

  private func model() throws -> SessionModel<Flow> {
    SessionModel(try Session<Flow>(handlers))
  }

  /// Waits until a condition holds; each change of what it reads lets it look again.
  private func wait(_ condition: @escaping @MainActor () -> Bool) async {
    while true {
      let changed = AsyncStream<Void>.makeStream()
      let holds = withObservationTracking(condition) { changed.continuation.finish() }
      if holds { return }
      for await _ in changed.stream {}
      // What is told of is about to change; it has when the main actor is free again.
      await Task.yield()
    }
  }

  @Test("a model follows its session, tells changes, and says which events can be sent")
  func following() async throws {
    let model = try model()
    #expect(model.configuration == [])
    let follower = Task { await model.follow() }
    await wait { model.configuration == [.a] }
    await wait { model.canSend(.go) && !model.canSend(.end) }
    model.send(.go)
    await wait { model.isActive(.b) && model.canSend(.end) && !model.canSend(.go) }
    #expect(model.isActive(.b) && !model.isActive(.a))
    // Those that are false are asked for first, so that the last answer tells that theirs are there.
    await wait {
      [model.canSend(.pick(number: 1)), model.canSend(.pick(number: 2))].last == true
    }
    #expect(!model.canSend(.pick(number: 1)))
    #expect(model.takeOutput()?.name == "moved")
    #expect(model.takeOutput() == nil)
    model.send(.end)
    await follower.value
    #expect(model.status == .final)
    #expect(model.configuration == [.over])
  }

  @Test("an output is acknowledged when it is taken, and comes once also to a second `follow()`")
  func acknowledging() async throws {
    let session = try Session<Flow>(handlers, delivery: .acknowledged)
    let model = SessionModel(session)
    /// How many outputs a new caller gets.
    func kept() async throws -> Int {
      var updates = await session.untyped.updates().makeAsyncIterator()
      let first = try #require(await updates.next())
      return first.outputs.count
    }
    let follower = Task { await model.follow() }
    await wait { model.configuration == [.a] }
    model.send(.go)
    model.send(.more)
    await wait { model.outputs.count == 2 }
    #expect(try await kept() == 2)
    follower.cancel()
    await follower.value
    let again = Task { await model.follow() }
    model.send(.more)
    await wait { model.outputs.count == 3 }
    for left in [2, 1, 0] {
      #expect(model.takeOutput()?.name == "moved")
      for _ in 0..<1_000 where try await kept() != left { await Task.yield() }
      #expect(try await kept() == left)
    }
    #expect(model.takeOutput() == nil)
    again.cancel()
  }

  @Test("a model keeps the sentences about what went wrong")
  func failures() async throws {
    let model = try model()
    let follower = Task { await model.follow() }
    await wait { model.configuration == [.a] }
    model.send(.go)
    model.send(.ask)
    model.send(.end)
    await follower.value
    #expect(model.failures.count == 1)
    #expect(model.failures.first?.contains("`mayEnd`") == true)
    #expect(model.lostVariables.isEmpty)
  }

  @Test("data with which no view asks any longer are forgotten with an update, if there are many")
  func forgottenQuestions() async throws {
    let model = try model()
    let follower = Task { await model.follow() }
    await wait { model.configuration == [.a] }
    for number in 0..<1_000 { _ = model.canSend(.pick(number: number)) }
    model.send(.go)
    await wait { model.isActive(.b) && model.canSend(.pick(number: 2)) }
    model.send(.pick(number: 1))
    model.send(.end)
    await follower.value
    #expect(model.questions <= SessionModel<Flow>.maximumQuestions)
  }
}
