// Generated from sign-in.yaml by `statechart generate`.
// Change the chart, not this file.

public import Statecharts

/// Sign-in with a code
///
/// A person types an email address, gets a code by mail and types it in. After three wrong codes, or ten
/// minutes, it begins again.
public enum SignIn: TypedChart {
  /// The states that can be active.
  public enum StateID: String, CaseIterable, Hashable, Sendable {
    /// Your email address
    case askingEmail
    /// Sending the code
    case sendingCode
    /// The code from your mail
    case askingCode
    /// Checking the code
    case checkingCode
    /// You are signed in
    case signedIn
    /// Signed out
    case signedOut
  }

  /// The ids of the services and child charts that states run.
  public enum ServiceID: String, CaseIterable, Hashable, Sendable {
    case sendCode
    case checkCode
  }

  /// The events that the app can send, with their data.
  public enum Event: TypedEvent, Hashable, GuardedData {
    /// address typed
    ///
    /// - address: Personal: must not be logged.
    case submitEmail(address: String)
    /// code typed
    ///
    /// - code: Secret: must not be shown, logged or stored.
    case submitCode(code: String)
    /// another address wanted
    case startOver
    /// signed out
    case signOut

    /// The event in the form that a machine handles.
    public var event: Statecharts.ChartEvent {
      switch self {
      case .submitEmail(let address):
        Statecharts.ChartEvent("submitEmail", data: .map(["address": address.chartValue]))
      case .submitCode(let code):
        Statecharts.ChartEvent("submitCode", data: .map(["code": code.chartValue]))
      case .startOver:
        Statecharts.ChartEvent("startOver")
      case .signOut:
        Statecharts.ChartEvent("signOut")
      }
    }

