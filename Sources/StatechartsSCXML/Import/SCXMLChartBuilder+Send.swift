import StatechartsModel

internal import Statecharts

// `send` and `cancel` (SCXML 6.2, 6.3).

extension SCXMLChartBuilder {
  /// Reads a `send`.
  mutating func send(_ element: XMLElement) -> ChartAction {
    remarks.checkAttributes(
      element,
      [
        "event", "eventexpr", "target", "targetexpr", "type", "typeexpr", "id", "idlocation", "delay",
        "delayexpr", "namelist",
      ])
    remarks.checkText(element)
    for (first, second) in [
      ("event", "eventexpr"), ("target", "targetexpr"), ("delayexpr", "delay"), ("idlocation", "id"),
    ] { remarks.checkOnlyOne(element, first, second) }
    let place = element.place
    if let type = element["type"], !Self.eventProcessors.contains(type) {
      remarks.add(.lost, "The type `\(type)` is not supported, so this `send` became `fail()`.", place)
      return .failing
    }
    var send = ChartAction.Send(ChartName(""))
    if let expression = element["eventexpr"] {
      send.computedEvent = parenthesized(expression, place)
    } else if let event = element["event"] {
      send.event = remarks.name(names.eventName(event, place), place)
    } else {
      remarks.add(.lost, "This `send` became `fail()`, because it names no event. Add `event`.", place)
      return .failing
    }
    send.data = namelist(element).map(\.value)
    readValues(of: element, &send.data, &send.content)
    if send.content != nil, !send.data.isEmpty {
      remarks.add(.lost, "`send` has `content`, so its other data is left out.", place)
      send.data = []
    }
    send.id = element["id"].flatMap { names.sendIDs[$0] }.map { ChartName($0) }
    if let location = element["idlocation"] {
      guard let variable = names.variable(location, place) else { return .failing }
      send.idVariable = variable
    }
    if let text = element["delay"] ?? element["delayexpr"] {
      guard let delay = delay(text, isExpression: element["delay"] == nil, place) else { return .failing }
      send.delay = delay
      if element["target"] == "#_internal" {
        remarks.add(
          .differs, "A `send` to `#_internal` ignores its delay in SCXML, but a chart waits.", place)
      }
    }
    setReceiver(of: &send, element)
    let action = raise(from: send) ?? ChartAction(.send(send))
    guard let type = element["typeexpr"] else { return action }
    // A type that is not known fails, which only running can tell.
    let types = Self.eventProcessors.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let test = ChartExpression("contains([\(types)], \(expressions.convert(type, place).expression.text))")
    return ChartAction(.choose([.init(test, [action])], otherwise: [.failing]))
  }

  /// Computed names stand in parentheses in charts.
  private mutating func parenthesized(_ text: String, _ place: TextPlace) -> ChartExpression {
    ChartExpression("(\(expressions.convert(text, place).expression.text))")
  }

  private mutating func setReceiver(of send: inout ChartAction.Send, _ element: XMLElement) {
    if let expression = element["targetexpr"] {
      let address = parenthesized(expression, element.place)
      let mayBeOther = address.text.replacing(ESTranslator.address, with: "").contains("#_scxml_")
      if mayBeOther { reportOtherSession(element.place) }
      send.destination = .computed(address)
      return
    }
    guard let target = element["target"], !target.isEmpty else { return }
    if target == "#_parent" {
      send.destination = .parent
    } else if target.hasPrefix("#_"), let id = names.invokeIDs[String(target.dropFirst(2))] {
      send.destination = .invocation(ChartName(id))
    } else {
      let text = (try? ESTranslator.quoted(target)) ?? "''"
      if target.hasPrefix("#_scxml_") { reportOtherSession(element.place) }
      if !target.hasPrefix("#_") {
        remarks.add(
          .lost, "The target `\(target)` is not supported, so this `send` fails when it runs.", element.place)
      }
      send.destination = .computed(ChartExpression("(\(text))"))
    }
  }

  private func reportOtherSession(_ place: TextPlace) {
    remarks.add(
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
      let value = expressions.convert(text, place).expression.text
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
    remarks.add(.lost, "`\(text)` is not a duration. Write a delay such as `1.5s`.", place)
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
    remarks.checkAttributes(element, ["sendid", "sendidexpr"])
    remarks.checkOnlyOne(element, "sendid", "sendidexpr")
    remarks.checkEmpty(element)
    if let expression = element["sendidexpr"] {
      return ChartAction(.cancelComputed(parenthesized(expression, element.place)))
    }
    if element["sendid"] == nil {
      remarks.add(.lost, "This `cancel` has no effect, because it has no `sendid`.", element.place)
    }
    let id = element["sendid"] ?? ""
    if let name = names.sendIDs[id] { return ChartAction(.cancel(ChartName(name))) }
    return ChartAction(.cancelComputed(ChartExpression("(\((try? ESTranslator.quoted(id)) ?? "''"))")))
  }
}
