internal import Statecharts
internal import StatechartsModel
internal import StatechartsYAML

/// Collects the names of a chart and its transitions.
struct OccurrenceCollector {
  private let document: YAMLDocument
  private let variables: Set<String>
  private let guards: Set<String>
  private let errors: Set<String>
  private var found: [Occurrence] = []
  private(set) var transitions: [ChartIndex.Transition] = []
  private var state = ""

  init(_ document: YAMLDocument, _ chart: Statechart) {
    self.document = document
    variables = Set(chart.context.map(\.name.text))
    guards = Set((chart.handlers.guards ?? []).map(\.name.text))
    errors = Set((chart.errors ?? []).map(\.code.text))
  }

  /// The names in the order of the text.
  var sorted: [Occurrence] {
    found.sorted { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
  }

  private mutating func add(
    _ kind: ChartNameKind, _ name: ChartName, _ role: Occurrence.Role = .reading, text: String? = nil
  ) {
    guard let node = document.node(of: name.origin), let written = document.text(of: node) else { return }
    let range = document.range(of: node, textRange: 0..<written.utf8.count)
    found.append(Occurrence(kind: kind, name: text ?? name.text, range: range, role: role))
  }

  /// Takes what a chart declares.
  mutating func add(_ chart: Statechart) {
    for variable in chart.context {
      add(.variable, variable.name, .declaration)
      if let initial = variable.initial { add(initial) }
      for state in variable.clearedOnExitOf { add(.state, state) }
    }
    for event in chart.events ?? [] { add(.event, event.name, .declaration) }
    for error in chart.errors ?? [] { add(.error, error.code, .declaration) }
    for output in chart.outputs ?? [] { add(.output, output.name, .declaration) }
    let handlers = chart.handlers
    let lists: [(ChartNameKind, [HandlerDeclaration]?)] = [
      (.guard, handlers.guards), (.action, handlers.actions), (.service, handlers.services),
      (.query, handlers.queries),
    ]
    for (kind, list) in lists {
      for handler in list ?? [] {
        add(kind, handler.name, .declaration)
        for code in handler.errors { add(.error, code) }
        for event in handler.sends { add(.event, event) }
      }
    }
    for migration in chart.migrations {
      for renaming in migration.states { add(.state, renaming.new) }
      for state in migration.enteredStates { add(.state, state) }
      for renaming in migration.variables { add(.variable, renaming.new) }
      for value in migration.values { add(.variable, value.name) }
    }
  }

  /// Takes what a state has itself. The root is no state that a transition can name.
  mutating func add(_ node: StateNode, isRoot: Bool = false) {
    state = node.id.text
    if !isRoot { add(.state, node.id, .declaration) }
    if let initial = node.initial {
      for target in initial.targets { add(.state, target) }
      add(initial.actions)
    }
    for entry in node.on {
      add(.event, entry.event.name, text: String(entry.event.prefix))
      add(entry.transition, trigger: "`\(entry.event.name.text)`")
    }
    for transition in node.always { add(transition, trigger: "always") }
    for delayed in node.after {
      if case .expression(let expression) = delayed.delay { add(expression) }
      add(delayed.transition, trigger: "after \(delayed.name.text)")
    }
    for transition in node.done { add(transition, trigger: "done") }
    add(node.entry)
    add(node.exit)
    for invocation in node.invoke { add(invocation) }
    for value in node.output { add(value.value) }
    if let value = node.outputValue { add(value) }
    for code in node.errors { add(.error, code) }
    for query in node.queries { add(.query, query) }
  }

  private mutating func add(_ invocation: ChartInvocation) {
    switch invocation.source {
    case .service(let name): add(.service, name)
    case .chart(let path): add(.chart, path)
    case .computed(let expression, let charts):
      add(expression)
      for path in charts { add(.chart, path) }
    }
    if let variable = invocation.idVariable { add(.variable, variable, .writing) }
    add(invocation.input)
    add(invocation.timeout)
    add(invocation.retry?.backoff)
    for code in invocation.retry?.codes ?? [] { add(.error, code) }
    let id = invocation.effectiveID
    for transition in invocation.done { add(transition, trigger: "`\(id)` is done") }
    for failure in invocation.failed {
      if let code = failure.code { add(.error, code) }
      add(
        failure.transition,
        trigger: "`\(id)` fails with \(failure.code.map { "`\($0.text)`" } ?? "any error")")
    }
    add(invocation.finalize)
  }

  private mutating func add(_ transition: ChartTransition, trigger: String) {
    for target in transition.targets { add(.state, target) }
    if let condition = transition.guard { add(condition, isGuard: true) }
    add(transition.actions)
    let targets = transition.targets.map(\.text)
    transitions.append(ChartIndex.Transition(source: state, targets: targets, trigger: trigger))
  }

  // The reader bounds how deep actions nest.
  private mutating func add(_ actions: [ChartAction]) {
    for action in actions {
      switch action.kind {
      case .handler(let name, let arguments):
        add(.action, name)
        add(arguments)
      case .assign(let values):
        for value in values { add(.variable, value.name, .writing) }
        add(values)
      case .raise(let event, let data):
        add(.event, event)
        add(data)
      case .send(let send): add(send)
      case .cancelComputed(let id): add(id)
      case .cancel: continue
      case .block(let actions): add(actions)
      case .emit(let output, let data):
        add(.output, output)
        add(data)
      case .log(let value): add(value)
      case .choose(let branches, let otherwise):
        for branch in branches {
          add(branch.condition)
          add(branch.actions)
        }
        add(otherwise)
      case .forEach(_, _, let list, let body):
        add(list)
        add(body)
      }
    }
  }

  private mutating func add(_ send: ChartAction.Send) {
    if let computed = send.computedEvent { add(computed) } else { add(.event, send.event) }
    if let content = send.content { add(content) }
    if let variable = send.idVariable { add(.variable, variable, .writing) }
    if case .computed(let address) = send.destination { add(address) }
    add(send.data)
    add(send.delay)
  }

  private mutating func add(_ values: [NamedExpression]) {
    for value in values { add(value.value) }
  }

  private mutating func add(_ delay: ChartDelay?) {
    if case .expression(let expression) = delay { add(expression) }
  }

  /// Takes the names in an expression, which may be a text, or a list or mapping of texts.
  private mutating func add(_ expression: ChartExpression, isGuard: Bool = false) {
    guard let node = document.node(of: expression.origin) else { return }
    guard document.kind(of: node) == .mapping, isGuard, let call = document.entries(of: node).first else {
      return addTexts(in: node)
    }
    if let name = document.text(of: call.key) { add(.guard, ChartName(name, origin: call.key.origin)) }
    addTexts(in: call.value)
  }

  private mutating func addTexts(in root: YAMLDocument.NodeID) {
    var open = [root]
    while let node = open.popLast() {
      if let text = document.text(of: node) {
        addNames(in: text, of: node)
      } else if document.kind(of: node) == .mapping {
        open += document.entries(of: node).map(\.value)
      } else {
        open += document.children(of: node)
      }
    }
  }

  private mutating func addNames(in text: String, of node: YAMLDocument.NodeID) {
    guard text.utf8.count <= ExpressionLimits.textLength else { return }
    for word in ExpressionNames(text).words {
      let kind: ChartNameKind
      if word.isState {
        kind = .state
      } else if variables.contains(word.name) {
        kind = .variable
      } else if guards.contains(word.name) {
        kind = .guard
      } else if errors.contains(word.name) {
        kind = .error
      } else {
        continue
      }
      let range = document.range(of: node, textRange: word.range)
      found.append(Occurrence(kind: kind, name: word.name, range: range, role: .reading))
    }
  }
}
