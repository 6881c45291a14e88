/// The type of a declared datum.
public indirect enum ChartValueType: Hashable, Sendable {
  /// Anything; the checker asks nothing of it.
  case any
  /// `true` or `false`.
  case bool
  /// A whole number.
  case int
  /// A number; a whole one is a number too.
  case number
  /// A text.
  case string
  /// A span of time.
  case duration
  /// One of the error codes that the chart declares.
  case error
  /// A list whose elements have one type.
  case list(ChartValueType)
  /// Values by names that are not known beforehand.
  case map
  /// Values by names that are declared.
  case record([FieldDeclaration])
  /// The type or no value.
  case optional(ChartValueType)
}

/// One declared field of a payload, a result, an input or a record, or one argument of a handler.
public struct FieldDeclaration: Hashable, Sendable {
  /// The field's name.
  public var name: ChartName
  /// The field's type; `.optional` when it may be left out.
  public var type: ChartValueType
  /// The only texts that the field may hold; nil means any.
  public var values: [String]?
  /// Whether the value must never be shown, logged or stored (passwords, codes, tokens, keys).
  public var isSecret: Bool
  /// Whether the value identifies a person; shown to people, kept out of logs.
  public var isPersonal: Bool
  /// What the field means, for people.
  public var description: String?

  /// Makes a field.
  public init(
    _ name: ChartName, _ type: ChartValueType, values: [String]? = nil, isSecret: Bool = false,
    isPersonal: Bool = false,
    description: String? = nil
  ) {
    self.name = name
    self.type = type
    self.values = values
    self.isSecret = isSecret
    self.isPersonal = isPersonal
    self.description = description
  }
}

/// One variable of the chart's context: data that the chart itself reads and writes.
public struct ContextVariable: Hashable, Sendable {
  /// Whether a snapshot of a session keeps the variable.
  public enum Persistence: String, Hashable, Sendable, CaseIterable {
    /// Kept; a secret only if the app seals it. The default.
    case always
    /// Left out.
    case never
  }

  /// Name, type, permitted texts, secrecy and description.
  public var field: FieldDeclaration
  /// The value at the start, an expression over literals; nil starts without a value.
  public var initial: ChartExpression?
  /// Whether the app may give the value when it starts the chart.
  public var isInput: Bool
  /// Whether a snapshot keeps it as it is: never, when the variable is secret.
  public var persistence: Persistence {
    get { field.isSecret ? .never : wantedPersistence }
    set { wantedPersistence = newValue }
  }
  /// Whether a snapshot keeps it, for a secret sealed.
  package var wantedPersistence: Persistence
  /// States on whose exit the variable goes back to its initial value.
  public var clearedOnExitOf: [ChartName]

  /// The variable's name.
  public var name: ChartName { field.name }

  /// Makes a variable.
  public init(
    _ field: FieldDeclaration, initial: ChartExpression? = nil, isInput: Bool = false,
    persistence: Persistence = .always,
    clearedOnExitOf: [ChartName] = []
  ) {
    self.field = field
    self.initial = initial
    self.isInput = isInput
    self.wantedPersistence = persistence
    self.clearedOnExitOf = clearedOnExitOf
  }
}

/// An event that the app or a running service may send.
public struct EventDeclaration: Hashable, Sendable {
  /// The event's name: tokens joined by dots.
  public var name: ChartName
  /// What diagrams and lists call it.
  public var title: String?
  /// What it means, for people.
  public var description: String?
  /// The fields that come with it.
  public var payload: [FieldDeclaration]

  /// Makes a declaration.
  public init(
    _ name: ChartName, title: String? = nil, description: String? = nil, payload: [FieldDeclaration] = []
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.payload = payload
  }
}

/// An error code with the words shown to people. The list of a chart's codes is closed.
public struct ErrorDeclaration: Hashable, Sendable {
  /// The code.
  public var code: ChartName
  /// The words shown to people.
  public var title: String?
  /// What it means and when it happens, for people.
  public var description: String?
  /// The fields that come with it.
  public var payload: [FieldDeclaration]

  /// Makes a declaration.
  public init(
    _ code: ChartName, title: String? = nil, description: String? = nil, payload: [FieldDeclaration] = []
  ) {
    self.code = code
    self.title = title
    self.description = description
    self.payload = payload
  }
}

/// Something that the chart sends to the app.
public struct OutputDeclaration: Hashable, Sendable {
  /// The output's name.
  public var name: ChartName
  /// What lists call it.
  public var title: String?
  /// What it means, for people.
  public var description: String?
  /// The fields that come with it.
  public var payload: [FieldDeclaration]

  /// Makes a declaration.
  public init(
    _ name: ChartName, title: String? = nil, description: String? = nil, payload: [FieldDeclaration] = []
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.payload = payload
  }
}

/// Something that Swift code provides under a name.
public struct HandlerDeclaration: Hashable, Sendable {
  /// The handler's name.
  public var name: ChartName
  /// What lists call it.
  public var title: String?
  /// What it does, for people.
  public var description: String?
  /// Guards only: the fields that the current event's payload must carry when the guard is asked.
  public var payload: [FieldDeclaration]
  /// The arguments of a guard, an action or a query, or the input of a service.
  public var arguments: [FieldDeclaration]
  /// What a query or a service answers; nil for nothing.
  public var result: ChartValueType?
  /// Services only: the codes with which it may fail.
  public var errors: [ChartName]
  /// Services only: the events it may send while it runs.
  public var sends: [ChartName]

  /// Makes a declaration.
  public init(
    _ name: ChartName, title: String? = nil, description: String? = nil, payload: [FieldDeclaration] = [],
    arguments: [FieldDeclaration] = [], result: ChartValueType? = nil, errors: [ChartName] = [],
    sends: [ChartName] = []
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.payload = payload
    self.arguments = arguments
    self.result = result
    self.errors = errors
    self.sends = sends
  }
}

/// What Swift code must provide. A kind that is nil is not catalogued: names of that kind are not checked.
public struct HandlerCatalogue: Hashable, Sendable {
  /// Questions with a yes-or-no answer and no side effect.
  public var guards: [HandlerDeclaration]?
  /// Things done at once, in order, within a step.
  public var actions: [HandlerDeclaration]?
  /// Work that takes time, started when a state is entered and cancelled when it is left.
  public var services: [HandlerDeclaration]?
  /// Pure functions that the app may call while a state that lists them is active.
  public var queries: [HandlerDeclaration]?

  /// Makes a catalogue.
  public init(
    guards: [HandlerDeclaration]? = nil, actions: [HandlerDeclaration]? = nil,
    services: [HandlerDeclaration]? = nil, queries: [HandlerDeclaration]? = nil
  ) {
    self.guards = guards
    self.actions = actions
    self.services = services
    self.queries = queries
  }
}
