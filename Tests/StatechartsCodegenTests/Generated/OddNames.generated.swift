// Generated from OddNames.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

/// Odd
/// names
///
/// Ends in a quote """ and \(interpolation)
public enum OddNames: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case `default`
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case selfValue = "self"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case initValue = "init"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case type = "Type"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case fooBar2 = "foo-bar"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case fooBar
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case fooBar3 = "foo_bar"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case fooBar4 = "FOO_BAR"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case rawValue2 = "rawValue"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case allCases2 = "allCases"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case `class`
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case input = "INPUT"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case urlOpened = "URLOpened"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case x
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case x2 = "X"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case http = "HTTP"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case inOut = "in-out"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case any2 = "Any"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case `protocol`
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case `nil`
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case is2fa = "is_2fa"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case someValue = "some"
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case any
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case async
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case description
    /// */ " odd
    /// let x = 1
    ///
    /// ///
    ///
    /// ```
    /// let x = """
    case machine = "Machine"
  }

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case state = "State"
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
    /// default
    case `default`
    /// self
    case selfValue
    /// init
    case initValue
    /// in
    ///
    /// - let: Secret: must not be shown, logged or stored.
    case `in`(
      selfValue: String,
      `inout`: String,
      `let`: String,
      `var`: String,
      case: String,
      default: String,
      initValue: String,
      description: String,
      chartValue: String,
      fooBar2: String,
      fooBar: String,
      context: String,
      call: String,
      handlers: String,
      string: String,
      value: String,
      code: String,
      name: String,
      title: String,
      values: String,
      hash: String
    )
    /// inout
    case `inout`
    /// let
    case `let`
    /// var
    case `var`
    /// case
    case `case`
    /// Type
    case type
    /// description
    case description2
    /// hash
    case hash
    /// name
    case name
    /// data
    case data
    /// event
    case event2
    /// foo.bar
    case fooBar2
    /// foo-bar
    case fooBar3
    /// fooBar
    case fooBar
    /// shownFields
    case shownFields2

    /// The event in the form that a machine handles.
    public var event: Statecharts.ChartEvent {
      switch self {
      case .`default`:
        Statecharts.ChartEvent("default")
      case .selfValue:
        Statecharts.ChartEvent("self")
      case .initValue:
        Statecharts.ChartEvent("init")
      case .`in`(
        let selfValue,
        let `inout`,
        let `let`,
        let `var`,
        let `case`,
        let `default`,
        let initValue,
        let description,
        let chartValue,
        let fooBar2,
        let fooBar,
        let context,
        let call,
        let handlers,
        let string,
        let value,
        let code,
        let name,
        let title,
        let values,
        let hash
      ):
        Statecharts.ChartEvent(
          "in",
          data: .map(
            [
              "self": selfValue.chartValue,
              "inout": `inout`.chartValue,
              "let": `let`.chartValue,
              "var": `var`.chartValue,
              "case": `case`.chartValue,
              "default": `default`.chartValue,
              "init": initValue.chartValue,
              "description": description.chartValue,
              "chartValue": chartValue.chartValue,
              "foo_bar": fooBar2.chartValue,
              "fooBar": fooBar.chartValue,
              "context": context.chartValue,
              "call": call.chartValue,
              "handlers": handlers.chartValue,
              "String": string.chartValue,
              "Value": value.chartValue,
              "code": code.chartValue,
              "name": name.chartValue,
              "title": title.chartValue,
              "values": values.chartValue,
              "hash": hash.chartValue,
            ]
          )
        )
      case .`inout`:
        Statecharts.ChartEvent("inout")
      case .`let`:
        Statecharts.ChartEvent("let")
      case .`var`:
        Statecharts.ChartEvent("var")
      case .`case`:
        Statecharts.ChartEvent("case")
      case .type:
        Statecharts.ChartEvent("Type")
      case .description2:
        Statecharts.ChartEvent("description")
      case .hash:
        Statecharts.ChartEvent("hash")
      case .name:
        Statecharts.ChartEvent("name")
      case .data:
        Statecharts.ChartEvent("data")
      case .event2:
        Statecharts.ChartEvent("event")
      case .fooBar2:
        Statecharts.ChartEvent("foo.bar")
      case .fooBar3:
        Statecharts.ChartEvent("foo-bar")
      case .fooBar:
        Statecharts.ChartEvent("fooBar")
      case .shownFields2:
        Statecharts.ChartEvent("shownFields")
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .`in`(
        let selfValue,
        let `inout`,
        _,
        let `var`,
        let `case`,
        let `default`,
        let initValue,
        let description,
        let chartValue,
        let fooBar2,
        let fooBar,
        let context,
        let call,
        let handlers,
        let string,
        let value,
        let code,
        let name,
        let title,
        let values,
        let hash
      ):
        [
          "self": selfValue,
          "inout": `inout`,
          "let": ShownMark.secret,
          "var": `var`,
          "case": `case`,
          "default": `default`,
          "init": initValue,
          "description": description,
          "chartValue": chartValue,
          "foo_bar": fooBar2,
          "fooBar": fooBar,
          "context": context,
          "call": call,
          "handlers": handlers,
          "String": string,
          "Value": value,
          "code": code,
          "name": name,
          "title": title,
          "values": values,
          "hash": hash,
        ]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: TypedOutput, Hashable, GuardedData {
    /// name
    case name2
    /// init
    case initValue
    /// default
    ///
    /// - let: Secret: must not be shown, logged or stored.
    case `default`(
      selfValue: String,
      `inout`: String,
      `let`: String,
      `var`: String,
      case: String,
      default: String,
      initValue: String,
      description: String,
      chartValue: String,
      fooBar2: String,
      fooBar: String,
      context: String,
      call: String,
      handlers: String,
      string: String,
      value: String,
      code: String,
      name: String,
      title: String,
      values: String,
      hash: String
    )
    /// out-put
    case outPut2
    /// outPut
    case outPut

    /// Reads an output.
    ///
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
      switch payload.name {
      case "name":
        self = .name2
      case "init":
        self = .initValue
      case "default":
        self = try .`default`(
          selfValue: payload.data.read("self"),
          `inout`: payload.data.read("inout"),
          let: payload.data.read("let"),
          var: payload.data.read("var"),
          case: payload.data.read("case"),
          default: payload.data.read("default"),
          initValue: payload.data.read("init"),
          description: payload.data.read("description"),
          chartValue: payload.data.read("chartValue"),
          fooBar2: payload.data.read("foo_bar"),
          fooBar: payload.data.read("fooBar"),
          context: payload.data.read("context"),
          call: payload.data.read("call"),
          handlers: payload.data.read("handlers"),
          string: payload.data.read("String"),
          value: payload.data.read("Value"),
          code: payload.data.read("code"),
          name: payload.data.read("name"),
          title: payload.data.read("title"),
          values: payload.data.read("values"),
          hash: payload.data.read("hash")
        )
      case "out-put":
        self = .outPut2
      case "outPut":
        self = .outPut
      default:
        throw TypedDataProblem(payload.name)
      }
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      case .name2:
        "name"
      case .initValue:
        "init"
      case .`default`:
        "default"
      case .outPut2:
        "out-put"
      case .outPut:
        "outPut"
      }
    }

    /// The output's name.
    public var shownName: String { name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .`default`(
        let selfValue,
        let `inout`,
        _,
        let `var`,
        let `case`,
        let `default`,
        let initValue,
        let description,
        let chartValue,
        let fooBar2,
        let fooBar,
        let context,
        let call,
        let handlers,
        let string,
        let value,
        let code,
        let name,
        let title,
        let values,
        let hash
      ):
        [
          "self": selfValue,
          "inout": `inout`,
          "let": ShownMark.secret,
          "var": `var`,
          "case": `case`,
          "default": `default`,
          "init": initValue,
          "description": description,
          "chartValue": chartValue,
          "foo_bar": fooBar2,
          "fooBar": fooBar,
          "context": context,
          "call": call,
          "handlers": handlers,
          "String": string,
          "Value": value,
          "code": code,
          "name": name,
          "title": title,
          "values": values,
          "hash": hash,
        ]
      default:
        [:]
      }
    }
  }

  /// The error codes that the chart declares, and those of the engine.
  public enum ErrorCode: TypedData, RawRepresentable, Hashable {
    /// code
    case code
    /// data
    case data
    /// timeout
    case timeout
    /// default
    case `default`
    /// init
    case initValue
    /// foo-bar
    case fooBar
    /// foo_bar
    case fooBar2
    /// A failure that the engine raises.
    case platform(PlatformErrorCode)

    /// The error of a code; nil if the chart does not declare it and the engine does not raise it.
    public init?(rawValue: String) {
      switch rawValue {
      case "code": self = .code
      case "data": self = .data
      case "timeout": self = .timeout
      case "default": self = .`default`
      case "init": self = .initValue
      case "foo-bar": self = .fooBar
      case "foo_bar": self = .fooBar2
      default:
        guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }
        self = .platform(code)
      }
    }

    /// The code.
    public var rawValue: String {
      switch self {
      case .code:
        "code"
      case .data:
        "data"
      case .timeout:
        "timeout"
      case .`default`:
        "default"
      case .initValue:
        "init"
      case .fooBar:
        "foo-bar"
      case .fooBar2:
        "foo_bar"
      case .platform(let code):
        code.rawValue
      }
    }

    /// The title that people see; nil if the chart has none.
    public var title: String? { nil }
  }

  /// The variables of the chart, read-only.
  public struct Context: TypedContext, GuardedData {
    private let contextView: ContextValues

    /// Makes a view of the variables.
    public init(_ view: ContextValues) { contextView = view }

    /// The variable `self`.
    public var selfValue: String? {
      contextView.read("self")
    }

    /// The variable `inout`.
    public var `inout`: String? {
      contextView.read("inout")
    }

    /// The variable `let`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var `let`: String? {
      contextView.read("let")
    }

    /// The variable `var`.
    public var `var`: String? {
      contextView.read("var")
    }

    /// The variable `case`.
    public var `case`: String? {
      contextView.read("case")
    }

    /// The variable `default`.
    public var `default`: String? {
      contextView.read("default")
    }

    /// The variable `init`.
    public var initValue: String? {
      contextView.read("init")
    }

    /// The variable `description`.
    public var description2: String? {
      contextView.read("description")
    }

    /// The variable `chartValue`.
    public var chartValue2: String? {
      contextView.read("chartValue")
    }

    /// The variable `foo_bar`.
    public var fooBar2: String? {
      contextView.read("foo_bar")
    }

    /// The variable `fooBar`.
    public var fooBar: String? {
      contextView.read("fooBar")
    }

    /// The variable `context`.
    public var context: String? {
      contextView.read("context")
    }

    /// The variable `call`.
    public var call: String? {
      contextView.read("call")
    }

    /// The variable `handlers`.
    public var handlers: String? {
      contextView.read("handlers")
    }

    /// The variable `String`.
    public var string: String? {
      contextView.read("String")
    }

    /// The variable `Value`.
    public var value: String? {
      contextView.read("Value")
    }

    /// The variable `code`.
    public var code: String? {
      contextView.read("code")
    }

    /// The variable `name`.
    public var name: String? {
      contextView.read("name")
    }

    /// The variable `title`.
    public var title: String? {
      contextView.read("title")
    }

    /// The variable `values`.
    public var values2: String? {
      contextView.read("values")
    }

    /// The variable `hash`.
    public var hash: String? {
      contextView.read("hash")
    }

    /// The variable `action`.
    public var action: ContextAction {
      contextView.read("action") ?? .aB
    }

    /// The type's name.
    public var shownName: String { "Context" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "self": selfValue,
        "inout": `inout`,
        "let": ShownMark.secret.replacing(`let`),
        "var": `var`,
        "case": `case`,
        "default": `default`,
        "init": initValue,
        "description": description2,
        "chartValue": chartValue2,
        "foo_bar": fooBar2,
        "fooBar": fooBar,
        "context": context,
        "call": call,
        "handlers": handlers,
        "String": string,
        "Value": value,
        "code": code,
        "name": name,
        "title": title,
        "values": values2,
        "hash": hash,
        "action": action,
      ]
    }
  }

  /// The input at the start. A value that is left out has the initial value of the chart.
  public struct Input: OptionalInput, Hashable, GuardedData {
    /// The field `self`.
    public var selfValue: String?

    /// The field `inout`.
    public var `inout`: String?

    /// The field `let`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var `let`: String?

    /// The field `var`.
    public var `var`: String?

    /// The field `case`.
    public var `case`: String?

    /// The field `default`.
    public var `default`: String?

    /// The field `init`.
    public var initValue: String?

    /// The field `description`.
    public var description2: String?

    /// The field `chartValue`.
    public var chartValue2: String?

    /// The field `foo_bar`.
    public var fooBar2: String?

    /// The field `fooBar`.
    public var fooBar: String?

    /// The field `context`.
    public var context: String?

    /// The field `call`.
    public var call: String?

    /// The field `handlers`.
    public var handlers: String?

    /// The field `String`.
    public var string: String?

    /// The field `Value`.
    public var value: String?

    /// The field `code`.
    public var code: String?

    /// The field `name`.
    public var name: String?

    /// The field `title`.
    public var title: String?

    /// The field `values`.
    public var values2: String?

    /// The field `hash`.
    public var hash: String?

    /// Makes an input.
    public init(
      selfValue: String? = nil,
      `inout`: String? = nil,
      `let`: String? = nil,
      `var`: String? = nil,
      case: String? = nil,
      default: String? = nil,
      initValue: String? = nil,
      description2: String? = nil,
      chartValue2: String? = nil,
      fooBar2: String? = nil,
      fooBar: String? = nil,
      context: String? = nil,
      call: String? = nil,
      handlers: String? = nil,
      string: String? = nil,
      value: String? = nil,
      code: String? = nil,
      name: String? = nil,
      title: String? = nil,
      values2: String? = nil,
      hash: String? = nil
    ) {
      self.selfValue = selfValue
      self.`inout` = `inout`
      self.`let` = `let`
      self.`var` = `var`
      self.`case` = `case`
      self.`default` = `default`
      self.initValue = initValue
      self.description2 = description2
      self.chartValue2 = chartValue2
      self.fooBar2 = fooBar2
      self.fooBar = fooBar
      self.context = context
      self.call = call
      self.handlers = handlers
      self.string = string
      self.value = value
      self.code = code
      self.name = name
      self.title = title
      self.values2 = values2
      self.hash = hash
    }

    /// The values by name, without those that were not given.
    public var values: [String: ChartValue] {
      let values: [String: ChartValue] = [
        "self": selfValue.chartValue,
        "inout": `inout`.chartValue,
        "let": `let`.chartValue,
        "var": `var`.chartValue,
        "case": `case`.chartValue,
        "default": `default`.chartValue,
        "init": initValue.chartValue,
        "description": description2.chartValue,
        "chartValue": chartValue2.chartValue,
        "foo_bar": fooBar2.chartValue,
        "fooBar": fooBar.chartValue,
        "context": context.chartValue,
        "call": call.chartValue,
        "handlers": handlers.chartValue,
        "String": string.chartValue,
        "Value": value.chartValue,
        "code": code.chartValue,
        "name": name.chartValue,
        "title": title.chartValue,
        "values": values2.chartValue,
        "hash": hash.chartValue,
      ]
      return values.filter { $0.value != .unset }
    }

    /// The type's name.
    public var shownName: String { "Input" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "self": selfValue,
        "inout": `inout`,
        "let": ShownMark.secret.replacing(`let`),
        "var": `var`,
        "case": `case`,
        "default": `default`,
        "init": initValue,
        "description": description2,
        "chartValue": chartValue2,
        "foo_bar": fooBar2,
        "fooBar": fooBar,
        "context": context,
        "call": call,
        "handlers": handlers,
        "String": string,
        "Value": value,
        "code": code,
        "name": name,
        "title": title,
        "values": values2,
        "hash": hash,
      ]
    }
  }
}

