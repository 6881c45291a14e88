import StatechartsModel

extension ActionCompiler {
  /// The paths of the charts that run with an id, for ids with which nothing else runs.
  func receiversByID() -> [String: [String]] {
    var result: [String: [String]] = [:]
    var seen: Set<[String]> = []
    var others: Set<String> = []
    for invocation in index.nodes.lazy.flatMap(\.state.invoke) {
      let id = invocation.effectiveID
      guard case .chart(let name) = invocation.source, children[name.text]?.events != nil else {
        others.insert(id)
        continue
      }
      if seen.insert([id, name.text]).inserted { result[id, default: []].append(name.text) }
    }
    return result.filter { !others.contains($0.key) }
  }

  /// Checks that a chart to which an event is sent declares it. At run time, it would reject the event.
  private func checkEvent(_ event: ChartName, sentTo id: String) {
    guard !children.isEmpty, let paths = receivers[id], let path = paths.first else { return }
    let events = paths.compactMap { children[$0]?.events }
    guard !events.contains(where: { $0.contains(event.text) }) else { return }
    problems.reportUnknown(
      .unknownEvent, "The chart `\(path)` has no event `\(event.text)`.", event, among: events.joined(),
      otherwise: "declare `\(event.text)` under `events:` of that chart", related: [])
  }

  func record(of send: ChartAction.Send, _ situation: ExpressionContext) -> SendRecord {
    var payload: [FieldDeclaration]?
    var destination = SendRecord.Destination.itself
    let computed =
      send.computedEvent.map {
        expressions.lowerName($0, situation, "The event's name", for: "the name of the event")
      } ?? -1
    switch send.destination {
    case .itself:
      if computed < 0 {
        problems.checkDeclared(send.event, catalogue)
        payload = catalogue.events?[send.event.text]
      }
    case .parent:
      if computed < 0 { problems.checkEventName(send.event) }
      destination = .parent
    case .computed(let address):
      if computed < 0 { problems.checkEventName(send.event) }
      destination = .computed(
        expressions.lowerName(address, situation, "The receiver", for: "the receiver"))
    case .invocation(let id):
      if computed < 0 { problems.checkEventName(send.event) }
      if names.invocations.existing(id.text) == nil {
        let near = problems.nearName(id.text, names.invocations.names)
        // An id that comes from the name of a chart's file may be wrong itself.
        let isOfFile = near.map { near in
          index.nodes.contains { node in
            node.state.invoke.contains { $0.id == nil && $0.effectiveID == near.text && !$0.isService }
          }
        }
        problems.report(
          .unknownSendID, "`\(id.text)` is not the id of a service or chart.",
          help: (near.map { "\($0.sentence) Otherwise write" } ?? "Write")
            + " the id of an `invoke`, or `parent`.",
          at: id.origin, suggestion: near?.text, isGuess: isOfFile == true || near?.isSure == false)
      } else if computed < 0 {
        checkEvent(send.event, sentTo: id.text)
      }
      destination = .invocation(names.invocations.number(of: id.text))
    }
    let origin = send.computedEvent?.origin ?? send.event.origin
    var content = -1
    var contentCheck: FieldDeclaration?
    var data = 0..<0
    if let value = send.content {
      let type = payload.map { ChartValueType.record($0) }
      content = expressions.lower(value, type, situation, for: "`content`").number
      if let type {
        let whole = FieldDeclaration(ChartName("data"), type)
        expressions.checkSecrecy(content, into: whole, "The event `\(send.event.text)`", at: value.origin)
        if expressions.needsCheck(content, whole) { contentCheck = whole }
      }
    } else {
      data = expressions.compileFields(
        send.data, declared: payload, situation, of: "the event `\(send.event.text)`", at: origin,
        isKnown: payload != nil || send.destination != .itself || computed >= 0 || catalogue.events == nil)
    }
    if let id = send.id { problems.checkIdentifier(id, "id") }
    let delay = send.delay.map { expressions.compileDelay($0, in: situation, at: origin) }
    return SendRecord(
      event: names.events.number(of: send.event.text), computedEvent: computed, content: content,
      contentCheck: contentCheck, idSlot: send.idVariable.map { idSlot($0) } ?? -1, data: data, delay: delay,
      resume: send.resume.map(ResumePolicy.init),
      sendID: send.id.map { names.sends.number(of: $0.text) } ?? -1, destination: destination)
  }

  /// The slot of a variable that receives an id; -1, after a report, when it cannot.
  func idSlot(_ name: ChartName) -> Int {
    guard let slot = problems.slot(of: name, catalogue) else { return -1 }
    let field = catalogue.context[slot].field
    if !field.accepts(.string(""), codes: nil) {
      problems.report(
        .badValue, "`\(field.name)` cannot hold an id, which is text.",
        help: "Write `type: string` for `\(field.name)` under `context:`.", at: name.origin)
    }
    return slot
  }

  /// The instruction that cancels the sends with an id; nil, after a report, where there are none.
  func cancel(_ id: ChartName) -> Operation? {
    guard let number = names.sends.existing(id.text) else {
      problems.reportUnknown(
        .unknownSendID, "`\(id.text)` is not the id of a `send`.", id, among: names.sends.names,
        otherwise: "write `id: \(id.text)` on the `send` to cancel")
      return nil
    }
    return .cancel(sendID: number)
  }

  func emit(_ output: ChartName, _ data: [NamedExpression], _ situation: ExpressionContext) -> Operation {
    problems.checkIdentifier(output, "output name")
    let declared = problems.find(
      output, in: catalogue.outputs, .unknownOutput, "output", under: "`outputs`")
    let range = expressions.compileFields(
      data, declared: declared, situation, of: "the output `\(output.text)`", at: output.origin,
      isKnown: declared != nil || catalogue.outputs == nil)
    return .emit(output: names.outputs.number(of: output.text), data: range)
  }
}
