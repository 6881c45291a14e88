internal import StatechartsEditing
internal import StatechartsYAML

/// What the chart format expects at the end of a path of keys.
struct FormatPath {
  private var place = ChartPlace.root
  /// The key of the format that leads there, also in the items of its list; nil for names.
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
  /// What the `send` around sends to.
  private(set) var sendsTo: String?
  /// The state around; nil in the chart itself.
  private(set) var state: String?
  /// Whether the states are those in which the state around starts, or which a history state remembers first.
  private(set) var isInitial = false
  /// Whether the path is inside `after`.
  private(set) var isInAfter = false
  /// Whether the event that entered the state is current there.
  private(set) var isEntering = false
  /// What the last step gives a value to; nil elsewhere.
  private(set) var receiver: Receiver?
  /// The names of elements and indexes of the `foreach` around, the innermost first.
  private(set) var elements: [String] = []

  /// What has declared fields.
  enum Owner {
    case event(String), output(String), serviceInput(String), arguments(String)
    /// The inputs of a chart that runs inside this one, by its path.
    case chartInput(String)
  }

  /// What a value is written for.
  enum Receiver {
    case field(String, of: Owner), variable(String)
  }

  init(_ steps: [CursorPath.Step]) {
    for step in steps {
      receiver = receiver(step)
      owner = nil
      switch step {
      case .item: place = place.item
      case .key(let name, let siblings):
        key = nil
        descend(name, siblings)
      }
    }
  }

  /// What may be there; nil where the format knows nothing.
  var shape: FormatShape? {
    switch place {
    case .object(let object): .object(object)
    case .declaration(let object): .described(object)
    case .shape(let shape): shape
    case .unknown: nil
    }
  }

  /// Whether the path of a file may be there.
  var holdsPath: Bool {
    switch shape {
    case .path, .paths: true
    default: false
    }
  }

  /// The mapping of fixed keys that may be there with some keys; nil where the keys are names.
  func object(beside keys: some Sequence<String>) -> FormatObject? {
    if let object = place.object(keys: keys) { return object }
    // The key `type` may still follow.
    switch place {
    case .declaration(let object): return object
    case .shape(.type): return .type
    default: return nil
    }
  }

  private mutating func descend(_ name: String, _ siblings: [String: String]) {
    var siblings = siblings
    siblings[name] = siblings[name] ?? ""
    var object = object(beside: siblings.keys)
    key = object?.keys.first { $0.name.text == name }
    if key == nil { object = place.object(keys: siblings.keys) }
    if let object { note(object, name, siblings) } else { note(name) }
    place = place.value(of: name, in: object)
  }

  /// What a step gives a value to.
  private func receiver(_ step: CursorPath.Step) -> Receiver? {
    guard case .key(let name, _) = step else { return nil }
    switch place {
    case .shape(.expressions(.variable)): return .variable(name)
    case .shape(.expressions(.field)): return owner.map { .field(name, of: $0) }
    default: return nil
    }
  }

  /// Remembers what a name says about what is inside it.
  private mutating func note(_ name: String) {
    switch place {
    case .shape(.mapping(.failure, _)): code = name
    case .shape(.mapping(.state, _)):
      state = name
      isInitial = false
      isInAfter = false
      isEntering = false
      event = nil
      service = nil
      isInDone = false
      code = nil
    case .shape(.eventTransitions): event = name
    case .shape(.guard), .shape(.actions), .shape(.blocks): owner = .arguments(name)
    default: return
    }
  }

  private mutating func note(_ object: FormatObject, _ name: String, _ siblings: [String: String]) {
    switch object {
    case .state, .chart:
      isInitial = [FormatName.initial.text, FormatName.default.text].contains(name)
      isInAfter = name == FormatName.after.text
      isEntering =
        ["entry", "output"].contains(name) || name == "always" && siblings["type"] == "choice"
    case .invoke:
      isEntering = state != nil && name == "input"
      service = siblings["service"]
      isInDone = name == "done"
      if name == "input" {
        owner = service.map { .serviceInput($0) } ?? siblings["chart"].map { .chartInput($0) }
      }
    case .forEach where name == "do": elements = ["as", "index"].compactMap { siblings[$0] } + elements
    case .raise where name == "data": owner = siblings["raise"].map { .event($0) }
    case .send where name == "send": sendsTo = siblings["to"]
    case .send where name == "data": owner = siblings["send"].map { .event($0) }
    case .emit where name == "data": owner = siblings["emit"].map { .output($0) }
    default: return
    }
  }
}