// MARK: - Handlers

extension OddNames {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handlers: Sendable {
    /// The guard `repeat`.
    ///
    /// - Parameters:
    ///   - selfValue: Given by the chart.
    ///   - inout: Given by the chart.
    ///   - let: Secret: must not be shown, logged or stored.
    ///   - var: Given by the chart.
    ///   - case: Given by the chart.
    ///   - default: Given by the chart.
    ///   - initValue: Given by the chart.
    ///   - description: Given by the chart.
    ///   - chartValue: Given by the chart.
    ///   - fooBar2: Given by the chart.
    ///   - fooBar: Given by the chart.
    ///   - context: Given by the chart.
    ///   - call: Given by the chart.
    ///   - handlers: Given by the chart.
    ///   - string: Given by the chart.
    ///   - value: Given by the chart.
    ///   - code: Given by the chart.
    ///   - name: Given by the chart.
    ///   - title: Given by the chart.
    ///   - values: Given by the chart.
    ///   - hash: Given by the chart.
    func `repeat`(
      selfValue: String,
      `inout`: String,
      `let`: String,
      `var`: String,
      case: String,
      default: String,
      initValue: String,
      description: String,
      chartValue: String,
      fooBar2: String,
      fooBar: String,
      context: String,
      call: String,
      handlers: String,
      string: String,
      value: String,
      code: String,
      name: String,
      title: String,
      values: String,
      hash: String
    ) throws -> Bool

