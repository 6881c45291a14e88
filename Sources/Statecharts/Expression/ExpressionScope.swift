package import StatechartsModel

/// What the names in an expression can mean at the place where it stands.
package struct ExpressionScope: Sendable {
  /// What is known of the event that is being processed there.
  package struct Event: Sendable {
    /// Which error code `event.error` holds.
    package enum Failure: Sendable {
      /// The event is no failure: reading `event.error` is a mistake.
      case none
      /// The event may be a failure of any code.
      case any
      /// The event is a failure of one of these codes.
      case codes([String])
    }

    /// False where no event can be read at all, such as in initial values.
    package var isAvailable: Bool
    /// The names it may have; nil when not known.
    package var names: [String]?
    /// False where there is certainly none: the chart starts.
    package var hasName = true
    /// The type of `event.data`; `.record([])` when it carries nothing, `.any` when not known.
    package var data: ChartValueType
    /// What `event.error` holds.
    package var failure: Failure
    /// The fields of `event.data` that only some of the events have that it may be, and which ones lack them.
    package var missing: [String: [String]] = [:]
    /// The fields of `event.data` that are optional only because some of the events do not have them.
    var partial: Set<String> = []

    /// Makes what is known of an event.
    package init(
      names: [String]? = nil, data: ChartValueType = .any, failure: Failure = .any
    ) {
      self.isAvailable = true
      self.names = names
      self.data = data
      self.failure = failure
    }

    /// Some event of which nothing is known.
    package static let unknown = Event()

    /// No event.
    package static let none: Event = {
      var event = Event()
      event.isAvailable = false
      return event
    }()
  }

  /// The chart's variables; the place in the list is the slot.
  package let variables: [FieldDeclaration]
  /// The items of the foreach actions around the expression, innermost last; the place in the list is the local slot.
  package var locals: [FieldDeclaration] = []
  /// The event.
  package var event: Event = .unknown
  /// The handler guards of the catalogue; nil when guards are not catalogued.
  package let guards: [HandlerDeclaration]?
  /// Whether a handler guard may be asked here.
  package var allowsGuards = false
  /// Whether only literals are allowed, as in initial values.
  package var isLiteralsOnly = false
  /// Whether near names are looked for, which costs as much as there are names.
  package var suggests = true
  /// The declared error codes and those of the platform; nil leaves codes unchecked.
  let knownErrors: ClosedTexts?
  /// The variables and fields that have a value here, as they are written; nil where that is not followed.
  var setPaths: Set<String>?
  /// The names that events can have, to compare `event.name` with; nil leaves them unchecked.
  package var eventNames: [String]?
  /// The states by id, with the number that `EvaluationEnvironment.isActive` gets.
  package let states: [String: Int]

  let slots: [String: Int]
  let guardNumbers: [String: Int]

  /// Makes the scope of a chart. Of equal names the first one counts.
  ///
  /// - Parameter states: The states by id; history states and the like included, as far as `in` may name them.
  package init(
    variables: [FieldDeclaration] = [], guards: [HandlerDeclaration]? = nil, errorCodes: [String]? = nil,
    states: [String: Int] = [:]
  ) {
    self.variables = variables
    self.guards = guards
    knownErrors = errorCodes.map { codes in
      let declared = Set(codes)
      return ClosedTexts(codes + Self.platformErrorCodes.filter { !declared.contains($0) }, isIndexed: true)
    }
    self.states = states
    slots = Dictionary(
      variables.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    guardNumbers = Dictionary(
      (guards ?? []).enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a variable or a loop's item has the name.
  func declares(_ name: String) -> Bool {
    slots[name] != nil || locals.contains { $0.name.text == name }
  }

  /// Whether a text is an error code and nothing else.
  func isErrorCode(_ text: String) -> Bool { !declares(text) && knownErrors?.contains(text) == true }

  /// Error codes that exist in every chart.
  package static let platformErrorCodes = PlatformErrorCode.allCases.map(\.rawValue)

  /// The same scope for initial values: no names, no event.
  package var literalsOnly: ExpressionScope {
    var scope = self
    scope.isLiteralsOnly = true
    scope.event = .none
    scope.allowsGuards = false
    scope.locals = []
    return scope
  }
}
