import StatechartsModel

internal import Statecharts

extension SCXMLWriter {
  /// Actions as executable content.
  ///
  /// - Parameter endsBlock: Whether nothing follows in the block that they belong to.
  mutating func actions(_ actions: [ChartAction], endsBlock: Bool = true) -> [XMLElement] {
    var result: [XMLElement] = []
    for (place, action) in actions.enumerated() {
      result += self.action(action, endsBlock: endsBlock && place == actions.count - 1)
    }
    return result
  }

  /// Names a block inside a block, of which SCXML knows nothing.
  mutating func differInBlock(_ origin: ModelOrigin) {
    differ(
      "If the inner block fails, SCXML also skips the rest of the outer block, but a chart continues.",
      at: origin
    )
  }

  private mutating func action(_ action: ChartAction, endsBlock: Bool) -> [XMLElement] {
    switch action.kind {
    case .handler(let name, _):
      lose("SCXML has no handlers, so the action `\(name.text)` is left out.", at: name.origin)
      return []
    case .emit(let output, _):
      lose("SCXML has no outputs, so `emit` of `\(output.text)` is left out.", at: output.origin)
      return []
    case .assign(let values):
      var result: [XMLElement] = []
      for value in values {
        result.append(
          Self.element(
            "assign", [("location", value.name.text), ("expr", assigned(value.value, to: value.name.text))]))
      }
      return result
    case .raise(let event, let data):
      if data.isEmpty { return [Self.element("raise", [("event", event.text)])] }
      return [
        Self.element(
          "send", [("event", event.text), ("target", "#_internal")], parameters(data, of: "raise"))
      ]
    case .send(let send): return [self.send(send)]
    case .cancel(let id): return [Self.element("cancel", [("sendid", id.text)])]
    case .cancelComputed(let id): return [Self.element("cancel", [("sendidexpr", text(id))])]
    case .log(let value): return [log(value)]
    case .choose(let branches, let otherwise): return [choice(branches, otherwise, endsBlock)]
    case .forEach(let item, let index, let list, let body):
      let array = rendered(list)
      if !array.kinds.isOnly(.list) { failing += 1 }
      expressions.types[item.text] = .any
      expressions.facts[item.text] =
        array.kinds.isOnly(.list)
        ? ValueFacts(
          kinds: array.facts.elements, largest: array.facts.largest, elements: ValueKinds.unknown) : .unknown
      if let index {
        expressions.types[index.text] = .int
        expressions.facts[index.text] = ValueFacts(kinds: .int, largest: 1e9)
      }
      return [loop(array.text, item, index, body)]
    case .block(let inner):
      let before = failing
      let content = actions(inner)
      if failing > before, !endsBlock { differInBlock(action.origin) }
      return content
    }
  }

  private mutating func loop(_ array: String, _ item: ChartName, _ index: ChartName?, _ body: [ChartAction])
    -> XMLElement
  {
    func foreach(_ item: ChartName, _ index: ChartName?, _ content: [XMLElement]) -> XMLElement {
      Self.element("foreach", [("array", array), ("item", item.text), ("index", index?.text)], content)
    }
    var rest = body[...]
    // A loop of SCXML goes through variables, which an imported loop sets first. It becomes what it was.
    if let first = body.first, case .assign(let values) = first.kind,
      values.map(\.value.text) == [item, index].compactMap({ $0?.text }),
      values.allSatisfy({ expressions.types[$0.name.text] == .any })
    {
      rest.removeFirst()
      let content = actions(Array(rest), endsBlock: false)
      let isRead = content.contains { element in
        values.contains { Self.mentions($0.value.text, in: element) }
      }
      if !isRead { return foreach(values[0].name, values.dropFirst().first?.name, content) }
      loseIllegal(item, index)
      return foreach(item, index, actions([first], endsBlock: false) + content)
    }
    loseIllegal(item, index)
    return foreach(item, index, actions(body, endsBlock: false))
  }

  /// Names the variables of a loop that cannot be data in SCXML.
  private mutating func loseIllegal(_ item: ChartName, _ index: ChartName?) {
    for name in [item, index].compactMap({ $0 }) where !DocumentNames.isLegalLocation(name.text) {
      lose("`\(name)` is not a valid name of data in SCXML. Rename it in the chart.", at: name.origin)
    }
  }