    /// The guard `init`.
    func initGuard() throws -> Bool

    /// The guard `self`.
    func selfGuard() throws -> Bool

    /// The guard `Type`.
    func type() throws -> Bool

    /// The guard `foo_bar`.
    func fooBar2() throws -> Bool

    /// The guard `fooBar`.
    func fooBar() throws -> Bool

    /// The guard `handlers`.
    func handlers() throws -> Bool

    /// The guard `handling`.
    func handling() throws -> Bool

    /// The guard `guard`.
    func `guard`() throws -> Bool

    /// The guard `_hidden`.
    func hidden() throws -> Bool

    /// The action `repeat_`.
    func repeat2() throws

    /// The action `init_`.
    func initAction() throws

    /// The action `self_`.
    func selfAction() throws

    /// The action `Type_`.
    func type2() throws

    /// The action `foo_bar_`.
    func fooBar3() throws

    /// The action `fooBar_`.
    func fooBar4() throws

    /// The action `handlers_`.
    func handlers2() throws

    /// The action `handling_`.
    func handling2() throws

    /// The action `guard_`.
    func guard2() throws

    /// The action `_hidden_`.
    func hidden2() throws

    /// The service `State`.
    func state2(_ input: StateInput, events: StateSender) async throws(StateFailure) -> StateResult

