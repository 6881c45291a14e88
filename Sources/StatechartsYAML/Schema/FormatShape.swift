/// What may stand behind a key.
package indirect enum FormatShape: Hashable, Sendable {
  /// Any text.
  case text
  /// A whole number, at least 1.
  case count
  /// The version of the format, 1.
  case formatVersion
  /// `true` or `false`.
  case bool
  /// One of some words.
  case choice([String])
  /// A name of a kind.
  case name(NameKind)
  /// A list of names of a kind.
  case names(NameKind)
  /// One name or a list of names.
  case oneOrMoreNames(NameKind)
  /// A list of texts.
  case texts
  /// A path of another chart's file, or an expression in parentheses that gives one.
  case path
  /// A list of paths of other charts' files.
  case paths
  /// A name of a kind, or an expression in parentheses that gives one.
  case computable(NameKind)
  /// One action, or a list of actions and of lists, which are blocks of their own.
  case blocks
  /// A mapping of events to transitions, or a list of such mappings, tried in order.
  case eventTransitions
  /// An expression.
  case expression
  /// A mapping of names to expressions.
  case expressions(NameKind)
  /// What a guard may be: an expression, or a mapping of one handler's name to its arguments.
  case `guard`
  /// A span of time, or an expression that gives one.
  case delay
  /// A type.
  case type
  /// A mapping of fields to types.
  case fields
  /// A mapping of variables to their types.
  case variables
  /// A target, a transition, or a list of both.
  case transitions
  /// Where a state leads by default.
  case initial
  /// One action or a list.
  case actions
  /// One invocation or a list.
  case invocations
  /// A list of migrations.
  case migrations
  /// A mapping of names of a kind to something.
  case mapping(NameKind, FormatShape)
  /// A mapping of fixed keys, or nothing.
  case described(FormatObject)
  /// A mapping of fixed keys.
  case object(FormatObject)

  /// What a name stands for, which decides how it may be spelled.
  package enum NameKind: String, Hashable, Sendable, CaseIterable {
    case chart, state, error, output, work, sendID
    case variable, field, handler, item
    case event, descriptor, delay, failure
    /// A state or variable of some version of the chart, be it this one or an older one.
    case versionedState, versionedVariable

    /// Whether expressions say the name, so that it must be spelled without `-` and be no reserved word.
    package var isUsedInExpressions: Bool {
      switch self {
      case .variable, .field, .handler, .item, .versionedVariable: true
      default: false
      }
    }

    /// The name with an article.
    package var words: String {
      switch self {
      case .chart: "an id"
      case .state, .versionedState: "the id of a state"
      case .error: "an error code"
      case .output: "the name of an output"
      case .work: "the id of a running service or chart"
      case .sendID: "the id of a `send`"
      case .variable, .versionedVariable: "the name of a variable"
      case .field: "the name of a field"
      case .handler: "the name of a handler"
      case .item: "a name"
      case .event: "the name of an event"
      case .descriptor: "an event name, `name.*` or `*`"
      case .delay: "a duration such as `15s`, or a variable"
      case .failure: "an error code, `timeout` or `any`"
      }
    }

    /// The name without an article, after `is not a valid`.
    package var noun: String {
      switch self {
      case .chart: "id"
      case .state, .versionedState: "state id"
      case .error, .failure: "error code"
      case .output: "output name"
      case .work, .sendID: "id"
      case .variable, .versionedVariable: "variable name"
      case .field: "field name"
      case .handler: "handler name"
      case .item: "name"
      case .event, .descriptor: "event name"
      case .delay: "duration or variable"
      }
    }

    /// How the name is spelled, as a sentence without its end.
    package var spelling: String {
      isUsedInExpressions
        ? "Use letters, digits and `_`, beginning with a letter"
        : self == .event || self == .descriptor
          ? "Use letters, digits, `_`, `-` and `.`, beginning with a letter"
          : "Use letters, digits, `_` and `-`, beginning with a letter"
    }

    /// What else may be written, after the spelling.
    package var wildcardHint: String {
      self == .descriptor ? " A name with `.*` at the end stands for all names that begin like it." : ""
    }

    /// Several of them.
    package var plural: String {
      switch self {
      case .chart: "ids"
      case .state, .versionedState: "ids of states"
      case .error: "error codes"
      case .output: "names of outputs"
      case .work, .sendID: "ids"
      case .variable, .versionedVariable: "names of variables"
      case .field: "names of fields"
      case .handler: "names of handlers"
      case .item: "names"
      case .event: "names of events"
      case .descriptor: "events"
      case .delay: "durations"
      case .failure: "error codes"
      }
    }
  }

  /// What the names behind the key stand for, where names stand there.
  var nameKind: NameKind? {
    switch self {
    case .name(let kind), .names(let kind), .oneOrMoreNames(let kind), .expressions(let kind),
      .computable(let kind):
      kind
    case .eventTransitions: .descriptor
    default: nil
    }
  }

  /// By what the names are described that the key holds; nil where it holds none, and for the ids of states.
  var namedObject: FormatObject? {
    switch self {
    case .mapping(_, .described(let object)): object == .state ? nil : object
    case .mapping(_, .transitions), .eventTransitions: .transition
    case .variables: .variable
    case .fields, .type: .field
    default: nil
    }
  }

  /// The mapping of fixed keys that the key may hold; nil where it holds none.
  var fixedObject: FormatObject? {
    switch self {
    case .object(let object): object
    case .invocations: .invoke
    case .transitions: .transition
    default: nil
    }
  }

  /// Which kinds of YAML values can stand there.
  package var kinds: Set<YAMLDocument.Kind> {
    switch self {
    case .text, .count, .formatVersion, .bool, .choice, .name, .path, .computable, .delay: [.scalar]
    case .names, .texts, .paths, .migrations: [.sequence]
    case .oneOrMoreNames: [.scalar, .sequence]
    case .expressions, .fields, .variables, .mapping, .described, .object: [.mapping]
    case .eventTransitions, .invocations: [.mapping, .sequence]
    case .guard: [.scalar, .mapping]
    case .expression, .type, .blocks, .transitions, .initial, .actions: [.scalar, .mapping, .sequence]
    }
  }

  /// Which kinds of YAML values that can stand there must not be empty.
  var filledKinds: Set<YAMLDocument.Kind> {
    switch self {
    case .texts, .paths, .oneOrMoreNames, .initial: [.scalar, .sequence]
    case .mapping(.state, _): [.scalar, .mapping]
    default: [.scalar]
    }
  }

  /// What is expected, with an article, as it follows `must be`.
  package var words: String {
    switch self {
    case .text: "text"
    case .count: "an integer of at least 1"
    case .formatVersion: "the number 1"
    case .bool: "`true` or `false`"
    case .choice(let words):
      words.count == 1
        ? "`\(words[0])`"
        : words.dropLast().map { "`\($0)`" }.joined(separator: ", ") + " or `\(words[words.count - 1])`"
    case .name(let kind): kind.words
    case .names(let kind): "a list of \(kind.plural)"
    case .oneOrMoreNames(let kind): "\(kind.words) or a list of \(kind.plural)"
    case .texts: "a list of texts"
    case .path: "a path that ends in `.yaml`, or an expression in parentheses"
    case .paths: "a list of paths that end in `.yaml`"
    case .computable(let kind): "\(kind.words), or an expression in parentheses"
    case .blocks: "an action or a list of actions; a list inside it is a block of its own"
    case .eventTransitions: "a mapping of events to transitions, or a list of such mappings"
    case .expression: "an expression"
    case .expressions(let kind): "a mapping of \(kind.plural) to expressions"
    case .guard: "an expression, or a handler with arguments"
    case .delay: "a duration such as `15s`, or an expression"
    case .type: "a type"
    case .fields: "a mapping of fields to types"
    case .variables: "a mapping of variables to types"
    case .transitions: "the id of a state, a transition, or a list of them"
    case .initial: "the id of a state, a list of ids, or `target` with `actions`"
    case .actions: "an action or a list of actions"
    case .invocations: "a service or chart to run, or a list of them"
    case .migrations: "a list of migrations"
    case .mapping(_, .described(let object)): "a mapping of names to \(object.plural)"
    case .mapping(let kind, let shape): "a mapping of \(kind.plural) to \(shape.pluralWords)"
    case .described(let object): "the keys of \(object.words), or empty"
    case .object(let object): object.words
    }
  }

  private var pluralWords: String {
    switch self {
    case .transitions: "transitions"
    case .described(let object), .object(let object): object.plural
    default: words
    }
  }
}
