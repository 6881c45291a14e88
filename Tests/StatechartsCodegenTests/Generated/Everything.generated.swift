// Generated from Everything.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts
public import StatechartsModel

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

  /// The events that the app can send, with their data.
  public enum Event: ChartEvent, Hashable, GuardedData {
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
    public var event: Statecharts.Event {
      switch self {
      case .enter(let code, let who, let kind, let place):
        Statecharts.Event(
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
        Statecharts.Event("tick.tock")
      case .progress(let percent):
        Statecharts.Event("progress", data: .map(["percent": percent.chartValue]))
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .enter(_, _, let kind, let place):
        ["code": ShownMark.secret, "who": ShownMark.personal, "kind": kind, "place": place]
      case .progress(let percent):
        ["percent": percent]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: ChartOutput, Hashable {
    /// Told
    ///
    /// For the app.
    case told(count: Int, problem: ErrorCode? = nil)

    /// Reads an output.
    ///
    /// - Throws: `ChartDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: Payload) throws(ChartDataProblem) {
      switch payload.name {
      case "told":
        self = try .told(count: payload.data.read("count"), problem: payload.data.read("problem"))
      default:
        throw ChartDataProblem(payload.name)
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

  /// The error codes.
  public enum ErrorCode: String, ChartData, CaseIterable, Hashable {
    /// It broke
    case broken
    /// It came too late.
    case late
    /// A failure of the platform: `error.timeout`.
    case timeout
    /// A failure of the platform: `error.execution`.
    case execution
    /// A failure of the platform: `error.communication`.
    case communication
    /// A failure of the platform: `error.interrupted`.
    case interrupted

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
  public struct Context: ChartContext, GuardedData {
    private let contextView: ContextView

    /// Makes a view of the variables.
    public init(_ view: ContextView) { contextView = view }

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
    public var more: [String: Value] {
      contextView.read("more") ?? [:]
    }

    /// The variable `anything`.
    public var anything: Value {
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
        "token": ShownMark.secret,
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
  public struct Input: ChartInput, Hashable, GuardedData {
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
    public var values: [String: Value] {
      let values: [String: Value] = [
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
      ["count": count, "token": ShownMark.secret, "needed": needed]
    }
  }
}

// MARK: - Handlers

extension Everything {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handling: Sendable {
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
    /// - Parameter name: Given by the chart.
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
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "broken":
        self = try .broken(detail: data.read("detail"))
      case "late":
        self = .late
      default:
        throw ChartDataProblem(code)
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
    public var data: Value {
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

    private func send(_ event: Event) async -> Outcome { await call.send(event.event) }

    /// progress
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func progress(percent: Int) async -> Outcome {
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
    /// - Throws: `ChartDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: Value) throws(ChartDataProblem) {
      switch code {
      case "late":
        self = .late
      default:
        throw ChartDataProblem(code)
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
    public var data: Value { .unset }
  }
}

// MARK: - Data

extension Everything {
  /// The values of `mode`.
  public enum Mode: String, ChartData, CaseIterable, Hashable {
    /// `slow`
    case slow
    /// `fast`
    case fast
  }

  /// The values of `kind`.
  public enum Kind: String, ChartData, CaseIterable, Hashable {
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
  public struct EnterPlace: ChartData, Hashable, GuardedData {
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
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      street = try chartValue.read("street")
      numbers = try chartValue.read("numbers")
    }

    /// The fields as a map.
    public var chartValue: Value {
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
  public struct LoadInput: ChartData, Hashable {
    /// The field `count`.
    public var count: Int

    /// Makes the data from its fields.
    public init(count: Int) {
      self.count = count
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      count = try chartValue.read("count")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["count": count.chartValue])
    }
  }

  /// The result of `load`.
  public struct LoadResult: ChartData, Hashable {
    /// The field `size`.
    public var size: Double

    /// Makes the data from its fields.
    public init(size: Double) {
      self.size = size
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `ChartDataProblem` if a field has another type.
    public init(chartValue: Value) throws(ChartDataProblem) {
      size = try chartValue.read("size")
    }

    /// The fields as a map.
    public var chartValue: Value {
      .map(["size": size.chartValue])
    }
  }
}

// MARK: - Binding

extension Everything {
  /// The guards and actions of a type, which the engine calls by number.
  public struct Bound<Provider: Handling>: StaticHandlers {
    /// The guards, by number.
    public static var guards: [StaticHandler] {
      [StaticHandler("isRight", takesCall: true)]
    }

    /// The actions, by number.
    public static var actions: [StaticHandler] {
      [StaticHandler("note", takesCall: true), StaticHandler("ring")]
    }

    /// The value that implements the handlers.
    public let handling: Provider

    /// Binds a type.
    public init(_ handling: Provider) { self.handling = handling }

    /// Evaluates a guard that takes the call.
    public func answer(guard number: Int, _ call: HandlerCall) throws -> Bool {
      switch number {
      case 0:
        try handling.isRight(limit: call.argument("limit"), code: call.payload("code"))
      default:
        false
      }
    }

    /// Runs an action that takes no call.
    public func perform(action number: Int) throws {
      switch number {
      case 1:
        try handling.ring()
      default:
        break
      }
    }

    /// Runs an action that takes the call.
    public func perform(action number: Int, _ call: HandlerCall) throws {
      switch number {
      case 0:
        try handling.note(text: call.argument("text"))
      default:
        try perform(action: number)
      }
    }
  }

  /// Binds the handlers of a type that implements `Handling`.
  public static func handlers(_ handling: some Handling) -> Handlers {
    var handlers = Handlers(Bound(handling))
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
      try handling.isFine(name: Value.map(arguments).read("name")).chartValue
    }
    return handlers
  }

  /// Makes a machine that is ready to start.
  ///
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public static func machine(_ handling: some Handling, input: Input) throws -> Machine {
    try machine(handlers(handling), input: input)
  }

  /// Binds the chart to the handlers of a type. Sessions are made from the result.
  ///
  /// - Throws: `ModelProblems` if this engine cannot run the chart, and `BindingProblems`.
  public static func bound(
    _ handling: some Handling,
    children: [String: BoundChart] = [:]
  ) throws -> BoundChart {
    try bound(handlers(handling), children: children)
  }
}

// MARK: - The chart

extension Everything {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(chart)
  }

  /// The model of the chart.
  @_optimize(none)
  public static var chart: Statechart {
    var chart = Statechart("everything", root: everythingState())
    chart.title = "Everything \"at once\""
    chart.description = "Two lines.\nThe second has a \\ and ends in a space. "
    chart.version = 3
    declareContext(&chart)
    declareEvents(&chart)
    declareErrors(&chart)
    declareOutputs(&chart)
    declareHandlers(&chart)
    chart.migrations.append(
      Migration(
        from: 2,
        states: [Migration.Renaming("old", to: "work"), Migration.Renaming("older", to: "work")],
        droppedStates: ["around"],
        enteredStates: ["second"],
        variables: [Migration.Renaming("counter", to: "count")],
        droppedVariables: ["gone"],
        values: [NamedExpression("count", "3")],
        description: "The work was split."
      )
    )
    return chart
  }

  @_optimize(none)
  private static func declareContext(_ chart: inout Statechart) {
    chart.context.append(ContextVariable(Field("count", .int), initial: "2 + 1", isInput: true))
    chart.context.append(ContextVariable(Field("rate", .number), initial: "1.5", persistence: .never))
    chart.context.append(ContextVariable(Field("isNew", .bool), initial: "true"))
    chart.context.append(
      ContextVariable(
        Field("mode", .string, values: ["slow", "fast"]),
        initial: "'fast'",
        clearedOnExitOf: ["work"]
      )
    )
    chart.context.append(ContextVariable(Field("token", .optional(.string), isSecret: true), isInput: true))
    chart.context.append(ContextVariable(Field("needed", .string), isInput: true))
    chart.context.append(ContextVariable(Field("span", .duration), initial: "1500ms"))
    chart.context.append(ContextVariable(Field("problem", .optional(.error))))
    chart.context.append(ContextVariable(Field("names", .list(.string)), initial: "['a', 'b']"))
    chart.context.append(ContextVariable(Field("more", .map), initial: "{a: 1}"))
    chart.context.append(ContextVariable(Field("anything", .any)))
  }

  @_optimize(none)
  private static func declareEvents(_ chart: inout Statechart) {
    chart.events = []
    chart.events?.append(
      EventDeclaration(
        "enter",
        title: "Entered",
        description: "Somebody typed.",
        payload: [
          Field("code", .string, isSecret: true, description: "What was typed."),
          Field("who", .optional(.string), isPersonal: true),
          Field("kind", .string, values: ["new account", "known", "2fa", ""]),
          Field(
            "place",
            .record([Field("street", .string, isPersonal: true), Field("numbers", .list(.int))])
          ),
        ]
      )
    )
    chart.events?.append(EventDeclaration("tick.tock"))
    chart.events?.append(EventDeclaration("progress", payload: [Field("percent", .int)]))
  }

  @_optimize(none)
  private static func declareErrors(_ chart: inout Statechart) {
    chart.errors = []
    chart.errors?.append(
      ErrorDeclaration("broken", title: "It broke", payload: [Field("detail", .string, isSecret: true)])
    )
    chart.errors?.append(ErrorDeclaration("late", description: "It came too late."))
  }

  @_optimize(none)
  private static func declareOutputs(_ chart: inout Statechart) {
    chart.outputs = []
    chart.outputs?.append(
      OutputDeclaration(
        "told",
        title: "Told",
        description: "For the app.",
        payload: [Field("count", .int), Field("problem", .optional(.error))]
      )
    )
  }

  @_optimize(none)
  private static func declareHandlers(_ chart: inout Statechart) {
    chart.handlers.guards = []
    chart.handlers.guards?.append(
      HandlerDeclaration(
        "isRight",
        title: "the code is right",
        description: "It was sent before.",
        payload: [Field("code", .string, isSecret: true, description: "What was typed.")],
        arguments: [Field("limit", .int)]
      )
    )
    chart.handlers.actions = []
    chart.handlers.actions?.append(HandlerDeclaration("note", arguments: [Field("text", .string)]))
    chart.handlers.actions?.append(HandlerDeclaration("ring"))
    chart.handlers.services = []
    chart.handlers.services?.append(
      HandlerDeclaration(
        "load",
        arguments: [Field("count", .int)],
        result: .record([Field("size", .number)]),
        errors: ["broken", "late"],
        sends: ["progress"]
      )
    )
    chart.handlers.services?.append(HandlerDeclaration("wait"))
    chart.handlers.services?.append(HandlerDeclaration("measure", result: .duration, errors: ["late"]))
    chart.handlers.queries = []
    chart.handlers.queries?.append(
      HandlerDeclaration("isFine", arguments: [Field("name", .string)], result: .optional(.bool))
    )
  }

  @_optimize(none)
  private static func everythingState() -> State {
    var state = State("everything")
    state.initial = InitialTransition(["work"], actions: [Action(.handler("ring", arguments: []))])
    state.on.append(
      EventTransition("*", Transition(guard: "count > 1000", label: "too many", description: "Never seen."))
    )
    state.states = [workState(), pickState(), bothState(), endState(), otherEndState()]
    return state
  }

  @_optimize(none)
  private static func workState() -> State {
    var state = State("work", title: "At work")
    state.description = """
      A long description that does not fit into one line of code, so that it has to be broken at a space.
      """
    state.initial = InitialTransition(["first"])
    state.entry = [
      Action(.assign([NamedExpression("count", "count + 1")])),
      Action(.raise("tick.tock", data: [])),
      Action(
        .send(
          Action.Send(
            "",
            computedEvent: "'tick.tock'",
            content: "count",
            delay: .literal(Duration(secondsComponent: 0, attosecondsComponent: 1000001000000000)),
            resume: .remainder,
            idVariable: "anything",
            destination: .computed("'#_internal'")
          )
        )
      ),
      Action(.block([Action(.cancelComputed("mode"))])),
      Action(.emit("told", data: [NamedExpression("count", "count")])),
    ]
    state.exit = [Action(.cancel("later"))]
    state.invoke.append(
      Invocation(
        .service("load"),
        id: "loading",
        idVariable: "anything",
        input: [NamedExpression("count", "count")],
        timeout: .literal(.seconds(15)),
        resume: .deadline,
        retry: Invocation.Retry(attempts: 2, backoff: .literal(.seconds(1)), codes: ["late"]),
        done: [Transition(["both"])],
        failed: [
          Invocation.Failure(
            "broken",
            Transition(actions: [Action(.assign([NamedExpression("problem", "event.error")]))])
          ),
          Invocation.Failure(nil, Transition(["end"])),
        ],
        finalize: [Action(.handler("ring", arguments: []))],
        forwardsEvents: true
      )
    )
    state.invoke.append(Invocation(.computed("'one.yaml'", among: ["one.yaml", "two.yaml"]), id: "child"))
    state.on.append(
      EventTransition(
        "enter",
        Transition(
          ["pick"],
          guard: "isRight(limit: 3) and count < 10",
          actions: [
            Action(
              .choose(
                [Action.Branch("count == 3", [Action(.handler("ring", arguments: []))])],
                otherwise: [Action(.handler("note", arguments: [NamedExpression("text", "'no'")]))]
              )
            ),
            Action(.forEach(item: "name", index: "position", list: "names", body: [Action(.log("name"))])),
          ],
          isInternal: false
        )
      )
    )
    state.after.append(
      DelayedTransition(.literal(.milliseconds(2500)), name: "2500ms", resume: .restart, Transition(["end"]))
    )
    state.after.append(DelayedTransition(.expression("span"), name: "span", Transition(["otherEnd"])))
    state.errors = ["broken"]
    state.queries = ["isFine"]
    state.states = [firstState(), State("second"), memoryState(), shallowState()]
    return state
  }

  @_optimize(none)
  private static func firstState() -> State {
    var state = State("first")
    state.on.append(EventTransition("tick.*", Transition(["second"])))
    return state
  }

  @_optimize(none)
  private static func memoryState() -> State {
    var state = State("memory", kind: .history(deep: true))
    state.initial = InitialTransition(["first"])
    return state
  }

  @_optimize(none)
  private static func shallowState() -> State {
    var state = State("shallow", kind: .history(deep: false))
    state.initial = InitialTransition(["second"])
    return state
  }

  @_optimize(none)
  private static func pickState() -> State {
    var state = State("pick", kind: .choice)
    state.always.append(Transition(["work"], guard: "in(both)"))
    state.always.append(
      Transition(
        ["both"],
        actions: [
          Action(.send(Action.Send("tick.tock", delay: .expression("span"), id: "later"))),
          Action(
            .send(
              Action.Send(
                "progress",
                data: [NamedExpression("percent", "1")],
                destination: .invocation("child")
              )
            )
          ),
          Action(.send(Action.Send("tick.tock", destination: .parent))),
        ]
      )
    )
    return state
  }

  @_optimize(none)
  private static func bothState() -> State {
    var state = State("both", kind: .parallel)
    state.done.append(Transition(["end"]))
    state.states = [leftState(), rightState()]
    return state
  }

  @_optimize(none)
  private static func leftState() -> State {
    var state = State("left")
    state.initial = InitialTransition(["leftStart"])
    state.done.append(Transition())
    state.states = [leftStartState(), State("leftEnd", kind: .final)]
    return state
  }

  @_optimize(none)
  private static func leftStartState() -> State {
    var state = State("leftStart")
    state.on.append(EventTransition("tick", Transition(["leftEnd"])))
    return state
  }

  @_optimize(none)
  private static func rightState() -> State {
    var state = State("right")
    state.initial = InitialTransition(["rightStart"])
    state.done.append(Transition())
    state.states = [rightStartState(), State("rightEnd", kind: .final)]
    return state
  }

  @_optimize(none)
  private static func rightStartState() -> State {
    var state = State("rightStart")
    state.on.append(EventTransition("tick", Transition(["rightEnd"])))
    return state
  }

  @_optimize(none)
  private static func endState() -> State {
    var state = State("end", kind: .final, title: "The end")
    state.outputValue = "count"
    state.ending = .success
    return state
  }

  @_optimize(none)
  private static func otherEndState() -> State {
    var state = State("otherEnd", kind: .final)
    state.output = [NamedExpression("count", "count")]
    return state
  }
}