    /// The service `state`.
    func state() async -> [StateResult2]

    /// The query `Event`.
    ///
    /// - Parameters:
    ///   - selfValue: Given by the app.
    ///   - inout: Given by the app.
    ///   - let: Secret: must not be shown, logged or stored.
    ///   - var: Given by the app.
    ///   - case: Given by the app.
    ///   - default: Given by the app.
    ///   - initValue: Given by the app.
    ///   - description: Given by the app.
    ///   - chartValue: Given by the app.
    ///   - fooBar2: Given by the app.
    ///   - fooBar: Given by the app.
    ///   - context: Given by the app.
    ///   - call: Given by the app.
    ///   - handlers: Given by the app.
    ///   - string: Given by the app.
    ///   - value: Given by the app.
    ///   - code: Given by the app.
    ///   - name: Given by the app.
    ///   - title: Given by the app.
    ///   - values: Given by the app.
    ///   - hash: Given by the app.
    func event(
      selfValue: String,
      `inout`: String,
      `let`: String,
      `var`: String,
      case: String,
      default: String,
      initValue: String,
      description: String,
      chartValue: String,
      fooBar2: String,
      fooBar: String,
      context: String,
      call: String,
      handlers: String,
      string: String,
      value: String,
      code: String,
      name: String,
      title: String,
      values: String,
      hash: String
    ) throws -> EventResult
  }
}

// MARK: - Services

extension OddNames {
  /// The errors of the service `State`.
  public enum StateFailure: DeclaredFailure, Hashable, GuardedData {
    /// code
    case code2
    /// default
    ///
    /// - let: Secret: must not be shown, logged or stored.
    case `default`(
      selfValue: String,
      `inout`: String,
      `let`: String,
      `var`: String,
      case: String,
      default: String,
      initValue: String,
      description: String,
      chartValue: String,
      fooBar2: String,
      fooBar: String,
      context: String,
      call: String,
      handlers: String,
      string: String,
      value: String,
      code: String,
      name: String,
      title: String,
      values: String,
      hash: String
    )
    /// foo-bar
    case fooBar
    /// foo_bar
    case fooBar2

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "code":
        self = .code2
      case "default":
        self = try .`default`(
          selfValue: data.read("self"),
          `inout`: data.read("inout"),
          let: data.read("let"),
          var: data.read("var"),
          case: data.read("case"),
          default: data.read("default"),
          initValue: data.read("init"),
          description: data.read("description"),
          chartValue: data.read("chartValue"),
          fooBar2: data.read("foo_bar"),
          fooBar: data.read("fooBar"),
          context: data.read("context"),
          call: data.read("call"),
          handlers: data.read("handlers"),
          string: data.read("String"),
          value: data.read("Value"),
          code: data.read("code"),
          name: data.read("name"),
          title: data.read("title"),
          values: data.read("values"),
          hash: data.read("hash")
        )
      case "foo-bar":
        self = .fooBar
      case "foo_bar":
        self = .fooBar2
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .code2:
        "code"
      case .`default`:
        "default"
      case .fooBar:
        "foo-bar"
      case .fooBar2:
        "foo_bar"
      }
    }

    /// The data of the error.
    public var data: ChartValue {
      switch self {
      case .`default`(
        let selfValue,
        let `inout`,
        let `let`,
        let `var`,
        let `case`,
        let `default`,
        let initValue,
        let description,
        let chartValue,
        let fooBar2,
        let fooBar,
        let context,
        let call,
        let handlers,
        let string,
        let value,
        let code,
        let name,
        let title,
        let values,
        let hash
      ):
        .map(
          [
            "self": selfValue.chartValue,
            "inout": `inout`.chartValue,
            "let": `let`.chartValue,
            "var": `var`.chartValue,
            "case": `case`.chartValue,
            "default": `default`.chartValue,
            "init": initValue.chartValue,
            "description": description.chartValue,
            "chartValue": chartValue.chartValue,
            "foo_bar": fooBar2.chartValue,
            "fooBar": fooBar.chartValue,
            "context": context.chartValue,
            "call": call.chartValue,
            "handlers": handlers.chartValue,
            "String": string.chartValue,
            "Value": value.chartValue,
            "code": code.chartValue,
            "name": name.chartValue,
            "title": title.chartValue,
            "values": values.chartValue,
            "hash": hash.chartValue,
          ]
        )
      default:
        .unset
      }
    }

    /// The error code.
    public var shownName: String { code }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .`default`(
        let selfValue,
        let `inout`,
        _,
        let `var`,
        let `case`,
        let `default`,
        let initValue,
        let description,
        let chartValue,
        let fooBar2,
        let fooBar,
        let context,
        let call,
        let handlers,
        let string,
        let value,
        let code,
        let name,
        let title,
        let values,
        let hash
      ):
        [
          "self": selfValue,
          "inout": `inout`,
          "let": ShownMark.secret,
          "var": `var`,
          "case": `case`,
          "default": `default`,
          "init": initValue,
          "description": description,
          "chartValue": chartValue,
          "foo_bar": fooBar2,
          "fooBar": fooBar,
          "context": context,
          "call": call,
          "handlers": handlers,
          "String": string,
          "Value": value,
          "code": code,
          "name": name,
          "title": title,
          "values": values,
          "hash": hash,
        ]
      default:
        [:]
      }
    }
  }

  /// Sends the events that the service `State` can send while it runs.
  public struct StateSender: Sendable {
    private let call: ServiceCall

    /// Makes a sender for one run of the service.
    public init(_ call: ServiceCall) { self.call = call }

    private func send(_ event: Event) async -> EventOutcome { await call.send(event.event) }

    /// in
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func `in`(
      selfValue: String,
      `inout`: String,
      `let`: String,
      `var`: String,
      case: String,
      default: String,
      initValue: String,
      description: String,
      chartValue: String,
      fooBar2: String,
      fooBar: String,
      context: String,
      call: String,
      handlers: String,
      string: String,
      value: String,
      code: String,
      name: String,
      title: String,
      values: String,
      hash: String
    ) async -> EventOutcome {
      await self.send(
        Event.`in`(
          selfValue: selfValue,
          `inout`: `inout`,
          let: `let`,
          var: `var`,
          case: `case`,
          default: `default`,
          initValue: initValue,
          description: description,
          chartValue: chartValue,
          fooBar2: fooBar2,
          fooBar: fooBar,
          context: context,
          call: call,
          handlers: handlers,
          string: string,
          value: value,
          code: code,
          name: name,
          title: title,
          values: values,
          hash: hash
        )
      )
    }

    /// foo.bar
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func fooBar2() async -> EventOutcome {
      await self.send(Event.fooBar2)
    }

    /// foo-bar
    ///
    /// - Returns: How the chart handled the event.
    @discardableResult
    public func fooBar3() async -> EventOutcome {
      await self.send(Event.fooBar3)
    }
  }
}

