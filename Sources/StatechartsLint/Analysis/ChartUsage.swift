import StatechartsModel

internal import Statecharts

/// Every name that a chart uses, with the place where it does; declarations are not uses.
struct ChartUsage: Sendable {
  /// What transitions answer.
  private(set) var descriptors: [EventDescriptor] = []
  /// Events that are raised, sent, or may be sent by a service.
  private(set) var sentEvents: [ChartName] = []
  /// Those of them that the chart raises, or sends to itself.
  private(set) var ownEvents: [ChartName] = []
  /// Those of them that the chart sends to itself.
  private(set) var eventsToItself: [ChartName] = []
  /// Action handlers that are called.
  private(set) var actions: [ChartName] = []
  /// Services that are invoked.
  private(set) var services: [ChartName] = []
  /// Queries that a state offers.
  private(set) var queries: [ChartName] = []
  /// Error codes that a state shows, a service fails with, or an invocation answers.
  private(set) var errors: [ChartName] = []
  /// Outputs that are emitted.
  private(set) var outputs: [ChartName] = []
  /// Variables that are assigned.
  private(set) var assigned: [ChartName] = []
  /// Those among them that lose their value.
  private(set) var unset: [ChartName] = []
  /// The names in all expressions: variables, guards, states, items.
  private(set) var expressionNames: Set<String> = []
  /// The texts in all expressions.
  private(set) var expressionTexts: Set<String> = []
  private var expressionsSeen: Set<String> = []
  /// Whether the name of an event that is sent is computed, so that it may be any.
  private(set) var computesEvents = false
  /// Whether other charts are invoked.
  private(set) var invokesCharts = false
  /// Whether something invoked is given all events.
  private(set) var forwardsEvents = false
  /// The origins of all that the model kept, for telling what the reader left out.
  private(set) var origins = OriginSet()

  init(of chart: Statechart, _ tree: StateIndex) {
    note(chart.id)
    for variable in chart.context {
      note(variable.field)
      if let initial = variable.initial { note(initial) }
      for state in variable.clearedOnExitOf { note(state) }
    }
    for event in chart.events ?? [] {
      note(event.name)
      note(event.payload)
    }
    for error in chart.errors ?? [] {
      note(error.code)
      note(error.payload)
    }
    for output in chart.outputs ?? [] {
      note(output.name)
      note(output.payload)
    }
    let handlers = chart.handlers
    for list in [handlers.guards, handlers.actions, handlers.services, handlers.queries] {
      for handler in list ?? [] { add(handler) }
    }
    for node in tree.nodes { add(node.state) }
  }

  private mutating func add(_ handler: HandlerDeclaration) {
    note(handler.name)
    note(handler.payload)
    note(handler.arguments)
    errors += noted(handler.errors)
    sentEvents += noted(handler.sends)
  }

  /// Takes what a state has itself.
  private mutating func add(_ state: StateNode) {
    note(state.id)
    if let initial = state.initial { add(initial) }
    for entry in state.on {
      note(entry.event.name)
      descriptors.append(entry.event)
      add(entry.transition)
    }
    for transition in state.always + state.done { add(transition) }
    for delayed in state.after {
      note(delayed.name)
      add(delayed.delay)
      add(delayed.transition)
    }
    add(state.entry)
    add(state.exit)
    for invocation in state.invoke { add(invocation) }
    add(state.output)
    if let value = state.outputValue { note(value) }
    errors += noted(state.errors)
    queries += noted(state.queries)
  }

  private mutating func add(_ initial: InitialTransition) {
    for target in initial.targets { note(target) }
    add(initial.actions)
  }

  private mutating func add(_ transition: ChartTransition) {
    for target in transition.targets { note(target) }
    if let condition = transition.guard { note(condition) }
    add(transition.actions)
  }

