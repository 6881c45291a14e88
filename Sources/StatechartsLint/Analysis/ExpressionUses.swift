import StatechartsModel

internal import Statecharts

/// All expressions of a chart's states, each with what its value is for and what is known of the event.
struct ExpressionUses: Sendable {
  /// What a value is for.
  enum Role: Hashable, Sendable {
    /// It decides or computes something that nobody sees.
    case condition
    /// It is written to the log.
    case log
    /// It goes into a variable, a field or an argument of this name.
    case value(ChartName)
  }

  /// An expression in its place.
  struct Use: Sendable {
    let expression: ChartExpression
    let role: Role
    /// The declared fields of the event's data; empty where nothing is known.
    let event: [FieldDeclaration]
    /// The declaration of the variable, field or argument; nil where there is none.
    var field: FieldDeclaration?
    /// Whether the value becomes that of a variable.
    var isAssigned = false
    /// While a state is entered: the secret fields of the events that may lead there.
    var entering: Set<String> = []
  }

  /// An action of the app, as it is asked for.
  struct Call: Sendable {
    let name: ChartName
    let arguments: [NamedExpression]
    /// The event of the transition that it is done in.
    let event: String?
  }

  private(set) var uses: [Use] = []
  private(set) var calls: [Call] = []
  private let payloads: [String: [FieldDeclaration]]
  private let services: [String: HandlerDeclaration]
  private let outputs: [String: [FieldDeclaration]]
  private let arguments: [String: [FieldDeclaration]]
  private let variables: [String: FieldDeclaration]
  private var event: [FieldDeclaration] = []
  private var eventName: String?
  private var entering: Set<String> = []

  init(of chart: Statechart, _ tree: StateIndex) {
    let enteringSecrets = EnteringSecrets.find(in: tree, chart)
    payloads = Dictionary(
      (chart.events ?? []).map { ($0.name.text, $0.payload) }, uniquingKeysWith: { first, _ in first })
    services = Dictionary(
      (chart.handlers.services ?? []).map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    outputs = Dictionary(
      (chart.outputs ?? []).map { ($0.name.text, $0.payload) }, uniquingKeysWith: { first, _ in first })
    arguments = Dictionary(
      (chart.handlers.actions ?? []).map { ($0.name.text, $0.arguments) },
      uniquingKeysWith: { first, _ in first })
    variables = Dictionary(
      chart.context.map { ($0.name.text, $0.field) }, uniquingKeysWith: { first, _ in first })
    for (number, node) in tree.nodes.enumerated() { add(node.state, entering: enteringSecrets[number]) }
  }

  /// Takes what a state has itself.
  private mutating func add(_ state: StateNode, entering secrets: Set<String>) {
    entering = secrets
    add(state.initial?.actions ?? [])
    add(state.entry)
    if state.kind == .choice {
      for transition in state.always { add(transition) }
    }
    entering = []
    for entry in state.on {
      event = payloads[entry.event.name.text] ?? []
      eventName = entry.event.name.text
      add(entry.transition)
      event = []
      eventName = nil
    }
    if state.kind != .choice {
      for transition in state.always { add(transition) }
    }
    for transition in state.done + state.after.map(\.transition) { add(transition) }
    add(state.exit)
    for invocation in state.invoke { add(invocation) }
    add(state.output, nil)
    if let value = state.outputValue { add(value, .condition) }
  }

  private mutating func add(_ invocation: ChartInvocation) {
    var service: HandlerDeclaration?
    if case .service(let name) = invocation.source { service = services[name.text] }
    add(invocation.input, service?.arguments)
    if case .record(let fields) = service?.result { event = fields }
    for transition in invocation.done { add(transition) }
    event = []
    for failure in invocation.failed { add(failure.transition) }
    add(invocation.finalize)
  }

  private mutating func add(_ transition: ChartTransition) {
    if let condition = transition.guard { add(condition, .condition) }
    add(transition.actions)
  }

  // The reader bounds how deep actions nest.
  private mutating func add(_ actions: [ChartAction]) {
    for action in actions {
      switch action.kind {
      case .assign(let values):
        for value in values {
          add(value.value, .value(value.name), variables[value.name.text], isAssigned: true)
        }
      case .handler(let name, let values):
        calls.append(Call(name: name, arguments: values, event: eventName))
        add(values, arguments[name.text])
      case .raise(let name, let values): add(values, payloads[name.text])
      case .emit(let name, let values): add(values, outputs[name.text])
      case .send(let send):
        add(send.data, payloads[send.event.text])
        if let content = send.content { add(content, .condition) }
      case .log(let value): add(value, .log)
      case .choose(let branches, let otherwise):
        let before = entering
        for branch in branches {
          // It may let only the events pass that have no secret.
          if EnteringSecrets.dependsOnEvent(branch.condition) { entering = [] }
          add(branch.condition, .condition)
          add(branch.actions)
        }
        add(otherwise)
        entering = before
      case .forEach(_, _, let list, let body):
        add(list, .condition)
        add(body)
      case .block(let actions): add(actions)
      case .cancel, .cancelComputed: continue
      }
    }
  }

  private mutating func add(_ values: [NamedExpression], _ declared: [FieldDeclaration]?) {
    for value in values {
      add(value.value, .value(value.name), declared?.first { $0.name == value.name })
    }
  }

  private mutating func add(
    _ expression: ChartExpression, _ role: Role, _ field: FieldDeclaration? = nil, isAssigned: Bool = false
  ) {
    uses.append(
      Use(
        expression: expression, role: role, event: event, field: field, isAssigned: isAssigned,
        entering: entering))
  }
}

extension ExpressionNode {
  /// The node and all nodes inside it.
  var all: [ExpressionNode] {
    var result: [ExpressionNode] = []
    var open = [self]
    while let node = open.popLast() {
      result.append(node)
      open += node.operands
    }
    return result
  }

  /// The name of a field of the event's data, as in `event.data.NAME`; nil for others.
  var eventField: String? {
    guard case .field(let base, let name, _) = kind, case .field(let root, "data", _) = base.kind,
      case .name("event") = root.kind
    else { return nil }
    return name
  }

  /// The secrets that are read, as written.
  func secrets(_ variables: Set<String>, _ event: [FieldDeclaration]) -> [String] {
    all.compactMap { node in
      if case .name(let name) = node.kind, variables.contains(name) { return name }
      guard let field = node.eventField, event.contains(where: { $0.name.text == field && $0.isSecret })
      else {
        return nil
      }
      return node.text
    }
  }
}