extension TypedService<OddNames, OddNames.StateInput, OddNames.StateResult, OddNames.StateFailure> {
  /// The service `State`.
  public static var state: Self { Self("State") }
}

// MARK: - Queries

/// The queries of the chart, for `Session.query(_:)`.
extension TypedQuery where Chart == OddNames {
  /// The query `Event`.
  public static func event(
    selfValue: String,
    `inout`: String,
    `let`: String,
    `var`: String,
    case: String,
    default: String,
    initValue: String,
    description: String,
    chartValue: String,
    fooBar2: String,
    fooBar: String,
    context: String,
    call: String,
    handlers: String,
    string: String,
    value: String,
    code: String,
    name: String,
    title: String,
    values: String,
    hash: String
  ) -> Self where Answer == OddNames.EventResult {
    Self(
      "Event",
      [
        "self": selfValue.chartValue,
        "inout": `inout`.chartValue,
        "let": `let`.chartValue,
        "var": `var`.chartValue,
        "case": `case`.chartValue,
        "default": `default`.chartValue,
        "init": initValue.chartValue,
        "description": description.chartValue,
        "chartValue": chartValue.chartValue,
        "foo_bar": fooBar2.chartValue,
        "fooBar": fooBar.chartValue,
        "context": context.chartValue,
        "call": call.chartValue,
        "handlers": handlers.chartValue,
        "String": string.chartValue,
        "Value": value.chartValue,
        "code": code.chartValue,
        "name": name.chartValue,
        "title": title.chartValue,
        "values": values.chartValue,
        "hash": hash.chartValue,
      ]
    )
  }
}

// MARK: - Data

extension OddNames {
  /// The values of `action`.
  public enum ContextAction: String, TypedData, CaseIterable, Hashable {
    /// ``
    case empty = ""
    /// ` `
    case value = " "
    /// `a b`
    case aB = "a b"
    /// `a-b`
    case aB2 = "a-b"
    /// `ab`
    case ab
    /// `1`
    case value1 = "1"
    /// `ä`
    case value2 = "ä"
    /// `"`
    case value3 = "\""
    /// `\`
    case value4 = "\\"
    /// `
    /// `
    case value5 = "\n"
    /// `self`
    case selfValue = "self"
    /// `default`
    case `default`
    /// `init`
    case initValue = "init"
  }

  /// The input of the service `State`.
  public struct StateInput: TypedData, Hashable, GuardedData {
    /// The field `self`.
    public var selfValue: String

    /// The field `inout`.
    public var `inout`: String

    /// The field `let`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var `let`: String

    /// The field `var`.
    public var `var`: String

    /// The field `case`.
    public var `case`: String

    /// The field `default`.
    public var `default`: String

    /// The field `init`.
    public var initValue: String

    /// The field `description`.
    public var description2: String

    /// The field `chartValue`.
    public var chartValue2: String

    /// The field `foo_bar`.
    public var fooBar2: String

    /// The field `fooBar`.
    public var fooBar: String

    /// The field `context`.
    public var context: String

    /// The field `call`.
    public var call: String

    /// The field `handlers`.
    public var handlers: String

    /// The field `String`.
    public var string: String

    /// The field `Value`.
    public var value: String

    /// The field `code`.
    public var code: String

    /// The field `name`.
    public var name: String

    /// The field `title`.
    public var title: String

    /// The field `values`.
    public var values: String

    /// The field `hash`.
    public var hash: String