  private mutating func add(_ invocation: ChartInvocation) {
    switch invocation.source {
    case .service(let name): services += noted([name])
    case .chart(let file):
      invokesCharts = true
      note(file)
    case .computed(let path, let charts):
      invokesCharts = true
      note(path)
      for chart in charts { note(chart) }
    }
    if let id = invocation.id { note(id) }
    if let variable = invocation.idVariable {
      note(variable)
      assigned.append(variable)
    }
    add(invocation.input)
    add(invocation.timeout)
    if let retry = invocation.retry {
      add(retry.backoff)
      errors += noted(retry.codes)
    }
    for transition in invocation.done { add(transition) }
    for failure in invocation.failed {
      if let code = failure.code { errors += noted([code]) }
      add(failure.transition)
    }
    add(invocation.finalize)
    if invocation.forwardsEvents { forwardsEvents = true }
  }

  private mutating func add(_ actions: [ChartAction]) {
    actions.forEachNested { add($0) }
  }

  private mutating func add(_ action: ChartAction) {
    switch action.kind {
    case .handler(let name, let arguments):
      actions += noted([name])
      add(arguments)
    case .assign(let values):
      for value in values {
        assigned.append(value.name)
        if value.value.text == "unset" { unset.append(value.name) }
      }
      add(values)
    case .raise(let event, let data):
      sentEvents += noted([event])
      ownEvents.append(event)
      add(data)
    case .send(let send):
      if let event = send.computedEvent {
        note(event)
        computesEvents = true
      } else {
        sentEvents += noted([send.event])
        if send.destination == .itself {
          ownEvents.append(send.event)
          eventsToItself.append(send.event)
        }
      }
      if let content = send.content { note(content) }
      if let variable = send.idVariable {
        note(variable)
        assigned.append(variable)
      }
      if case .computed(let address) = send.destination { note(address) }
      add(send.data)
      add(send.delay)
      if let id = send.id { note(id) }
      if case .invocation(let id) = send.destination { note(id) }
    case .cancel(let id): note(id)
    case .cancelComputed(let id): note(id)
    case .block: break
    case .emit(let output, let data):
      outputs += noted([output])
      add(data)
    case .log(let value): note(value)
    case .choose(let branches, _): for branch in branches { note(branch.condition) }
    case .forEach(let item, let index, let list, _):
      note(item)
      if let index { note(index) }
      note(list)
    }
  }

  private mutating func add(_ values: [NamedExpression]) {
    for value in values {
      note(value.name)
      note(value.value)
    }
  }

  private mutating func add(_ delay: ChartDelay?) {
    if case .expression(let expression) = delay { note(expression) }
  }

  /// Notes where names stand, and gives them back.
  private mutating func noted(_ names: [ChartName]) -> [ChartName] {
    for name in names { note(name) }
    return names
  }

  private mutating func note(_ fields: [FieldDeclaration]) {
    for field in fields { note(field) }
  }

  private mutating func note(_ field: FieldDeclaration) {
    note(field.name)
    note(field.type)
  }

  private mutating func note(_ type: ChartValueType) {
    switch type {
    case .list(let element): note(element)
    case .optional(let wrapped): note(wrapped)
    case .record(let fields): note(fields)
    case .any, .bool, .int, .number, .string, .duration, .error, .map: return
    }
  }

  private mutating func note(_ name: ChartName) { origins.insert(name.origin) }

  private mutating func note(_ expression: ChartExpression) {
    origins.insert(expression.origin)
    guard expressionsSeen.insert(expression.text).inserted else { return }
    let words = ExpressionWords(expression.text)
    expressionNames.formUnion(words.names)
    expressionTexts.formUnion(words.texts)
  }
}

/// A set of origins, one bit each: a reader numbers what it reads from nought on.
struct OriginSet: Sendable {
  private var bits: [Bool] = []

  mutating func insert(_ origin: ModelOrigin) {
    let number = Int(origin.rawValue)
    guard number >= 0 else { return }
    if number >= bits.count {
      bits.append(contentsOf: repeatElement(false, count: max(number + 1, 2 * bits.count) - bits.count))
    }
    bits[number] = true
  }

  func contains(_ origin: ModelOrigin) -> Bool {
    bits.indices.contains(Int(origin.rawValue)) && bits[Int(origin.rawValue)]
  }
}
