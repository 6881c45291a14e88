// Generated from Everything.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

/// Everything "at once"
///
/// Two lines.
/// The second has a \ and ends in a space.
public enum Everything: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// At work
    ///
    /// A long description that does not fit into one line of code, so that it has to be broken at a space.
    case work
    /// first
    case first
    /// second
    case second
    /// both
    case both
    /// left
    case left
    /// leftStart
    case leftStart
    /// leftEnd
    case leftEnd
    /// right
    case right
    /// rightStart
    case rightStart
    /// rightEnd
    case rightEnd
    /// The end
    case end
    /// otherEnd
    case otherEnd
  }

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case loading
    case child
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
    /// Entered
    ///
    /// Somebody typed.
    ///
    /// - code: What was typed. Secret: must not be shown, logged or stored.
    /// - who: Personal: must not be logged.
    case enter(code: String, who: String? = nil, kind: Kind, place: EnterPlace)
    /// tick.tock
    case tickTock
    /// progress
    case progress(percent: Int)

    /// The event in the form that a machine handles.
    public var event: Statecharts.ChartEvent {
      switch self {
      case .enter(let code, let who, let kind, let place):
        Statecharts.ChartEvent(
          "enter",
          data: .map(
            [
              "code": code.chartValue,
              "who": who.chartValue,
              "kind": kind.chartValue,
              "place": place.chartValue,
            ]
          )
        )
      case .tickTock:
        Statecharts.ChartEvent("tick.tock")
      case .progress(let percent):
        Statecharts.ChartEvent("progress", data: .map(["percent": percent.chartValue]))
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .enter(_, let who, let kind, let place):
        ["code": ShownMark.secret, "who": ShownMark.personal.replacing(who), "kind": kind, "place": place]
      case .progress(let percent):
        ["percent": percent]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: TypedOutput, Hashable {
    /// Told
    ///
    /// For the app.
    case told(count: Int, problem: ErrorCode? = nil)

    /// Reads an output.
    ///
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
      switch payload.name {
      case "told":
        self = try .told(count: payload.data.read("count"), problem: payload.data.read("problem"))
      default:
        throw TypedDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .told:
        "told"
      }
    }
  }

  /// The error codes that the chart declares, and those of the engine.
  public enum ErrorCode: TypedData, RawRepresentable, Hashable {
    /// It broke
    case broken
    /// It came too late.
    case late
    /// A failure that the engine raises.
    case platform(PlatformErrorCode)

    /// The error of a code; nil if the chart does not declare it and the engine does not raise it.
    public init?(rawValue: String) {
      switch rawValue {
      case "broken": self = .broken
      case "late": self = .late
      default:
        guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }
        self = .platform(code)
      }
    }

    /// The code.
    public var rawValue: String {
      switch self {
      case .broken:
        "broken"
      case .late:
        "late"
      case .platform(let code):
        code.rawValue
      }
    }

    /// The title that people see; nil if the chart has none.
    public var title: String? {
      switch self {
      case .broken:
        "It broke"
      default:
        nil
      }
    }
  }

  /// The variables of the chart, read-only.
  public struct Context: TypedContext, GuardedData {
    private let contextView: ContextValues

    /// Makes a view of the variables.
    public init(_ view: ContextValues) { contextView = view }

    /// The variable `count`.
    public var count: Int {
      contextView.read("count") ?? 3
    }

    /// The variable `rate`.
    public var rate: Double {
      contextView.read("rate") ?? 1.5
    }

    /// The variable `isNew`.
    public var isNew: Bool {
      contextView.read("isNew") ?? true
    }

    /// The variable `mode`.
    public var mode: Mode {
      contextView.read("mode") ?? .fast
    }

    /// The variable `token`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var token: String? {
      contextView.read("token")
    }

    /// The variable `needed`.
    public var needed: String? {
      contextView.read("needed")
    }

    /// The variable `span`.
    public var span: Duration {
      contextView.read("span") ?? .milliseconds(1500)
    }

    /// The variable `problem`.
    public var problem: ErrorCode? {
      contextView.read("problem")
    }

    /// The variable `names`.
    public var names: [String] {
      contextView.read("names") ?? []
    }

    /// The variable `more`.
    public var more: [String: ChartValue] {
      contextView.read("more") ?? [:]
    }

    /// The variable `anything`.
    public var anything: ChartValue {
      contextView.read("anything") ?? .unset
    }

    /// The type's name.
    public var shownName: String { "Context" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "count": count,
        "rate": rate,
        "isNew": isNew,
        "mode": mode,
        "token": ShownMark.secret.replacing(token),
        "needed": needed,
        "span": span,
        "problem": problem,
        "names": names,
        "more": more,
        "anything": anything,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: TypedInput, Hashable, GuardedData {
    /// The field `count`.
    public var count: Int?

    /// The field `token`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var token: String?

    /// The field `needed`.
    public var needed: String

    /// Makes an input.
    public init(count: Int? = nil, token: String? = nil, needed: String) {
      self.count = count
      self.token = token
      self.needed = needed
    }

    /// The values by name, without those that were not given.
    public var values: [String: ChartValue] {
      let values: [String: ChartValue] = [
        "count": count.chartValue,
        "token": token.chartValue,
        "needed": needed.chartValue,
      ]
      return values.filter { $0.value != .unset }
    }

    /// The type's name.
    public var shownName: String { "Input" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["count": count, "token": ShownMark.secret.replacing(token), "needed": needed]
    }
  }
}