    /// Makes the data from its fields.
    public init(
      selfValue: String,
      `inout`: String,
      `let`: String,
      `var`: String,
      case: String,
      default: String,
      initValue: String,
      description2: String,
      chartValue2: String,
      fooBar2: String,
      fooBar: String,
      context: String,
      call: String,
      handlers: String,
      string: String,
      value: String,
      code: String,
      name: String,
      title: String,
      values: String,
      hash: String
    ) {
      self.selfValue = selfValue
      self.`inout` = `inout`
      self.`let` = `let`
      self.`var` = `var`
      self.`case` = `case`
      self.`default` = `default`
      self.initValue = initValue
      self.description2 = description2
      self.chartValue2 = chartValue2
      self.fooBar2 = fooBar2
      self.fooBar = fooBar
      self.context = context
      self.call = call
      self.handlers = handlers
      self.string = string
      self.value = value
      self.code = code
      self.name = name
      self.title = title
      self.values = values
      self.hash = hash
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      selfValue = try chartValue.read("self")
      `inout` = try chartValue.read("inout")
      `let` = try chartValue.read("let")
      `var` = try chartValue.read("var")
      `case` = try chartValue.read("case")
      `default` = try chartValue.read("default")
      initValue = try chartValue.read("init")
      description2 = try chartValue.read("description")
      chartValue2 = try chartValue.read("chartValue")
      fooBar2 = try chartValue.read("foo_bar")
      fooBar = try chartValue.read("fooBar")
      context = try chartValue.read("context")
      call = try chartValue.read("call")
      handlers = try chartValue.read("handlers")
      string = try chartValue.read("String")
      value = try chartValue.read("Value")
      code = try chartValue.read("code")
      name = try chartValue.read("name")
      title = try chartValue.read("title")
      values = try chartValue.read("values")
      hash = try chartValue.read("hash")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(
        [
          "self": selfValue.chartValue,
          "inout": `inout`.chartValue,
          "let": `let`.chartValue,
          "var": `var`.chartValue,
          "case": `case`.chartValue,
          "default": `default`.chartValue,
          "init": initValue.chartValue,
          "description": description2.chartValue,
          "chartValue": chartValue2.chartValue,
          "foo_bar": fooBar2.chartValue,
          "fooBar": fooBar.chartValue,
          "context": context.chartValue,
          "call": call.chartValue,
          "handlers": handlers.chartValue,
          "String": string.chartValue,
          "Value": value.chartValue,
          "code": code.chartValue,
          "name": name.chartValue,
          "title": title.chartValue,
          "values": values.chartValue,
          "hash": hash.chartValue,
        ]
      )
    }

    /// The type's name.
    public var shownName: String { "StateInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      [
        "self": selfValue,
        "inout": `inout`,
        "let": ShownMark.secret,
        "var": `var`,
        "case": `case`,
        "default": `default`,
        "init": initValue,
        "description": description2,
        "chartValue": chartValue2,
        "foo_bar": fooBar2,
        "fooBar": fooBar,
        "context": context,
        "call": call,
        "handlers": handlers,
        "String": string,
        "Value": value,
        "code": code,
        "name": name,
        "title": title,
        "values": values,
        "hash": hash,
      ]
    }
  }

  /// The result of `State`.
  public struct StateResult: TypedData, Hashable, GuardedData {
    /// The field `self`.
    public var selfValue: String

    /// The field `inout`.
    public var `inout`: String

    /// The field `let`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var `let`: String

    /// Makes the data from its fields.
    public init(selfValue: String, `inout`: String, `let`: String) {
      self.selfValue = selfValue
      self.`inout` = `inout`
      self.`let` = `let`
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      selfValue = try chartValue.read("self")
      `inout` = try chartValue.read("inout")
      `let` = try chartValue.read("let")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["self": selfValue.chartValue, "inout": `inout`.chartValue, "let": `let`.chartValue])
    }

    /// The type's name.
    public var shownName: String { "StateResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["self": selfValue, "inout": `inout`, "let": ShownMark.secret]
    }
  }

  /// The data `result`.
  public struct StateResult2: TypedData, Hashable {
    /// The field `error`.
    public var error: ErrorCode

    /// Makes the data from its fields.
    public init(error: ErrorCode) {
      self.error = error
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      error = try chartValue.read("error")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["error": error.chartValue])
    }
  }

  /// The result of `Event`.
  public struct EventResult: TypedData, Hashable, GuardedData {
    /// The field `self`.
    public var selfValue: String

    /// The field `inout`.
    public var `inout`: String

    /// The field `let`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var `let`: String

    /// Makes the data from its fields.
    public init(selfValue: String, `inout`: String, `let`: String) {
      self.selfValue = selfValue
      self.`inout` = `inout`
      self.`let` = `let`
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      selfValue = try chartValue.read("self")
      `inout` = try chartValue.read("inout")
      `let` = try chartValue.read("let")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["self": selfValue.chartValue, "inout": `inout`.chartValue, "let": `let`.chartValue])
    }

    /// The type's name.
    public var shownName: String { "EventResult" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["self": selfValue, "inout": `inout`, "let": ShownMark.secret]
    }
  }
}

// MARK: - Binding