  /// Whether a word stands in the attributes of an element or of those in it, in an expression or elsewhere.
  private static func mentions(_ word: String, in element: XMLElement) -> Bool {
    element.attributes.contains { attribute in
      attribute.value.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == word }
    } || element.elements.contains { mentions(word, in: $0) }
  }

  private mutating func log(_ value: ChartExpression) -> XMLElement {
    if let node = try? parse(value.text), case .map(let entries) = node.kind, entries.count == 2,
      entries[0].name == "label", entries[1].name == "value",
      case .literal(.string(let label)) = entries[0].value.kind, XMLWriter.canHold(label)
    {
      let range = entries[1].value.range
      let text = String(decoding: Array(value.text.utf8)[range], as: UTF8.self)
      return Self.element(
        "log", [("label", label), ("expr", self.text(ChartExpression(text, origin: value.origin)))])
    }
    return Self.element("log", [("expr", text(value))])
  }

  private mutating func choice(
    _ branches: [ChartAction.Branch], _ otherwise: [ChartAction], _ endsBlock: Bool
  ) -> XMLElement {
    var content: [XMLElement] = []
    var first: String?
    for branch in branches {
      let test = rendered(branch.condition, isCondition: true)
      if test.canFail {
        differ(
          "If \(Self.shown(branch.condition)) fails, a chart skips the rest of the block, but SCXML treats it as false.",
          at: branch.condition.origin)
      }
      let condition = test.text
      if first == nil {
        first = condition
      } else {
        content.append(Self.element("elseif", [("cond", condition)]))
      }
      content += actions(branch.actions, endsBlock: endsBlock)
    }
    if !otherwise.isEmpty { content += [Self.element("else")] + actions(otherwise, endsBlock: endsBlock) }
    return Self.element("if", [("cond", first ?? "true")], content)
  }

  /// Named values as `param`s.
  mutating func parameters(_ fields: [NamedExpression], of parent: String) -> [XMLElement] {
    var result: [XMLElement] = []
    for field in fields {
      let value = rendered(field.value)
      if value.canFail {
        differ(
          "If \(Self.shown(field.value)) fails, a chart skips the whole `\(parent)`, but SCXML only this value.",
          at: field.value.origin)
      }
      result.append(Self.element("param", [("name", field.name.text), ("expr", value.text)]))
    }
    return result
  }

  /// One value as `content`.
  mutating func content(_ expression: ChartExpression, of parent: String) -> XMLElement {
    let value = rendered(expression)
    if value.canFail {
      differ(
        "If \(Self.shown(expression)) fails, a chart skips the whole `\(parent)`, but SCXML uses an empty text.",
        at: expression.origin)
    }
    return Self.element("content", [("expr", value.text)])
  }

  private mutating func send(_ send: ChartAction.Send) -> XMLElement {
    var attributes: [(String, String?)] = []
    if let event = send.computedEvent {
      attributes.append(("eventexpr", text(event)))
      failing += 1
    } else {
      attributes.append(("event", send.event.text))
    }
    switch send.destination {
    case .itself: break
    case .parent: attributes.append(("target", "#_parent"))
    case .invocation(let id): attributes.append(("target", "#_" + id.text))
    case .computed(let address):
      if let node = try? parse(address.text), case .literal(.string(let target)) = node.kind,
        XMLWriter.canHold(target)
      {
        attributes.append(("target", target))
      } else {
        attributes.append(("targetexpr", text(address)))
        failing += 1
      }
    }
    attributes += [("id", send.id?.text), ("idlocation", send.idVariable?.text)]
    switch send.delay {
    case nil: break
    case .literal(let span)?: attributes.append(("delay", Self.delay(span)))
    case .expression(let expression)?:
      // `duration(x)` is how a computed delay of SCXML is read.
      if let node = try? parse(expression.text), case .call("duration", _, let arguments) = node.kind,
        arguments.count == 1
      {
        let text = String(decoding: Array(expression.text.utf8)[arguments[0].value.range], as: UTF8.self)
        attributes.append(("delayexpr", self.text(ChartExpression(text, origin: expression.origin))))
      } else {
        lose(
          "The delay `\(expression.text)` is a duration, and ECMAScript has no durations.",
          at: expression.origin)
        attributes.append(("delayexpr", text(expression)))
      }
    }
    var content = parameters(send.data, of: "send")
    if let value = send.content { content = [self.content(value, of: "send")] }
    return Self.element("send", attributes, content)
  }

  /// A span as CSS 2 writes it.
  private static func delay(_ span: Duration) -> String {
    let (seconds, attoseconds) = span.components
    if attoseconds == 0 { return "\(seconds)s" }
    let nanoseconds = attoseconds / 1_000_000_000
    var digits = String(nanoseconds)
    digits = String(repeating: "0", count: max(0, 9 - digits.count)) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits)s"
  }
}
