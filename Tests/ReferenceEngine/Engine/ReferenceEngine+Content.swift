import Statecharts
import StatechartsTesting

extension ReferenceEngine {
  /// procedure executeContent. A failing action queues error.execution and ends its own block only.
  func executeContent(_ actions: [Action]) {
    let outer = locals.count
    do {
      try execute(actions)
    } catch {
      locals.removeSubrange(outer...)
      raiseError()
    }
  }

  private func execute(_ actions: [Action]) throws {
    for action in actions { try execute(action.kind) }
  }

  private func execute(_ action: Action.Kind) throws {
    switch action {
    case .handler(let name, let arguments):
      let values = try arguments.map { NamedValue($0.name.text, try evaluate($0.value)) }
      observation.actions.append(.init(name: name.text, arguments: values))
    case .assign(let assignments):
      for each in assignments {
        let value = try evaluate(each.value)
        let type = chart.chart.context.first { $0.name == each.name }?.field.type
        guard Self.fits(value, type) else { throw ReferenceFailure() }
        datamodel[each.name.text] = value
      }
    case .raise(let name, let data):
      internalQueue.append(ReferenceEvent(name: name.text, data: try payload(data)))
    case .send(let send): try self.send(send)
    case .cancel(let id): timers.removeAll { $0.sendID == id.text }
    case .cancelComputed(let id):
      guard case .string(let id) = try evaluate(id) else { throw ReferenceFailure() }
      timers.removeAll { $0.sendID == id }
    // Choice: a block inside a block fails for itself.
    case .block(let body): executeContent(body)
    case .emit(let name, let data):
      observation.outputs.append(.init(name: name.text, data: try payload(data)))
    case .log(let expression): observation.log.append(try evaluate(expression))
    case .choose(let branches, let otherwise):
      for branch in branches {
        guard case .bool(let holds) = try evaluate(branch.condition) else { throw ReferenceFailure() }
        if holds { return try execute(branch.actions) }
      }
      try execute(otherwise)
    case .forEach(let item, let index, let list, let body):
      guard case .list(let elements) = try evaluate(list) else { throw ReferenceFailure() }
      for (number, element) in elements.enumerated() {
        let outer = locals.count
        locals.append((item.text, element))
        if let index { locals.append((index.text, .int(number))) }
        try execute(body)
        locals.removeSubrange(outer...)
      }
    }
  }

  private func send(_ send: Action.Send) throws {
    let event = ReferenceEvent(name: send.event.text, data: try payload(send.data), isExternal: true)
    var receiver: String?
    if case .invocation(let id) = send.destination { receiver = id.text }
    guard let delay = send.delay else {
      if let receiver { return deliver(event, to: receiver) }
      return externalQueue.append(event)
    }
    guard case .literal(let span) = delay else { throw ReferenceFailure() }
    let task = receiver.map { ReferenceTask.deliver(event, to: $0) } ?? .event(event)
    addTimer("send \(event.name)", span, task, sendID: send.id?.text)
  }

  func evaluate(_ expression: Expression) throws -> Value {
    let known = expressions[expression.text] ?? ReferenceExpressionReader.read(expression.text)
    expressions[expression.text] = known
    return try known.value(in: self)
  }

  func payload(_ fields: [NamedExpression]) throws -> Value {
    if fields.isEmpty { return .unset }
    var result: [String: Value] = [:]
    for field in fields {
      let value = try evaluate(field.value)
      if value != .unset { result[field.name.text] = value }
    }
    return .map(result)
  }

  /// The data of a done event; none when they cannot be found (SCXML 5.5).
  func doneData(_ final: String) -> Value {
    do { return try payload(chart.state(final).output) } catch {
      raiseError()
      return .unset
    }
  }

  private static func fits(_ value: Value, _ type: ValueType?) -> Bool {
    switch (type, value) {
    case (.optional(let inner), _): value == .unset || fits(value, inner)
    case (.int, .int), (.bool, .bool), (.string, .string), (.any, _), (.list, .list): true
    default: false
    }
  }
}
