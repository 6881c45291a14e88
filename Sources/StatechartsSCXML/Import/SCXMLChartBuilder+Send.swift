import StatechartsModel

internal import Statecharts

// `send` and `cancel` (SCXML 6.2, 6.3).

extension SCXMLChartBuilder {
  /// Reads a `send`.
  mutating func send(_ element: XMLElement) -> ChartAction {
    checkAttributes(
      element,
      [
        "event", "eventexpr", "target", "targetexpr", "type", "typeexpr", "id", "idlocation", "delay",
        "delayexpr",
        "namelist",
      ])
    checkText(element)
    for (first, second) in [
      ("event", "eventexpr"), ("target", "targetexpr"), ("delayexpr", "delay"), ("idlocation", "id"),
    ] { checkOnlyOne(element, first, second) }
    let place = element.place
    if let type = element["type"], !Self.eventProcessors.contains(type) {
      add(.lost, "The type `\(type)` is not supported, so this `send` became `fail()`.", place)
      return Self.failingAction
    }
    var send = ChartAction.Send(ChartName(""))
    if let expression = element["eventexpr"] {
      send.computedEvent = parenthesized(value(expression, place))
    } else if let event = element["event"] {
      send.event = name(eventName(event, place), place)
    } else {
      add(.lost, "This `send` became `fail()`, because it names no event. Add `event`.", place)
      return Self.failingAction
    }
    send.data = namelist(element["namelist"], place)
    for child in element.elements {
      switch child.name {
      case "param" where child.isSCXML: send.data += parameter(child, of: "send")
      case "content" where child.isSCXML: send.content = content(child, of: "send")
      default: refuse(child, in: "send")
      }
    }
    if send.content != nil, !send.data.isEmpty {
      add(.lost, "`send` has `content`, so its other data is left out.", place)
      send.data = []
    }
    send.id = element["id"].flatMap { sendIDs[$0] }.map { ChartName($0) }
    if let location = element["idlocation"] {
      guard let variable = variable(location, place) else { return Self.failingAction }
      send.idVariable = variable
    }
    if let text = element["delay"] ?? element["delayexpr"] {
      guard let delay = delay(text, isExpression: element["delay"] == nil, place) else {
        return Self.failingAction
      }
      send.delay = delay
      if element["target"] == "#_internal" {
        add(
          .differs,
          "A `send` to `#_internal` ignores its delay in SCXML, but a chart waits.",
          place)
      }
    }
    setReceiver(of: &send, element)
    let action = raise(from: send) ?? ChartAction(.send(send))
    guard let type = element["typeexpr"] else { return action }
    // A type that is not known fails, which only running can tell.
    let types = Self.eventProcessors.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let test = ChartExpression("contains([\(types)], \(value(type, place).text))")
    return ChartAction(.choose([.init(test, [action])], otherwise: [Self.failingAction]))
  }

  /// Computed names stand in parentheses in charts.
  private func parenthesized(_ expression: ChartExpression) -> ChartExpression {
    ChartExpression("(\(expression.text))")
  }

  private mutating func setReceiver(of send: inout ChartAction.Send, _ element: XMLElement) {
    if let expression = element["targetexpr"] {
      let address = value(expression, element.place)
      let mayBeOther = address.text.replacing(ESTranslator.address, with: "").contains("#_scxml_")
      if mayBeOther { tellOfSessions(element.place) }
      send.destination = .computed(parenthesized(address))
      return
    }
    guard let target = element["target"], !target.isEmpty else { return }
    if target == "#_parent" {
      send.destination = .parent
    } else if target.hasPrefix("#_"), let id = invokeIDs[String(target.dropFirst(2))] {
      send.destination = .invocation(ChartName(id))
    } else {
      let text = (try? ESTranslator.quoted(target)) ?? "''"
      if target.hasPrefix("#_scxml_") { tellOfSessions(element.place) }
      if !target.hasPrefix("#_") {
        add(
          .lost, "The target `\(target)` is not supported, so this `send` fails when it runs.", element.place)
      }
      send.destination = .computed(ChartExpression("(\(text))"))
    }
  }

  private mutating func tellOfSessions(_ place: TextPlace) {
    add(
      .differs,
      "A chart can send only to its parent and its children. A `send` to another session raises "
        + "`error.communication`.", place)
  }

  /// A send to the internal queue is a `raise`, where it can be.
  private func raise(from send: ChartAction.Send) -> ChartAction? {
    guard case .computed(let address) = send.destination, address.text == "('#_internal')", send.delay == nil,
      send.computedEvent == nil, send.content == nil, send.id == nil, send.idVariable == nil
    else { return nil }
    return ChartAction(.raise(send.event, data: send.data))
  }

  private mutating func delay(_ text: String, isExpression: Bool, _ place: TextPlace) -> ChartDelay? {
    if isExpression {
      let value = value(text, place).text
      // A literal is read now, everything else when the event is sent.
      if value.hasPrefix("'"), value.hasSuffix("'"),
        let span = Self.span(String(value.dropFirst().dropLast()))
      {
        return .literal(span)
      }
      // Decision: Docs/decisions/conversion.md#computed-delays-use-duration
      return .expression(ChartExpression("duration(\(value))"))
    }
    if let span = Self.span(text) { return .literal(span) }
    add(.lost, "`\(text)` is not a duration. Write a delay such as `1.5s`.", place)
    return nil
  }

  /// A span as CSS 2 writes it: a number, then `s` or `ms`.
  private static func span(_ text: String) -> Duration? {
    var text = text.drop { $0 == " " || $0 == "+" }
    while text.last == " " { text.removeLast() }
    if text == "0" { return .zero }
    guard text.hasSuffix("s") else { return nil }
    return try? Duration(literal: String(text))
  }

  /// Reads a `cancel`.
  mutating func cancel(_ element: XMLElement) -> ChartAction {
    checkAttributes(element, ["sendid", "sendidexpr"])
    checkOnlyOne(element, "sendid", "sendidexpr")
    checkEmpty(element)
    if let expression = element["sendidexpr"] {
      return ChartAction(.cancelComputed(parenthesized(value(expression, element.place))))
    }
    if element["sendid"] == nil {
      add(.lost, "This `cancel` has no effect, because it has no `sendid`.", element.place)
    }
    let id = element["sendid"] ?? ""
    if let name = sendIDs[id] { return ChartAction(.cancel(ChartName(name))) }
    return ChartAction(.cancelComputed(ChartExpression("(\((try? ESTranslator.quoted(id)) ?? "''"))")))
  }
}
