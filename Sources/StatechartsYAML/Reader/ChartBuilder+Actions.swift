import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads actions behind a key of the format.
  mutating func actions(_ name: FormatName, in fields: Fields) -> [ChartAction] {
    guard let entry = entry(name, in: fields) else { return [] }
    return actions(entry.value, key: entry.key, hasBlocks: name == .entry || name == .exit)
  }

  /// - Parameter hasBlocks: Whether a list inside the list is a block of its own.
  private mutating func actions(_ node: Int32, key: Int32, hasBlocks: Bool = false) -> [ChartAction] {
    guard kind(node) == .sequence else { return action(node, key: key).map { [$0] } ?? [] }
    return items(of: node) { builder, item in
      guard hasBlocks, builder.kind(item) == .sequence else { return builder.action(item, key: key) }
      // Decision: Docs/decisions/format.md#blocks-of-actions
      // Lists inside this one are refused, so this does not go deeper.
      return ChartAction(.block(builder.actions(item, key: key)), origin: ModelOrigin(item))
    }
  }

  private mutating func action(_ node: Int32, key: Int32) -> ChartAction? {
    switch kind(node) {
    case .scalar:
      guard !isEmpty(node), ActionWords.object(text(node)) == nil else {
        report(.wrongKind(node, key: key, expected: .actions))
        return nil
      }
      if !isLegal(text(node), .handler), ask(.action(node)) != nil { return nil }
      return name(node, .handler).map { ChartAction(.handler($0, arguments: []), origin: ModelOrigin(node)) }
    case .sequence:
      report(.wrongKind(node, key: key, expected: .object(.action)))
      return nil
    case .mapping: return actionMapping(node, key: key)
    }
  }

  private mutating func actionMapping(_ node: Int32, key owner: Int32) -> ChartAction? {
    let keys = chart.entries(of: node).map(\.key)
    let verbs = keys.filter { ActionWords.object(text($0)) != nil }
    if verbs.count > 1 {
      report(.twoActions(verbs[1], after: verbs[0]))
      return nil
    }
    if let verb = verbs.first, let object = ActionWords.object(text(verb)) {
      let fields = open(node, as: object, owner: verb)
      defer { close(fields) }
      return builtIn(fields).map { ChartAction($0, origin: ModelOrigin(node)) }
    }
    guard let name = keys.first(where: { !chart.isExtension(text($0)) }) else {
      report(.wrongKind(node, key: owner, expected: .object(.action)))
      return nil
    }
    guard keys.count == 1, ActionWords.companions[text(name)] == nil else {
      report(.noAction(node))
      return nil
    }
    return handlerAction(node, name)
  }

  private mutating func handlerAction(_ node: Int32, _ key: Int32) -> ChartAction? {
    let value = next(key)
    if ask(.actionKey(key, ofMapping: node)) != nil { return nil }
    guard let name = name(key, .handler), ask(.actionCall(key, name: name.text)) == nil else { return nil }
    guard kind(value) == .mapping || isEmpty(value) else {
      report(.wrongKind(value, key: key, expected: .expressions(.field)))
      return nil
    }
    return ChartAction(.handler(name, arguments: expressions(value, .field)), origin: ModelOrigin(node))
  }

  // MARK: Actions of the format

  private mutating func builtIn(_ fields: Fields) -> ChartAction.Kind? {
    switch fields.object {
    case .assign: return .assign(expressions(.assign, in: fields))
    case .raise:
      let data = expressions(.data, in: fields)
      return name(.raise, in: fields).map { .raise($0, data: data) }
    case .send: return send(fields)
    case .cancel:
      if let id = computed(.cancel, in: fields) { return .cancelComputed(id) }
      return name(.cancel, in: fields).map { .cancel($0) }
    case .emit:
      let data = expressions(.data, in: fields)
      return name(.emit, in: fields).map { .emit($0, data: data) }
    case .log: return expression(.log, in: fields).map { .log($0) }
    case .choose: return choose(fields)
    case .forEach:
      let list = expression(.foreach, in: fields)
      let item = name(.as, in: fields)
      let number = name(.index, in: fields)
      let body = actions(.do, in: fields)
      guard let list, let item else { return nil }
      return .forEach(item: item, index: number, list: list, body: body)
    default: return nil
    }
  }

  private mutating func send(_ fields: Fields) -> ChartAction.Kind? {
    let data = expressions(.data, in: fields)
    // Decision: Docs/decisions/format.md#content-is-a-key-beside-data-and-output
    let content = expression(.content, in: fields)
    let delay = delay(.delay, in: fields)
    let id = name(.id, in: fields)
    let variable = name(.idTo, in: fields)
    var destination = ChartAction.Send.Destination.itself
    if let address = computed(.to, in: fields) {
      destination = .computed(address)
    } else if let receiver = name(.to, in: fields) {
      destination = receiver.text == "parent" ? .parent : .invocation(receiver)
    }
    let computedEvent = computed(.send, in: fields)
    guard let event = computedEvent.map({ ChartName("", origin: $0.origin) }) ?? name(.send, in: fields)
    else { return nil }
    var send = ChartAction.Send(event, data: data, delay: delay, id: id, destination: destination)
    if contains(.delay, in: fields) {
      send.resume = resume(in: fields)
    } else {
      refuse(.resume, in: fields)
    }
    send.computedEvent = computedEvent
    send.content = content
    send.idVariable = variable
    return .send(send)
  }

  /// An `if` with its `else if`s: an `else` that holds a single `if` goes on with the branches.
  private mutating func choose(_ fields: Fields) -> ChartAction.Kind? {
    let condition = expression(.if, in: fields)
    let actions = actions(.then, in: fields)
    let otherwise = self.actions(.else, in: fields)
    guard let condition else { return nil }
    let branch = ChartAction.Branch(condition, actions)
    if otherwise.count == 1, case .choose(let branches, let rest) = otherwise[0].kind {
      return .choose([branch] + branches, otherwise: rest)
    }
    return .choose([branch], otherwise: otherwise)
  }
}