extension OddNames {
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("repeat") { call in
      try handling.repeat(
        selfValue: call.argument("self"),
        `inout`: call.argument("inout"),
        let: call.argument("let"),
        var: call.argument("var"),
        case: call.argument("case"),
        default: call.argument("default"),
        initValue: call.argument("init"),
        description: call.argument("description"),
        chartValue: call.argument("chartValue"),
        fooBar2: call.argument("foo_bar"),
        fooBar: call.argument("fooBar"),
        context: call.argument("context"),
        call: call.argument("call"),
        handlers: call.argument("handlers"),
        string: call.argument("String"),
        value: call.argument("Value"),
        code: call.argument("code"),
        name: call.argument("name"),
        title: call.argument("title"),
        values: call.argument("values"),
        hash: call.argument("hash")
      )
    }
    handlers.guard("init") {
      try handling.initGuard()
    }
    handlers.guard("self") {
      try handling.selfGuard()
    }
    handlers.guard("Type") {
      try handling.type()
    }
    handlers.guard("foo_bar") {
      try handling.fooBar2()
    }
    handlers.guard("fooBar") {
      try handling.fooBar()
    }
    handlers.guard("handlers") {
      try handling.handlers()
    }
    handlers.guard("handling") {
      try handling.handling()
    }
    handlers.guard("guard") {
      try handling.guard()
    }
    handlers.guard("_hidden") {
      try handling.hidden()
    }
    handlers.action("repeat_") {
      try handling.repeat2()
    }
    handlers.action("init_") {
      try handling.initAction()
    }
    handlers.action("self_") {
      try handling.selfAction()
    }
    handlers.action("Type_") {
      try handling.type2()
    }
    handlers.action("foo_bar_") {
      try handling.fooBar3()
    }
    handlers.action("fooBar_") {
      try handling.fooBar4()
    }
    handlers.action("handlers_") {
      try handling.handlers2()
    }
    handlers.action("handling_") {
      try handling.handling2()
    }
    handlers.action("guard_") {
      try handling.guard2()
    }
    handlers.action("_hidden_") {
      try handling.hidden2()
    }
    handlers.service("State") { call in
      try await handling.state2(StateInput(chartValue: call.input), events: StateSender(call)).chartValue
    }
    handlers.service("state") { _ in
      await handling.state().chartValue
    }
    handlers.query("Event") { arguments in
      try handling.event(
        selfValue: ChartValue.map(arguments).read("self"),
        `inout`: ChartValue.map(arguments).read("inout"),
        let: ChartValue.map(arguments).read("let"),
        var: ChartValue.map(arguments).read("var"),
        case: ChartValue.map(arguments).read("case"),
        default: ChartValue.map(arguments).read("default"),
        initValue: ChartValue.map(arguments).read("init"),
        description: ChartValue.map(arguments).read("description"),
        chartValue: ChartValue.map(arguments).read("chartValue"),
        fooBar2: ChartValue.map(arguments).read("foo_bar"),
        fooBar: ChartValue.map(arguments).read("fooBar"),
        context: ChartValue.map(arguments).read("context"),
        call: ChartValue.map(arguments).read("call"),
        handlers: ChartValue.map(arguments).read("handlers"),
        string: ChartValue.map(arguments).read("String"),
        value: ChartValue.map(arguments).read("Value"),
        code: ChartValue.map(arguments).read("code"),
        name: ChartValue.map(arguments).read("name"),
        title: ChartValue.map(arguments).read("title"),
        values: ChartValue.map(arguments).read("values"),
        hash: ChartValue.map(arguments).read("hash")
      ).chartValue
    }
    return handlers
  }
}

// MARK: - The chart