// MARK: - Handlers

extension Everything {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handlers: Sendable {
    /// The guard `isRight`: the code is right.
    ///
    /// It was sent before.
    ///
    /// - Parameters:
    ///   - limit: Given by the chart.
    ///   - code: What was typed. Secret: must not be shown, logged or stored.
    func isRight(limit: Int, code: String) throws -> Bool

    /// The action `note`.
    ///
    /// - Parameter text: Given by the chart.
    func note(text: String) throws

    /// The action `ring`.
    func ring() throws

    /// The service `load`.
    func load(_ input: LoadInput, events: LoadSender) async throws(LoadFailure) -> LoadResult

    /// The service `wait`.
    func wait() async

    /// The service `measure`.
    func measure() async throws(MeasureFailure) -> Duration

    /// The query `isFine`.
    ///
    /// - Parameter name: Given by the app.
    func isFine(name: String) throws -> Bool?
  }
}

// MARK: - Services

extension Everything {
  /// The errors of the service `load`.
  public enum LoadFailure: DeclaredFailure, Hashable, GuardedData {
    /// It broke
    ///
    /// - detail: Secret: must not be shown, logged or stored.
    case broken(detail: String)
    /// late
    ///
    /// It came too late.
    case late

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "broken":
        self = try .broken(detail: data.read("detail"))
      case "late":
        self = .late
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .broken:
        "broken"
      case .late:
        "late"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .broken(let detail):
        .map(["detail": detail.chartValue])
      default:
        .unset
      }
    }

    /// The error code.
    public var shownName: String { code }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .broken:
        ["detail": ShownMark.secret]
      default:
        [:]
      }
    }
  }

  /// Sends the events that the service `load` can send while it runs.
  public struct LoadSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }

    /// progress
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func progress(percent: Int) async -> EventOutcome {
      await self.send(Event.progress(percent: percent))
    }
  }

  /// The errors of the service `measure`.
  public enum MeasureFailure: DeclaredFailure, Hashable {
    /// late
    ///
    /// It came too late.
    case late

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "late":
        self = .late
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .late:
        "late"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }
}

extension TypedService<Everything, Everything.LoadInput, Everything.LoadResult, Everything.LoadFailure> {
  /// The service `load`.
  public static var loading: Self { Self("loading") }
}

// MARK: - Queries

/// The queries of the chart, for `Session.query(_:)`.
extension TypedQuery where Chart == Everything {
  /// The query `isFine`.
  public static func isFine(name: String) -> Self where Answer == Bool? {
    Self("isFine", ["name": name.chartValue])
  }
}

// MARK: - Data

extension Everything {
  /// The values of `mode`.
  public enum Mode: String, TypedData, CaseIterable, Hashable {
    /// `slow`
    case slow
    /// `fast`
    case fast
  }

  /// The values of `kind`.
  public enum Kind: String, TypedData, CaseIterable, Hashable {
    /// `new account`
    case newAccount = "new account"
    /// `known`
    case known
    /// `2fa`
    case value2fa = "2fa"
    /// ``
    case empty = ""
  }

