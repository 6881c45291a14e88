// Made from Sketch.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

/// sketch
public enum Sketch: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// a
    case a
    /// b
    case b
  }

  /// The events that may be sent, with their data.
  public enum Event: ChartEvent, Hashable {
    /// go.now
    case goNow(data: Value = .unset)

    /// The event as a machine takes it.
    public var event: Statecharts.Event {
      switch self {
      case .goNow(let data):
        Statecharts.Event("go.now", data: data)
      }
    }
  }

  /// What the chart tells the app, with its data.
  public enum Output: ChartOutput, Hashable {
    /// gone
    case gone(data: Value = .unset)

    /// Reads an output.
    ///
    /// - Throws: `ChartDataProblem` when it is not one of the chart's, or its data are of another type.
    public init(_ payload: Payload) throws(ChartDataProblem) {
      switch payload.name {
      case "gone":
        self = .gone(data: payload.data)
      default:
        throw ChartDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .gone:
        "gone"
      }
    }
  }

  /// The data that the chart itself reads and writes, to read.
  public struct Context: ChartContext {
    private let contextView: ContextView

    /// Reads variables.
    public init(_ view: ContextView) { contextView = view }
  }

  /// What is given at the start. What is left out has the chart's own initial value.
  public struct Input: ChartInput, Hashable {
    /// Makes an input.
    public init() {}

    /// The values by name; what was not given is left out.
    public var values: [String: Value] { [:] }
  }
}

// MARK: - Handlers

extension Sketch {
  /// What Swift provides for the chart. `handlers(_:)` binds a type that implements it.
  ///
  /// Guards and actions are called within a step and must not wait; a guard has no side effects. Services
  /// run in tasks that are cancelled when their state is left. What a handler needs to know, the chart hands
  /// it.
  public protocol Handling: Sendable {
    /// The guard `isReady`.
    func isReady(_ arguments: [String: Value]) throws -> Bool

    /// The action `note`.
    func note(_ arguments: [String: Value]) throws

    /// The service `load`.
    func load(_ input: Value) async throws(ServiceFailure) -> Value

    /// The query `ask`.
    func ask(_ arguments: [String: Value]) throws -> Value
  }
}

// MARK: - Binding

extension Sketch {
  /// The guards and actions of a type as the engine calls them: by number, without any indirection.
  public struct Bound<Provider: Handling>: StaticHandlers {
    /// The guards, by number.
    public static var guards: [StaticHandler] {
      [StaticHandler("isReady", takesCall: true)]
    }

    /// The actions, by number.
    public static var actions: [StaticHandler] {
      [StaticHandler("note", takesCall: true)]
    }

    /// What provides them.
    public let handling: Provider

    /// Binds a type.
    public init(_ handling: Provider) { self.handling = handling }

    /// Answers a guard that takes the call.
    public func answer(guard number: Int, _ call: HandlerCall) throws -> Bool {
      switch number {
      case 0:
        try handling.isReady(call.arguments)
      default:
        false
      }
    }

    /// Does an action that takes the call.
    public func perform(action number: Int, _ call: HandlerCall) throws {
      switch number {
      case 0:
        try handling.note(call.arguments)
      default:
        break
      }
    }
  }

  /// The handlers of a type that provides what the chart needs.
  public static func handlers(_ handling: some Handling) -> Handlers {
    var handlers = Handlers(Bound(handling))
    handlers.service("load") { call in
      try await handling.load(call.input).chartValue
    }
    handlers.query("ask") { arguments in
      try handling.ask(arguments).chartValue
    }
    return handlers
  }

  /// A machine that is ready to be started.
  ///
  /// - Throws: `ModelProblems` when the chart does not fit this engine, and `BindingProblems`.
  public static func machine(_ handling: some Handling, input: Input = Input()) throws -> Machine {
    try machine(handlers(handling), input: input)
  }

  /// The chart with a type's handlers, from which sessions are made.
  ///
  /// - Throws: `ModelProblems` when the chart does not fit this engine, and `BindingProblems`.
  public static func bound(
    _ handling: some Handling,
    children: [String: BoundChart] = [:]
  ) throws -> BoundChart {
    try bound(handlers(handling), children: children)
  }
}

// MARK: - The chart

extension Sketch {
  /// The chart, checked and made ready to run when it is first asked for.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(chart)
  }

  /// The chart as it was written.
  @_optimize(none)
  public static var chart: Statechart {
    var chart = Statechart("sketch", root: sketchState())
    chart.version = 1
    return chart
  }

  @_optimize(none)
  private static func sketchState() -> State {
    var state = State("sketch")
    state.initial = InitialTransition(["a"])
    state.states = [aState(), State("b")]
    return state
  }

  @_optimize(none)
  private static func aState() -> State {
    var state = State("a")
    state.invoke.append(Invocation(.service("load")))
    state.on.append(
      EventTransition(
        "go.now",
        Transition(
          ["b"],
          guard: "isReady",
          actions: [
            Action(.handler("note", arguments: [NamedExpression("x", "1")])),
            Action(.emit("gone", data: [NamedExpression("y", "2")])),
          ]
        )
      )
    )
    state.on.append(EventTransition("other.*", Transition(["b"])))
    state.queries = ["ask"]
    return state
  }
}
