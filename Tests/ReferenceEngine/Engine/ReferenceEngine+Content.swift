import Statecharts
import StatechartsModel
import StatechartsTesting

extension ReferenceEngine {
  /// procedure executeContent. A failing action queues error.execution and ends its own block only.
  func executeContent(_ actions: [ChartAction]) {
    let outer = locals.count
    do {
      try execute(actions)
    } catch {
      locals.removeSubrange(outer...)
      raiseError()
    }
  }

  private func execute(_ actions: [ChartAction]) throws {
    for action in actions { try execute(action.kind) }
  }

  private func execute(_ action: ChartAction.Kind) throws {
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
      if case .string(let id) = try evaluate(id) { timers.removeAll { $0.sendID == id } }
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

  private func send(_ send: ChartAction.Send) throws {
    var name = send.event.text
    if let computed = send.computedEvent {
      guard case .string(let text) = try evaluate(computed), Self.isEventName(text) else {
        throw ReferenceFailure()
      }
      name = text
    }
    let data = try send.content.map(evaluate) ?? payload(send.data)
    let event = ReferenceEvent(name: name, data: data, isExternal: true)
    let receiver = try receiver(send.destination)
    guard let delay = send.delay else { return deliver(event, to: receiver) }
    guard case .literal(let span) = delay else { throw ReferenceFailure() }
    // "0s" is the default of `delay` (SCXML 6.2.4).
    if span == .zero { return deliver(event, to: receiver) }
    guard timers.count(where: { $0.state == nil && $0.invocation == nil }) < Self.delayedSendLimit else {
      throw ReferenceFailure()
    }
    let task = receiver == .itself ? ReferenceTask.event(event) : .deliver(event, to: receiver)
    addTimer("send \(event.name)", span, task, sendID: send.id?.text)
  }

  /// Who a destination means (SCXML 6.2.4, C.1).
  private func receiver(_ destination: ChartAction.Send.Destination) throws -> ReferenceReceiver {
    switch destination {
    case .itself: return .itself
    case .parent: return .parent
    case .invocation(let id): return .invocation(id.text)
    case .computed(let expression):
      guard case .string(let text) = try evaluate(expression), text.hasPrefix("#_"), text != "#_" else {
        throw ReferenceFailure()
      }
      switch text {
      case "#_internal": return .internalQueue
      case "#_parent": return .parent
      case "#_scxml_main": return .itself
      default: return text.hasPrefix("#_scxml_") ? .session : .invocation(String(text.dropFirst(2)))
      }
    }
  }

  /// Whether an event can have a name: words joined by dots, each of which begins with a letter.
  private static func isEventName(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
      word.first?.isLetter == true && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }
  }

  func evaluate(_ expression: ChartExpression) throws -> ChartValue {
    let known = expressions[expression.text] ?? ReferenceExpressionReader.read(expression.text)
    expressions[expression.text] = known
    return try known.value(in: self)
  }

  func payload(_ fields: [NamedExpression]) throws -> ChartValue {
    if fields.isEmpty { return .unset }
    var result: [String: ChartValue] = [:]
    for field in fields {
      let value = try evaluate(field.value)
      if value != .unset { result[field.name.text] = value }
    }
    return .map(result)
  }

  /// The data of a done event; none when they cannot be found (SCXML 5.5).
  func doneData(_ final: String) -> ChartValue {
    do {
      if let value = chart.state(final).outputValue { return try evaluate(value) }
      return try payload(chart.state(final).output)
    } catch {
      raiseError()
      return .unset
    }
  }

  private static func fits(_ value: ChartValue, _ type: ChartValueType?) -> Bool {
    switch (type, value) {
    case (.optional(let inner), _): value == .unset || fits(value, inner)
    case (.int, .int), (.bool, .bool), (.string, .string), (.any, _), (.list, .list): true
    default: false
    }
  }
}