  /// The data `place`.
  public struct EnterPlace: TypedData, Hashable, GuardedData {
    /// The field `street`.
    ///
    /// Personal: must not be logged.
    public var street: String

    /// The field `numbers`.
    public var numbers: [Int]

    /// Makes the data from its fields.
    public init(street: String, numbers: [Int]) {
      self.street = street
      self.numbers = numbers
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      street = try chartValue.read("street")
      numbers = try chartValue.read("numbers")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["street": street.chartValue, "numbers": numbers.chartValue])
    }

    /// The type's name.
    public var shownName: String { "EnterPlace" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["street": ShownMark.personal, "numbers": numbers]
    }
  }

  /// The input of the service `load`.
  public struct LoadInput: TypedData, Hashable {
    /// The field `count`.
    public var count: Int

    /// Makes the data from its fields.
    public init(count: Int) {
      self.count = count
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      count = try chartValue.read("count")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["count": count.chartValue])
    }
  }

  /// The result of `load`.
  public struct LoadResult: TypedData, Hashable {
    /// The field `size`.
    public var size: Double

    /// Makes the data from its fields.
    public init(size: Double) {
      self.size = size
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      size = try chartValue.read("size")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["size": size.chartValue])
    }
  }
}

// MARK: - Binding

extension Everything {
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("isRight") { call in
      try handling.isRight(limit: call.argument("limit"), code: call.payload("code"))
    }
    handlers.action("note") { call in
      try handling.note(text: call.argument("text"))
    }
    handlers.action("ring") {
      try handling.ring()
    }
    handlers.service("load") { call in
      try await handling.load(LoadInput(chartValue: call.input), events: LoadSender(call)).chartValue
    }
    handlers.service("wait") { _ in
      await handling.wait()
      return .unset
    }
    handlers.service("measure") { _ in
      try await handling.measure().chartValue
    }
    handlers.query("isFine") { arguments in
      try handling.isFine(name: ChartValue.map(arguments).read("name")).chartValue
    }
    return handlers
  }
}

// MARK: - The chart

