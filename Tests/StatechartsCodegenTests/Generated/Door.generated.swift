// Generated from door.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

/// A door with a code
///
/// Opens for a code, at most three times a day.
public enum Door: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// Locked
    case locked
    /// Open
    case open
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
    /// code entered
    ///
    /// - code: Secret: must not be shown, logged or stored.
    case enter(code: String)
    /// closed
    case close

    /// The event in the form that a machine handles.
    public var event: Statecharts.ChartEvent {
      switch self {
      case .enter(let code):
        Statecharts.ChartEvent("enter", data: .map(["code": code.chartValue]))
      case .close:
        Statecharts.ChartEvent("close")
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .enter:
        ["code": ShownMark.secret]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: TypedOutput, Hashable {
    /// opened
    case opened(times: Int)

    /// Reads an output.
    ///
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
      switch payload.name {
      case "opened":
        self = try .opened(times: payload.data.read("times"))
      default:
        throw TypedDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .opened:
        "opened"
      }
    }
  }

  /// The variables of the chart, read-only.
  public struct Context: TypedContext {
    private let contextView: ContextValues

    /// Makes a view of the variables.
    public init(_ view: ContextValues) { contextView = view }

    /// How often it was opened.
    public var openings: Int {
      contextView.read("openings") ?? 0
    }
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

extension Door {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handlers: Sendable {
    /// The guard `codeIsRight`.
    ///
    /// - Parameter code: Secret: must not be shown, logged or stored.
    func codeIsRight(code: String) throws -> Bool

    /// The action `ring`.
    ///
    /// Rings the bell.
    func ring() throws
  }
}

// MARK: - Binding

extension Door {
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("codeIsRight") { call in
      try handling.codeIsRight(code: call.payload("code"))
    }
    handlers.action("ring") {
      try handling.ring()
    }
    return handlers
  }
}

// MARK: - The chart

extension Door {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"door","title":"A door with a code","description":"Opens for a code, at most three \#
    times a day.","version":1,"context":[
    {"name":"openings","type":"int","description":"How often it was opened.","initial":"0"}],"events":[
    {"name":"enter","title":"code entered","payload":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"close","title":"closed"}],"outputs":[
    {"name":"opened","payload":[
    {"name":"times","type":"int"}]}],"handlers":{"guards":[
    {"name":"codeIsRight","payload":[
    {"name":"code","type":"string","secret":true}]}],"actions":[
    {"name":"ring","description":"Rings the bell."}]},"root":{"id":"door","title":"A door with a \#
    code","description":"Opens for a code, at most three times a \#
    day.","initial":{"targets":["locked"]},"states":[
    {"id":"locked","title":"Locked","on":[
    {"event":"enter","targets":["open"],"guard":"codeIsRight and openings < 3","actions":[
    {"assign":[["openings","openings + 1"]]},
    {"emit":["opened",[["times","openings"]]]}]},
    {"event":"enter","actions":[
    {"handler":["ring",[]]}]}]},
    {"id":"open","title":"Open","on":[
    {"event":"close","targets":["locked"]}]}]}}
    """#
}