extension OddNames {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"Machine","title":"Odd\u000d\nnames","description":"Ends in a quote \"\"\" and \#
    \\(interpolation) \u0000\u0007","version":1,"context":[
    {"name":"self","type":{"optional":"string"},"input":true},
    {"name":"inout","type":{"optional":"string"},"input":true},
    {"name":"let","type":{"optional":"string"},"secret":true,"input":true},
    {"name":"var","type":{"optional":"string"},"input":true},
    {"name":"case","type":{"optional":"string"},"input":true},
    {"name":"default","type":{"optional":"string"},"input":true},
    {"name":"init","type":{"optional":"string"},"input":true},
    {"name":"description","type":{"optional":"string"},"input":true},
    {"name":"chartValue","type":{"optional":"string"},"input":true},
    {"name":"foo_bar","type":{"optional":"string"},"input":true},
    {"name":"fooBar","type":{"optional":"string"},"input":true},
    {"name":"context","type":{"optional":"string"},"input":true},
    {"name":"call","type":{"optional":"string"},"input":true},
    {"name":"handlers","type":{"optional":"string"},"input":true},
    {"name":"String","type":{"optional":"string"},"input":true},
    {"name":"Value","type":{"optional":"string"},"input":true},
    {"name":"code","type":{"optional":"string"},"input":true},
    {"name":"name","type":{"optional":"string"},"input":true},
    {"name":"title","type":{"optional":"string"},"input":true},
    {"name":"values","type":{"optional":"string"},"input":true},
    {"name":"hash","type":{"optional":"string"},"input":true},
    {"name":"action","type":"string","values":[""," ","a \#
    b","a-b","ab","1","ä","\"","\\","\n","self","default","init"],"initial":"'a b'"}],"events":[
    {"name":"default"},
    {"name":"self"},
    {"name":"init"},
    {"name":"in","payload":[
    {"name":"self","type":"string"},
    {"name":"inout","type":"string"},
    {"name":"let","type":"string","secret":true},
    {"name":"var","type":"string"},
    {"name":"case","type":"string"},
    {"name":"default","type":"string"},
    {"name":"init","type":"string"},
    {"name":"description","type":"string"},
    {"name":"chartValue","type":"string"},
    {"name":"foo_bar","type":"string"},
    {"name":"fooBar","type":"string"},
    {"name":"context","type":"string"},
    {"name":"call","type":"string"},
    {"name":"handlers","type":"string"},
    {"name":"String","type":"string"},
    {"name":"Value","type":"string"},
    {"name":"code","type":"string"},
    {"name":"name","type":"string"},
    {"name":"title","type":"string"},
    {"name":"values","type":"string"},
    {"name":"hash","type":"string"}]},
    {"name":"inout"},
    {"name":"let"},
    {"name":"var"},
    {"name":"case"},
    {"name":"Type"},
    {"name":"description"},
    {"name":"hash"},
    {"name":"name"},
    {"name":"data"},
    {"name":"event"},
    {"name":"foo.bar"},
    {"name":"foo-bar"},
    {"name":"fooBar"},
    {"name":"shownFields"}],"errors":[
    {"code":"code"},
    {"code":"data"},
    {"code":"timeout"},
    {"code":"default","payload":[
    {"name":"self","type":"string"},
    {"name":"inout","type":"string"},
    {"name":"let","type":"string","secret":true},
    {"name":"var","type":"string"},
    {"name":"case","type":"string"},
    {"name":"default","type":"string"},
    {"name":"init","type":"string"},
    {"name":"description","type":"string"},
    {"name":"chartValue","type":"string"},
    {"name":"foo_bar","type":"string"},
    {"name":"fooBar","type":"string"},
    {"name":"context","type":"string"},
    {"name":"call","type":"string"},
    {"name":"handlers","type":"string"},
    {"name":"String","type":"string"},
    {"name":"Value","type":"string"},
    {"name":"code","type":"string"},
    {"name":"name","type":"string"},
    {"name":"title","type":"string"},
    {"name":"values","type":"string"},
    {"name":"hash","type":"string"}]},
    {"code":"init"},
    {"code":"foo-bar"},
    {"code":"foo_bar"}],"outputs":[
    {"name":"name"},
    {"name":"init"},
    {"name":"default","payload":[
    {"name":"self","type":"string"},
    {"name":"inout","type":"string"},
    {"name":"let","type":"string","secret":true},
    {"name":"var","type":"string"},
    {"name":"case","type":"string"},
    {"name":"default","type":"string"},
    {"name":"init","type":"string"},
    {"name":"description","type":"string"},
    {"name":"chartValue","type":"string"},
    {"name":"foo_bar","type":"string"},
    {"name":"fooBar","type":"string"},
    {"name":"context","type":"string"},
    {"name":"call","type":"string"},
    {"name":"handlers","type":"string"},
    {"name":"String","type":"string"},
    {"name":"Value","type":"string"},
    {"name":"code","type":"string"},
    {"name":"name","type":"string"},
    {"name":"title","type":"string"},
    {"name":"values","type":"string"},
    {"name":"hash","type":"string"}]},
    {"name":"out-put"},
    {"name":"outPut"}],"handlers":{"guards":[
    {"name":"repeat","arguments":[
    {"name":"self","type":"string"},
    {"name":"inout","type":"string"},
    {"name":"let","type":"string","secret":true},
    {"name":"var","type":"string"},
    {"name":"case","type":"string"},
    {"name":"default","type":"string"},
    {"name":"init","type":"string"},
    {"name":"description","type":"string"},
    {"name":"chartValue","type":"string"},
    {"name":"foo_bar","type":"string"},
    {"name":"fooBar","type":"string"},
    {"name":"context","type":"string"},
    {"name":"call","type":"string"},
    {"name":"handlers","type":"string"},
    {"name":"String","type":"string"},
    {"name":"Value","type":"string"},
    {"name":"code","type":"string"},
    {"name":"name","type":"string"},
    {"name":"title","type":"string"},
    {"name":"values","type":"string"},
    {"name":"hash","type":"string"}]},
    {"name":"init"},
    {"name":"self"},
    {"name":"Type"},
    {"name":"foo_bar"},
    {"name":"fooBar"},
    {"name":"handlers"},
    {"name":"handling"},
    {"name":"guard"},
    {"name":"_hidden"}],"actions":[
    {"name":"repeat_"},
    {"name":"init_"},
    {"name":"self_"},
    {"name":"Type_"},
    {"name":"foo_bar_"},
    {"name":"fooBar_"},
    {"name":"handlers_"},
    {"name":"handling_"},
    {"name":"guard_"},
    {"name":"_hidden_"}],"services":[
    {"name":"State","arguments":[
    {"name":"self","type":"string"},
    {"name":"inout","type":"string"},
    {"name":"let","type":"string","secret":true},
    {"name":"var","type":"string"},
    {"name":"case","type":"string"},
    {"name":"default","type":"string"},
    {"name":"init","type":"string"},
    {"name":"description","type":"string"},
    {"name":"chartValue","type":"string"},
    {"name":"foo_bar","type":"string"},
    {"name":"fooBar","type":"string"},
    {"name":"context","type":"string"},
    {"name":"call","type":"string"},
    {"name":"handlers","type":"string"},
    {"name":"String","type":"string"},
    {"name":"Value","type":"string"},
    {"name":"code","type":"string"},
    {"name":"name","type":"string"},
    {"name":"title","type":"string"},
    {"name":"values","type":"string"},
    {"name":"hash","type":"string"}],"result":{"record":[
    {"name":"self","type":"string"},
    {"name":"inout","type":"string"},
    {"name":"let","type":"string","secret":true}]},"errors":["code","default","foo-bar","foo_bar"],"sends":["in","foo.bar","foo-bar"]},
    {"name":"state","result":{"list":{"record":[
    {"name":"error","type":"error"}]}}}],"queries":[
    {"name":"Event","arguments":[
    {"name":"self","type":"string"},
    {"name":"inout","type":"string"},
    {"name":"let","type":"string","secret":true},
    {"name":"var","type":"string"},
    {"name":"case","type":"string"},
    {"name":"default","type":"string"},
    {"name":"init","type":"string"},
    {"name":"description","type":"string"},
    {"name":"chartValue","type":"string"},
    {"name":"foo_bar","type":"string"},
    {"name":"fooBar","type":"string"},
    {"name":"context","type":"string"},
    {"name":"call","type":"string"},
    {"name":"handlers","type":"string"},
    {"name":"String","type":"string"},
    {"name":"Value","type":"string"},
    {"name":"code","type":"string"},
    {"name":"name","type":"string"},
    {"name":"title","type":"string"},
    {"name":"values","type":"string"},
    {"name":"hash","type":"string"}],"result":{"record":[
    {"name":"self","type":"string"},
    {"name":"inout","type":"string"},
    {"name":"let","type":"string","secret":true}]}}]},"root":{"id":"Machine","initial":{"targets":["default"]},"on":[
    {"event":"foo.bar","targets":["class"]}],"states":[
    {"id":"default","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \#
    \"\"\"","invoke":[
    {"source":{"service":"State"},"input":[["self","'x'"],["inout","'x'"],["let","'x'"],["var","'x'"],["case","'x'"],["default","'x'"],["init","'x'"],["description","'x'"],["chartValue","'x'"],["foo_bar","'x'"],["fooBar","'x'"],["context","'x'"],["call","'x'"],["handlers","'x'"],["String","'x'"],["Value","'x'"],["code","'x'"],["name","'x'"],["title","'x'"],["values","'x'"],["hash","'x'"]]}]},
    {"id":"self","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"init","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"Type","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"foo-bar","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"fooBar","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"foo_bar","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"FOO_BAR","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"rawValue","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"allCases","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"class","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"INPUT","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"URLOpened","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"x","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"X","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"HTTP","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"in-out","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"Any","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"protocol","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"nil","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"is_2fa","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"some","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"any","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"async","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""},
    {"id":"description","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \#
    \"\"\""},
    {"id":"Machine","title":"*/ \"\u202eodd\u2028let x = 1","description":"///\n\n```\nlet x = \"\"\""}]}}
    """#
}
