/// The type of a declared datum.
public indirect enum ValueType: Hashable, Sendable {
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
  case list(ValueType)
  /// Values by names that are not known beforehand.
  case map
  /// Values by names that are declared.
  case record([Field])
  /// The type or no value.
  case optional(ValueType)
}

/// One declared field of a payload, a result, an input or a record, or one argument of a handler.
public struct Field: Hashable, Sendable {
  /// The field's name.
  public var name: Name
  /// The field's type; `.optional` when it may be left out.
  public var type: ValueType
  /// The only texts that the field may hold; nil means any.
  public var values: [String]?
  /// Whether the value must never be shown, logged or stored (passwords, codes, tokens, keys).
  public var isSecret: Bool
  /// Whether the value tells who somebody is; shown to people, kept out of logs.
  public var isPersonal: Bool
  /// What the field means, for people.
  public var description: String?

  /// Makes a field.
  public init(
    _ name: Name, _ type: ValueType, values: [String]? = nil, isSecret: Bool = false,
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
    /// Kept. The default of everything that is not secret.
    case always
    /// Left out. The default of secrets, and the only choice for them.
    case never
  }

  /// Name, type, permitted texts, secrecy and description.
  public var field: Field
  /// The value at the start, an expression over literals; nil starts without a value.
  public var initial: Expression?
  /// Whether the app may give the value when it starts the chart.
  public var isInput: Bool
  /// Whether a snapshot keeps it: never, when the variable is secret.
  public var persistence: Persistence {
    get { field.isSecret ? .never : wantedPersistence }
    set { wantedPersistence = newValue }
  }
  var wantedPersistence: Persistence
  /// States on whose exit the variable goes back to its initial value.
  public var clearedOnExitOf: [Name]

  /// The variable's name.
  public var name: Name { field.name }

  /// Makes a variable.
  public init(
    _ field: Field, initial: Expression? = nil, isInput: Bool = false, persistence: Persistence = .always,
    clearedOnExitOf: [Name] = []
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
  public var name: Name
  /// What diagrams and lists call it.
  public var title: String?
  /// What it means, for people.
  public var description: String?
  /// The fields that come with it.
  public var payload: [Field]

  /// Makes a declaration.
  public init(_ name: Name, title: String? = nil, description: String? = nil, payload: [Field] = []) {
    self.name = name
    self.title = title
    self.description = description
    self.payload = payload
  }
}

/// An error code with the words shown to people. The list of a chart's codes is closed.
public struct ErrorDeclaration: Hashable, Sendable {
  /// The code.
  public var code: Name
  /// The words shown to people.
  public var title: String?
  /// What it means and when it happens, for people.
  public var description: String?
  /// The fields that come with it.
  public var payload: [Field]

  /// Makes a declaration.
  public init(_ code: Name, title: String? = nil, description: String? = nil, payload: [Field] = []) {
    self.code = code
    self.title = title
    self.description = description
    self.payload = payload
  }
}

/// Something that the chart tells the app.
public struct OutputDeclaration: Hashable, Sendable {
  /// The output's name.
  public var name: Name
  /// What lists call it.
  public var title: String?
  /// What it means, for people.
  public var description: String?
  /// The fields that come with it.
  public var payload: [Field]

  /// Makes a declaration.
  public init(_ name: Name, title: String? = nil, description: String? = nil, payload: [Field] = []) {
    self.name = name
    self.title = title
    self.description = description
    self.payload = payload
  }
}

/// Something that Swift code provides under a name.
public struct HandlerDeclaration: Hashable, Sendable {
  /// The handler's name.
  public var name: Name
  /// What lists call it.
  public var title: String?
  /// What it does, for people.
  public var description: String?
  /// Guards only: the fields that the current event's payload must carry when the guard is asked.
  public var payload: [Field]
  /// The arguments of a guard, an action or a query, or the input of a service.
  public var arguments: [Field]
  /// What a query or a service answers; nil for nothing.
  public var result: ValueType?
  /// Services only: the codes with which it may fail.
  public var errors: [Name]
  /// Services only: the events it may send while it runs.
  public var sends: [Name]

  /// Makes a declaration.
  public init(
    _ name: Name, title: String? = nil, description: String? = nil, payload: [Field] = [],
    arguments: [Field] = [], result: ValueType? = nil, errors: [Name] = [], sends: [Name] = []
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
