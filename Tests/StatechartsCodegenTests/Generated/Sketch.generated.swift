// Generated from Sketch.yaml by `statechart generate`.
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

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case load
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable {
    /// go.now
    case goNow(data: ChartValue = .unset)

    /// The event in the form that a machine handles.
    public var event: Statecharts.ChartEvent {
      switch self {
      case .goNow(let data):
        Statecharts.ChartEvent("go.now", data: data)
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: TypedOutput, Hashable {
    /// gone
    case gone(data: ChartValue = .unset)

    /// Reads an output.
    ///
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
      switch payload.name {
      case "gone":
        self = .gone(data: payload.data)
      default:
        throw TypedDataProblem(payload.name)
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

  /// The variables of the chart, read-only.
  public struct Context: TypedContext {
    private let contextView: ContextValues

    /// Makes a view of the variables.
    public init(_ view: ContextValues) { contextView = view }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: OptionalInput, Hashable {
    /// Makes an input.
    public init() {}

    /// The values by name, without those that were not given.
    public var values: [String: ChartValue] { [:] }
  }
}

// MARK: - Handlers

extension Sketch {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handlers: Sendable {
    /// The guard `isReady`.
    func isReady(_ arguments: [String: ChartValue]) throws -> Bool

    /// The action `note`.
    func note(_ arguments: [String: ChartValue]) throws

    /// The service `load`.
    func load(_ input: ChartValue) async throws(ServiceFailure) -> ChartValue

    /// The query `ask`.
    func ask(_ arguments: [String: ChartValue]) throws -> ChartValue
  }
}

extension TypedService<Sketch, ChartValue, ChartValue, ServiceFailure> {
  /// The service `load`.
  public static var load: Self { Self("load") }
}

// MARK: - Queries

/// The queries of the chart, for `Session.query(_:)`.
extension TypedQuery where Chart == Sketch {
  /// The query `ask`.
  public static func ask(_ arguments: [String: ChartValue]) -> Self where Answer == ChartValue {
    Self("ask", arguments)
  }
}

// MARK: - Binding

extension Sketch {
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("isReady") { call in
      try handling.isReady(call.arguments)
    }
    handlers.action("note") { call in
      try handling.note(call.arguments)
    }
    handlers.service("load") { call in
      try await handling.load(call.input).chartValue
    }
    handlers.query("ask") { arguments in
      try handling.ask(arguments).chartValue
    }
    return handlers
  }
}

// MARK: - The chart

extension Sketch {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"sketch","version":1,"root":{"id":"sketch","initial":{"targets":["a"]},"states":[
    {"id":"a","invoke":[
    {"source":{"service":"load"}}],"on":[
    {"event":"go.now","targets":["b"],"guard":"isReady","actions":[
    {"handler":["note",[["x","1"]]]},
    {"emit":["gone",[["y","2"]]]}]},
    {"event":"other.*","targets":["b"]}],"queries":["ask"]},
    {"id":"b"}]}}
    """#
}