    /// The event's name.
    public var shownName: String { event.name }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      switch self {
      case .submitEmail:
        ["address": ShownMark.personal]
      case .submitCode:
        ["code": ShownMark.secret]
      default:
        [:]
      }
    }
  }

  /// The outputs that the chart sends to the app, with their data.
  public enum Output: TypedOutput, Hashable {
    /// Reads an output.
    ///
    /// - Throws: `TypedDataProblem` if the chart does not declare the output, or its data has another type.
    public init(_ payload: NamedData) throws(TypedDataProblem) {
      throw TypedDataProblem(payload.name)
    }

    /// The output's name in the chart.
    public var name: String {
      switch self {
      }
    }
  }

  /// The error codes that the chart declares, and those of the engine.
  public enum ErrorCode: TypedData, RawRepresentable, Hashable {
    /// This is no email address.
    case noAddress
    /// The mail could not be sent. Please try again.
    case mailNotSent
    /// This code is not right.
    case wrongCode
    /// The code is not valid any more.
    case tooLate
    /// A failure that the engine raises.
    case platform(PlatformErrorCode)

    /// The error of a code; nil if the chart does not declare it and the engine does not raise it.
    public init?(rawValue: String) {
      switch rawValue {
      case "noAddress": self = .noAddress
      case "mailNotSent": self = .mailNotSent
      case "wrongCode": self = .wrongCode
      case "tooLate": self = .tooLate
      default:
        guard let code = PlatformErrorCode(rawValue: rawValue) else { return nil }
        self = .platform(code)
      }
    }

    /// The code.
    public var rawValue: String {
      switch self {
      case .noAddress:
        "noAddress"
      case .mailNotSent:
        "mailNotSent"
      case .wrongCode:
        "wrongCode"
      case .tooLate:
        "tooLate"
      case .platform(let code):
        code.rawValue
      }
    }

    /// The title that people see; nil if the chart has none.
    public var title: String? {
      switch self {
      case .noAddress:
        "This is no email address."
      case .mailNotSent:
        "The mail could not be sent. Please try again."
      case .wrongCode:
        "This code is not right."
      case .tooLate:
        "The code is not valid any more."
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

    /// Where the code went.
    ///
    /// Personal: must not be logged.
    public var email: String? {
      contextView.read("email")
    }

    /// Wrong codes since then.
    public var attempts: Int {
      contextView.read("attempts") ?? 0
    }

    /// What to tell on the screen.
    public var problem: ErrorCode? {
      contextView.read("problem")
    }

    /// The type's name.
    public var shownName: String { "Context" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["email": ShownMark.personal.replacing(email), "attempts": attempts, "problem": problem]
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

extension SignIn {
  /// The handlers of the chart. `handlers(_:)` binds a type that implements them.
  ///
  /// Guards and actions are called within a step and must not wait. A guard has no side effects. Services
  /// run in tasks that are canceled when their state is exited. Handlers receive their data as parameters.
  public protocol Handlers: Sendable {
    /// The guard `looksLikeAddress`.
    ///
    /// - Parameter address: Personal: must not be logged.
    func looksLikeAddress(address: String) throws -> Bool

    /// The service `sendCode`.
    func sendCode(_ input: SendCodeInput) async throws(SendCodeFailure)

    /// The service `checkCode`.
    func checkCode(_ input: CheckCodeInput) async throws(CheckCodeFailure)
  }
}

// MARK: - Services

extension SignIn {
  /// The errors of the service `sendCode`.
  public enum SendCodeFailure: DeclaredFailure, Hashable {
    /// The mail could not be sent. Please try again.
    case mailNotSent

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "mailNotSent":
        self = .mailNotSent
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .mailNotSent:
        "mailNotSent"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }

  /// The errors of the service `checkCode`.
  public enum CheckCodeFailure: DeclaredFailure, Hashable {
    /// This code is not right.
    case wrongCode

    /// Reads a failure.
    ///
    /// - Throws: `TypedDataProblem` if the service does not declare the code, or the data has another type.
    public init(code: String, data: ChartValue) throws(TypedDataProblem) {
      switch code {
      case "wrongCode":
        self = .wrongCode
      default:
        throw TypedDataProblem(code)
      }
    }

    /// The error code in the chart.
    public var code: String {
      switch self {
      case .wrongCode:
        "wrongCode"
      }
    }

    /// The data of the error.
    public var data: ChartValue { .unset }
  }
}

extension TypedService<SignIn, SignIn.SendCodeInput, Void, SignIn.SendCodeFailure> {
  /// The service `sendCode`.
  public static var sendCode: Self { Self("sendCode") }
}

extension TypedService<SignIn, SignIn.CheckCodeInput, Void, SignIn.CheckCodeFailure> {
  /// The service `checkCode`.
  public static var checkCode: Self { Self("checkCode") }
}

// MARK: - Data

extension SignIn {
  /// The input of the service `sendCode`.
  public struct SendCodeInput: TypedData, Hashable, GuardedData {
    /// The field `address`.
    ///
    /// Personal: must not be logged.
    public var address: String

    /// Makes the data from its fields.
    public init(address: String) {
      self.address = address
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      address = try chartValue.read("address")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["address": address.chartValue])
    }

    /// The type's name.
    public var shownName: String { "SendCodeInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["address": ShownMark.personal]
    }
  }

  /// The input of the service `checkCode`.
  public struct CheckCodeInput: TypedData, Hashable, GuardedData {
    /// The field `address`.
    ///
    /// Personal: must not be logged.
    public var address: String

    /// The field `typed`.
    ///
    /// Secret: must not be shown, logged or stored.
    public var typed: String

    /// Makes the data from its fields.
    public init(address: String, typed: String) {
      self.address = address
      self.typed = typed
    }

    /// Reads the fields of a map.
    ///
    /// - Throws: `TypedDataProblem` if a field has another type.
    public init(chartValue: ChartValue) throws(TypedDataProblem) {
      address = try chartValue.read("address")
      typed = try chartValue.read("typed")
    }

    /// The fields as a map.
    public var chartValue: ChartValue {
      .map(["address": address.chartValue, "typed": typed.chartValue])
    }

    /// The type's name.
    public var shownName: String { "CheckCodeInput" }

    /// The fields, with secret and personal values masked.
    public var shownFields: KeyValuePairs<String, any Sendable> {
      ["address": ShownMark.personal, "typed": ShownMark.secret]
    }
  }
}

// MARK: - Binding

extension SignIn {
  /// A value of any type that implements `Handlers`.
  public typealias AnyHandlers = any Handlers

  /// Binds handlers by name.
  public static func handlers(_ handling: any Handlers) -> ChartHandlers {
    var handlers = ChartHandlers()
    handlers.guard("looksLikeAddress") { call in
      try handling.looksLikeAddress(address: call.payload("address"))
    }
    handlers.service("sendCode") { call in
      try await handling.sendCode(SendCodeInput(chartValue: call.input))
      return .unset
    }
    handlers.service("checkCode") { call in
      try await handling.checkCode(CheckCodeInput(chartValue: call.input))
      return .unset
    }
    return handlers
  }
}

// MARK: - The chart

extension SignIn {
  /// The compiled chart, made on first use.
  public static let compiled = Result {
    () throws(ModelProblems) in try CompiledChart(generated: model)
  }

  /// The chart, for the engine to read.
  private static let model = #"""
    {"model":1,"id":"signIn","title":"Sign-in with a code","description":"A person types an email address, \#
    gets a code by mail and types it in. After three wrong codes, or ten minutes, it begins \#
    again.","version":1,"context":[
    {"name":"email","type":{"optional":"string"},"personal":true,"description":"Where the code \#
    went.","clearedOnExitOf":["signedIn"]},
    {"name":"attempts","type":"int","description":"Wrong codes since \#
    then.","initial":"0","clearedOnExitOf":["askingEmail"]},
    {"name":"problem","type":{"optional":"error"},"description":"What to tell on the \#
    screen.","clearedOnExitOf":["askingEmail","askingCode"]}],"events":[
    {"name":"submitEmail","title":"address typed","payload":[
    {"name":"address","type":"string","personal":true}]},
    {"name":"submitCode","title":"code typed","payload":[
    {"name":"code","type":"string","secret":true}]},
    {"name":"startOver","title":"another address wanted"},
    {"name":"signOut","title":"signed out"}],"errors":[
    {"code":"noAddress","title":"This is no email address."},
    {"code":"mailNotSent","title":"The mail could not be sent. Please try again."},
    {"code":"wrongCode","title":"This code is not right."},
    {"code":"tooLate","title":"The code is not valid any more."}],"handlers":{"guards":[
    {"name":"looksLikeAddress","payload":[
    {"name":"address","type":"string","personal":true}]}],"services":[
    {"name":"sendCode","arguments":[
    {"name":"address","type":"string","personal":true}],"errors":["mailNotSent"]},
    {"name":"checkCode","arguments":[
    {"name":"address","type":"string","personal":true},
    {"name":"typed","type":"string","secret":true}],"errors":["wrongCode"]}]},"root":{"id":"signIn","title":"Sign-in \#
    with a code","description":"A person types an email address, gets a code by mail and types it in. After \#
    three wrong codes, or ten minutes, it begins again.","initial":{"targets":["askingEmail"]},"states":[
    {"id":"askingEmail","title":"Your email address","on":[
    {"event":"submitEmail","targets":["sendingCode"],"guard":"looksLikeAddress","actions":[
    {"assign":[["email","event.data.address"]]}]},
    {"event":"submitEmail","targets":["askingEmail"],"actions":[
    {"assign":[["problem","'noAddress'"]]}],"label":"no \#
    address"}],"errors":["noAddress","mailNotSent","wrongCode","tooLate"]},
    {"id":"sendingCode","title":"Sending the code","invoke":[
    {"source":{"service":"sendCode"},"input":[["address","email"]],"timeout":{"literal":[15,0]},"retry":{"attempts":2,"backoff":{"literal":[1,0]},"codes":["mailNotSent"]},"done":[
    {"targets":["askingCode"]}],"failed":[
    {"targets":["askingEmail"],"actions":[
    {"assign":[["problem","'mailNotSent'"]]}]}]}]},
    {"id":"askingCode","title":"The code from your mail","on":[
    {"event":"submitCode","targets":["checkingCode"]},
    {"event":"startOver","targets":["askingEmail"]}],"after":[
    {"delay":{"literal":[600,0]},"name":"10m","resume":"deadline","targets":["askingEmail"],"actions":[
    {"assign":[["problem","'tooLate'"]]}]}],"errors":["wrongCode"]},
    {"id":"checkingCode","title":"Checking the code","invoke":[
    {"source":{"service":"checkCode"},"input":[["address","email"],["typed","event.data.code"]],"timeout":{"literal":[15,0]},"done":[
    {"targets":["signedIn"]}],"failed":[
    {"targets":["askingCode"],"guard":"attempts < 2","actions":[
    {"assign":[["attempts","attempts + 1"],["problem","'wrongCode'"]]}]},
    {"targets":["askingEmail"],"actions":[
    {"assign":[["problem","'wrongCode'"]]}],"label":"third wrong code"}]}]},
    {"id":"signedIn","title":"You are signed in","on":[
    {"event":"signOut","targets":["signedOut"]}]},
    {"id":"signedOut","kind":"final","title":"Signed out"}]}}
    """#
}
