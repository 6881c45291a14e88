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
    var result: [ChartAction] = []
    var item = first(node)
    while item >= 0 {
      if hasBlocks, kind(item) == .sequence {
        // Decision: Docs/decisions/format.md#blocks-of-actions
        // Lists inside this one are refused, so this does not go deeper.
        result.append(ChartAction(.block(actions(item, key: key)), origin: ModelOrigin(item)))
      } else if let action = action(item, key: key) {
        result.append(action)
      }
      item = next(item)
    }
    return result
  }

  private mutating func action(_ node: Int32, key: Int32) -> ChartAction? {
    switch kind(node) {
    case .scalar:
      guard !isEmpty(node) else {
        reportWrongKind(node, key: key, expected: .actions)
        return nil
      }
      if ActionWords.object(text(node)) != nil {
        reportWrongKind(
          node, key: key, expected: .actions,
          help: "`\(text(node))` needs a value: `\(chart.asItem("\(text(node)): …", at: node))`.")
        return nil
      }
      if !isLegal(text(node), .handler), ask(.action(node)) != nil { return nil }
      return name(node, .handler).map { ChartAction(.handler($0, arguments: []), origin: ModelOrigin(node)) }
    case .sequence:
      reportWrongKind(node, key: key, expected: .object(.action), help: "Write all actions in one list.")
      return nil
    case .mapping: return actionMapping(node, key: key)
    }
  }

  private mutating func actionMapping(_ node: Int32, key owner: Int32) -> ChartAction? {
    var verb: (key: Int32, object: FormatObject)?
    var other: Int32 = -1
    var others = 0
    var extensions = 0
    var cursor = chart.walk(node)
    while let (key, _) = chart.next(&cursor) {
      let text = text(key)
      if let object = ActionWords.object(text) {
        if let verb {
          reportTwoActions(key, after: verb.key)
          return nil
        }
        verb = (key, object)
      } else if chart.isExtension(text) {
        extensions += 1
      } else {
        if others == 0 { other = key }
        others += 1
      }
    }
    if let verb { return builtIn(node, verb.object, verb.key) }
    guard others > 0 else {
      reportWrongKind(
        node, key: owner, expected: .object(.action),
        help: "For example: `\(chart.asItem("emit: signedIn", at: node))`.")
      return nil
    }
    if others + extensions == 1 { return handlerAction(node, other) }
    report(.noAction(node))
    return nil
  }

  private mutating func handlerAction(_ node: Int32, _ key: Int32) -> ChartAction? {
    if ActionWords.owners(ofCompanion: text(key)) != nil {
      report(.noAction(node))
      return nil
    }
    let value = next(key)
    if ask(.actionKey(key, ofMapping: node)) != nil { return nil }
    guard let name = name(key, .handler) else { return nil }
    if ask(.actionCall(key, name: name.text)) != nil { return nil }
    switch kind(value) {
    case .mapping:
      return ChartAction(.handler(name, arguments: expressions(value, .field)), origin: ModelOrigin(node))
    case .scalar where isEmpty(value):
      return ChartAction(.handler(name, arguments: []), origin: ModelOrigin(node))
    default:
      reportWrongKind(
        value, key: key, expected: .expressions(.field),
        help: "Give the arguments by name: `\(text(key)): { code: event.error }`.")
      return nil
    }
  }

  private mutating func reportTwoActions(_ key: Int32, after first: Int32) {
    report(
      .exclusiveKeys, at: range(key),
      "\(name(of: first)) and \(name(of: key)) are two actions in one item.",
      help: "Write two list items, each with its own `-`.",
      related: [Diagnostic.Related(range: range(first), message: "the first action")])
  }

  private mutating func builtIn(_ node: Int32, _ object: FormatObject, _ verb: Int32) -> ChartAction? {
    let fields = open(node, as: object, owner: verb)
    defer { close(fields) }
    check(fields)
    return actionKind(object, fields).map { ChartAction($0, origin: ModelOrigin(node)) }
  }

  private mutating func actionKind(_ object: FormatObject, _ fields: Fields) -> ChartAction.Kind? {
    switch object {
    case .assign: return .assign(expressions(.assign, in: fields))
    case .raise:
      let data = expressions(.data, in: fields)
      return name(.raise, in: fields).map { .raise($0, data: data) }
    case .send:
      return send(fields)
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
    let event: ChartName
    let computedEvent = computed(.send, in: fields)
    if let computedEvent {
      event = ChartName("", origin: computedEvent.origin)
    } else {
      guard let name = name(.send, in: fields) else { return nil }
      event = name
    }
    var send = ChartAction.Send(event, data: data, delay: delay, id: id, destination: destination)
    if contains(.delay, in: fields) {
      send.resume = resume(in: fields)
    } else {
      refuseResume(
        in: fields, "`resume` is only for a `send` with a `delay`.", help: "Remove it, or write a `delay`.")
    }
    send.computedEvent = computedEvent
    send.content = content
    send.idVariable = variable
    return .send(send)
  }

  /// An expression in parentheses behind a key that otherwise holds a name.
  mutating func computed(_ name: FormatName, in fields: Fields) -> ChartExpression? {
    // Decision: Docs/decisions/format.md#computed-values-have-parentheses
    guard let entry = entry(name, in: fields), kind(entry.value) == .scalar else { return nil }
    let text = text(entry.value)
    guard text.utf8.first == UInt8(ascii: "("), text.utf8.last == UInt8(ascii: ")") else { return nil }
    return ChartExpression(text, origin: ModelOrigin(entry.value))
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
