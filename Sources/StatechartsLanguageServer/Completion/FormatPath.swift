internal import StatechartsYAML

/// What the chart format expects at the end of a path of keys.
struct FormatPath {
  /// What may stand there; nil where the format knows nothing.
  private(set) var shape: FormatShape?
  /// The key of the format that leads there; nil for names.
  private(set) var key: FormatKey?
  /// The mapping that the fields of a `data`, `input` or handler belong to.
  private(set) var owner: Owner?
  /// The event of the transition around; nil elsewhere.
  private(set) var event: String?
  /// The service of the `invoke` around, and whether the path is inside its `done`.
  private(set) var service: String?
  private(set) var isInDone = false
  /// The error code of the `failed` around.
  private(set) var code: String?

  /// What has declared fields.
  enum Owner {
    case event(String), output(String), serviceInput(String), arguments(String)
  }

  init(_ steps: [CursorPath.Step]) {
    shape = .object(.chart)
    for step in steps {
      key = nil
      owner = nil
      guard let current = shape else { return }
      switch step {
      case .item: shape = Self.item(current)
      case .key(let name, let siblings): descend(current, name, siblings)
      }
    }
  }

  private static func item(_ shape: FormatShape) -> FormatShape? {
    switch shape {
    case .eventTransitions, .transitions, .actions, .invocations: shape
    case .blocks: .actions
    case .initial: .name(.state)
    case .names(let kind), .oneOrMoreNames(let kind): .name(kind)
    case .paths: .path
    case .texts: .text
    case .migrations: .object(.migration)
    case .expression, .expressions: .expression
    default: nil
    }
  }

  /// The mapping of fixed keys that may stand where a shape is expected; nil where the keys are names.
  static func object(_ shape: FormatShape, _ siblings: [String: String]) -> FormatObject? {
    switch shape {
    case .object(let object), .described(let object): return object
    case .transitions: return .transition
    case .initial: return .initial
    case .invocations: return .invoke
    case .type: return .type
    case .actions, .blocks:
      for name in siblings.keys {
        if let object = ActionWords.object(name) { return object }
      }
      return nil
    default: return nil
    }
  }

  private mutating func descend(_ current: FormatShape, _ name: String, _ siblings: [String: String]) {
    var siblings = siblings
    siblings[name] = siblings[name] ?? ""
    if let object = Self.object(current, siblings) {
      let found = object.keys.first { $0.name.text == name }
      key = found
      shape = found?.shape
      note(object, name, siblings)
      // A record: its fields are types.
      if object == .type, found == nil { shape = .described(.field) }
      return
    }
    switch current {
    case .mapping(let kind, let inner):
      shape = inner
      if kind == .failure { code = name }
      if kind == .state {
        event = nil
        service = nil
        isInDone = false
        code = nil
      }
    case .eventTransitions:
      shape = .transitions
      event = name
    case .variables: shape = .described(.variable)
    case .fields: shape = .described(.field)
    case .expression, .expressions: shape = .expression
    case .guard, .actions, .blocks:
      shape = .expressions(.field)
      owner = .arguments(name)
    default: shape = nil
    }
  }

  private mutating func note(_ object: FormatObject, _ name: String, _ siblings: [String: String]) {
    switch object {
    case .invoke:
      service = siblings["service"]
      isInDone = name == "done"
      if name == "input", let service { owner = .serviceInput(service) }
    case .raise where name == "data": owner = siblings["raise"].map { .event($0) }
    case .send where name == "data": owner = siblings["send"].map { .event($0) }
    case .emit where name == "data": owner = siblings["emit"].map { .output($0) }
    default: return
    }
  }
}