extension Everything {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"everything","title":"Everything \"at once\"","description":"Two lines.\nThe second has \#
    a \\ and ends in a space. ","version":3,"context":[
    {"name":"count","type":"int","initial":"2 + 1","input":true},
    {"name":"rate","type":"number","initial":"1.5","persist":"never"},
    {"name":"isNew","type":"bool","initial":"true"},
    {"name":"mode","type":"string","values":["slow","fast"],"initial":"'fast'","clearedOnExitOf":["work"]},
    {"name":"token","type":{"optional":"string"},"secret":true,"input":true},
    {"name":"needed","type":"string","input":true},
    {"name":"span","type":"duration","initial":"1500ms"},
    {"name":"problem","type":{"optional":"error"}},
    {"name":"names","type":{"list":"string"},"initial":"['a', 'b']"},
    {"name":"more","type":"map","initial":"{a: 1}"},
    {"name":"anything"}],"events":[
    {"name":"enter","title":"Entered","description":"Somebody typed.","payload":[
    {"name":"code","type":"string","secret":true,"description":"What was typed."},
    {"name":"who","type":{"optional":"string"},"personal":true},
    {"name":"kind","type":"string","values":["new account","known","2fa",""]},
    {"name":"place","type":{"record":[
    {"name":"street","type":"string","personal":true},
    {"name":"numbers","type":{"list":"int"}}]}}]},
    {"name":"tick.tock"},
    {"name":"progress","payload":[
    {"name":"percent","type":"int"}]}],"errors":[
    {"code":"broken","title":"It broke","payload":[
    {"name":"detail","type":"string","secret":true}]},
    {"code":"late","description":"It came too late."}],"outputs":[
    {"name":"told","title":"Told","description":"For the app.","payload":[
    {"name":"count","type":"int"},
    {"name":"problem","type":{"optional":"error"}}]}],"handlers":{"guards":[
    {"name":"isRight","title":"the code is right","description":"It was sent before.","payload":[
    {"name":"code","type":"string","secret":true,"description":"What was typed."}],"arguments":[
    {"name":"limit","type":"int"}]}],"actions":[
    {"name":"note","arguments":[
    {"name":"text","type":"string"}]},
    {"name":"ring"}],"services":[
    {"name":"load","arguments":[
    {"name":"count","type":"int"}],"result":{"record":[
    {"name":"size","type":"number"}]},"errors":["broken","late"],"sends":["progress"]},
    {"name":"wait"},
    {"name":"measure","result":"duration","errors":["late"]}],"queries":[
    {"name":"isFine","arguments":[
    {"name":"name","type":"string"}],"result":{"optional":"bool"}}]},"migrations":[
    {"from":2,"states":[["old","work"],["older","work"]],"droppedStates":["around"],"enteredStates":["second"],"variables":[["counter","count"]],"droppedVariables":["gone"],"values":[["count","3"]],"description":"The \#
    work was split."}],"root":{"id":"everything","initial":{"targets":["work"],"actions":[
    {"handler":["ring",[]]}]},"on":[
    {"event":"*","guard":"count > 1000","label":"too many","description":"Never seen."}],"states":[
    {"id":"work","title":"At work","description":"A long description that does not fit into one line of \#
    code, so that it has to be broken at a space.","initial":{"targets":["first"]},"entry":[
    {"assign":[["count","count + 1"]]},
    {"raise":["tick.tock",[]]},
    {"send":{"computedEvent":"'tick.tock'","content":"count","delay":{"literal":[0,1000001000000000]},"resume":"remainder","idVariable":"anything","destination":{"computed":"'#_internal'"}}},
    {"block":[
    {"cancelComputed":"mode"}]},
    {"emit":["told",[["count","count"]]]}],"exit":[
    {"cancel":"later"}],"invoke":[
    {"source":{"service":"load"},"id":"loading","idVariable":"anything","input":[["count","count"]],"timeout":{"literal":[15,0]},"resume":"deadline","onRestore":"restart","retry":{"attempts":2,"backoff":{"literal":[1,0]},"codes":["late"]},"done":[
    {"targets":["both"]}],"failed":[
    {"code":"broken","actions":[
    {"assign":[["problem","event.error"]]}]},
    {"targets":["end"]}],"finalize":[
    {"handler":["ring",[]]}],"forwardsEvents":true},
    {"source":{"computed":["'one.yaml'",["one.yaml","two.yaml"]]},"id":"child"}],"on":[
    {"event":"enter","targets":["pick"],"guard":"isRight(limit: 3) and count < 10","actions":[
    {"if":[[
    ["count == 3",[
    {"handler":["ring",[]]}]]],[
    {"handler":["note",[["text","'no'"]]]}]]},
    {"foreach":{"item":"name","index":"position","list":"names","body":[
    {"log":"name"}]}}],"internal":false}],"after":[
    {"delay":{"literal":[2,500000000000000000]},"name":"2500ms","resume":"restart","targets":["end"]},
    {"delay":{"expression":"span"},"name":"span","targets":["otherEnd"]}],"errors":["broken"],"queries":["isFine"],"states":[
    {"id":"first","on":[
    {"event":"tick.*","targets":["second"]}]},
    {"id":"second"},
    {"id":"memory","kind":"deepHistory","initial":{"targets":["first"]}},
    {"id":"shallow","kind":"history","initial":{"targets":["second"]}}]},
    {"id":"pick","kind":"choice","always":[
    {"targets":["work"],"guard":"in(both)"},
    {"targets":["both"],"actions":[
    {"send":{"event":"tick.tock","delay":{"expression":"span"},"id":"later"}},
    {"send":{"event":"progress","data":[["percent","1"]],"destination":{"invocation":"child"}}},
    {"send":{"event":"tick.tock","destination":"parent"}}]}]},
    {"id":"both","kind":"parallel","done":[
    {"targets":["end"]}],"states":[
    {"id":"left","initial":{"targets":["leftStart"]},"done":[
    {}],"states":[
    {"id":"leftStart","on":[
    {"event":"tick","targets":["leftEnd"]}]},
    {"id":"leftEnd","kind":"final"}]},
    {"id":"right","initial":{"targets":["rightStart"]},"done":[
    {}],"states":[
    {"id":"rightStart","on":[
    {"event":"tick","targets":["rightEnd"]}]},
    {"id":"rightEnd","kind":"final"}]}]},
    {"id":"end","kind":"final","title":"The end","outputValue":"count","ending":"success"},
    {"id":"otherEnd","kind":"final","output":[["count","count"]]}]}}
    """#
}
