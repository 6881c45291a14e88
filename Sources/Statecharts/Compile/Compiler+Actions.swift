import StatechartsModel

// Pass 5: lists of actions become flat lists of instructions. A list is one interval of the table; loops and
// branches lie inside it, so running a list needs no tree.

extension Compiler {
  /// Compiles one list of actions.
  mutating func compileActions(_ actions: [ChartAction], in situation: ExpressionContext) -> Range<Int> {
    guard !actions.isEmpty else { return 0..<0 }
    let start = operations.count
    var situation = situation
    add(actions, &situation, depth: 1)
    return start..<operations.count
  }

  private mutating func add(_ actions: [ChartAction], _ situation: inout ExpressionContext, depth: Int) {
    for action in actions {
      switch action.kind {
      case .handler(let name, let arguments): addCall(name, arguments, situation, action.origin)
      case .assign(let assignments): for each in assignments { addAssignment(each, &situation) }
      case .raise(let event, let data):
        checkDeclared(event)
        let payload = catalogue.events.map { $0[event.text] ?? [] }
        let known = catalogue.events == nil || catalogue.events?[event.text] != nil
        let range = compileFields(
          data, declared: known ? payload : nil, situation, of: "the event `\(event.text)`",
          at: event.origin, isKnown: known)
        operations.append(.raise(event: eventNames.number(of: event.text), data: range))
      case .send(let send): addSend(send, &situation)
      case .cancel(let id): addCancel(id)
      case .cancelComputed(let id):
        let computed = lower(id, .string, situation, for: "the id")
        checkOpen(computed, "The id", at: id.origin)
        operations.append(.cancelComputed(computed))
      case .emit(let output, let data): addEmit(output, data, situation)
      case .log(let expression): operations.append(.log(expression: lower(expression, nil, situation)))
      case .choose, .forEach, .block:
        guard depth < Self.deepestAction else {
          report(
            .limit, "Actions nest deeper than \(Self.deepestAction) levels.",
            help: "Use fewer `if` and `foreach` inside each other.", at: action.origin)
          continue
        }
        // The recursion is bounded by the limit just checked.
        if case .choose(let branches, let otherwise) = action.kind {
          addChoice(branches, otherwise, &situation, depth)
        } else if case .forEach(let item, let index, let list, let body) = action.kind {
          addLoop(item, index, list, body, &situation, depth)
        } else if case .block(let body) = action.kind {
          let place = operations.count
          operations.append(.block(end: 0))
          // What fails in it does not end the actions behind it.
          var inner = situation
          add(body, &inner, depth: depth + 1)
          forgetAssigned(in: body, &situation)
          operations[place] = .block(end: operations.count)
        }
      }
    }
  }

  private mutating func addChoice(
    _ branches: [ChartAction.Branch], _ otherwise: [ChartAction], _ situation: inout ExpressionContext,
    _ depth: Int
  ) {
    var ends: [Int] = []
    let looked = situation.dependsOnEvent
    /// What each branch leaves.
    var branchEnds: [ExpressionContext] = []
    for branch in branches {
      let condition = lower(branch.condition, .bool, situation)
      let test = operations.count
      operations.append(.jump(to: 0))
      situation.dependsOnEvent = situation.dependsOnEvent || dependsOnEvent(condition)
      var inner = situation
      inner.setPaths.add(setPaths(if: true))
      situation.setPaths.add(setPaths(if: false))
      add(branch.actions, &inner, depth: depth + 1)
      branchEnds.append(inner)
      ends.append(operations.count)
      operations.append(.jump(to: 0))
      operations[test] = .jumpUnless(condition: condition, to: operations.count)
    }
    add(otherwise, &situation, depth: depth + 1)
    for branch in branchEnds {
      situation.setPaths.keep(branch.setPaths)
      situation.assigned.formUnion(branch.assigned)
    }
    situation.dependsOnEvent = looked
    for end in ends { operations[end] = .jump(to: operations.count) }
  }

  private mutating func addLoop(
    _ item: ChartName, _ index: ChartName?, _ list: ChartExpression, _ body: [ChartAction],
    _ situation: inout ExpressionContext,
    _ depth: Int
  ) {
    let listExpression = lower(list, .list(.any), situation, for: "`foreach`")
    forgetAssigned(in: body, &situation)
    var element = ChartValueType.any
    var type = expressions[listExpression].type
    if case .optional(let inner) = type { type = inner }
    if case .list(let inner) = type { element = inner }
    var inner = situation
    let itemSlot = slot(for: item, element, expressions[listExpression].wholeTaint, &inner)
    let indexSlot = index.map { slot(for: $0, .int, [], &inner) } ?? -1
    let loop = loops.count
    loops.append(LoopRecord(list: listExpression, item: itemSlot, index: indexSlot, body: 0..<0))
    operations.append(.loop(loop))
    let start = operations.count
    add(body, &inner, depth: depth + 1)
    loops[loop].body = start..<operations.count
  }

  /// The slot of a loop's name, which only the loop knows. It never is a variable's.
  private mutating func slot(
    for name: ChartName, _ type: ChartValueType, _ taint: Taint, _ situation: inout ExpressionContext
  ) -> Int {
    // Decision: Docs/decisions/format.md#names-of-a-loop-are-new-names
    checkExpressionName(name, "name for a loop")
    let variable = catalogue.variables[name.text].map { chart.context[$0].name }
    if let first = variable ?? situation.locals.last(where: { $0.name == name.text })?.field.name {
      let what = variable == nil ? "a name in this loop" : "a variable"
      report(
        .duplicateName, "`\(name.text)` is already \(what).",
        help:
          "Write another name here and where the loop uses it, for example `next\(name.text.capitalFirst)`.",
        at: name.origin, related: [.init(origin: first.origin, message: "first used here")])
    }
    let slot = chart.context.count + situation.locals.count
    localSlots = max(localSlots, situation.locals.count + 1)
    situation.locals.append(
      .init(
        field: FieldDeclaration(
          name, type, isSecret: taint.contains(.secret), isPersonal: taint.contains(.personal)),
        slot: slot))
    return slot
  }

  private mutating func addCall(
    _ name: ChartName, _ arguments: [NamedExpression], _ situation: ExpressionContext, _ origin: ModelOrigin
  ) {
    var declared: [FieldDeclaration]?
    if let actions = catalogue.actions {
      if let handler = actions[name.text] {
        declared = handler.arguments
      } else {
        let known = comparisonsLeft > 0 ? Array(actions.keys) + ChartAction.builtInNames : []
        reportUnknown(
          .unknownHandler, "`\(name.text)` is not a declared action.", name, among: known,
          otherwise: "declare `\(name.text)` under `actions:` of `handlers:`")
      }
    }
    let range = compileFields(
      arguments, declared: declared, situation, of: "the action `\(name.text)`", at: name.origin,
      what: "argument", isKnown: declared != nil || catalogue.actions == nil)
    operations.append(.call(action: actionNames.number(of: name.text), arguments: range))
  }

  private mutating func addAssignment(_ assignment: NamedExpression, _ situation: inout ExpressionContext) {
    guard let slot = catalogue.variables[assignment.name.text] else {
      if situation.locals.contains(where: { $0.name == assignment.name.text }) {
        report(
          .unknownVariable, "`\(assignment.name.text)` belongs to the loop and cannot be assigned.",
          help:
            "Write the name of a variable that is under `context:`, instead of `\(assignment.name.text)`.",
          at: assignment.name.origin)
      } else {
        reportUnknown(
          .unknownVariable, "`\(assignment.name.text)` is not a declared variable.", assignment.name,
          among: catalogue.variables.keys,
          otherwise: "declare `\(assignment.name.text)` under `context`")
      }
      _ = lower(assignment.value, nil, situation)
      return
    }
    let field = chart.context[slot].field
    let expression = lower(
      assignment.value, field.type, situation, values: field.values, for: "`\(field.name)`")
    noteAssignment(
      of: field, expressions[expression], at: assignment.value.origin, in: &situation)
    let escaping = checkSecrecy(expression, into: field, "`\(field.name)`", at: assignment.value.origin)
    let type = needsCheck(expression, field) ? slot : -1
    operations.append(.assign(slot: slot, expression: expression, type: type, escaping: escaping))
  }

  /// The paths of the charts that run with an id, for ids with which nothing else runs.
  func receiversByID() -> [String: [String]] {
    var result: [String: [String]] = [:]
    var seen: Set<[String]> = []
    var others: Set<String> = []
    for invocation in models.flatMap(\.invoke) {
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
  private mutating func checkEvent(_ event: ChartName, sentTo id: String) {
    guard !children.isEmpty, let paths = receivers[id], let path = paths.first else { return }
    let events = paths.compactMap { children[$0]?.events }
    guard !events.contains(where: { $0.contains(event.text) }) else { return }
    let near = nearName(event.text, events.joined())
    report(
      .unknownEvent, "The chart `\(path)` has no event `\(event.text)`.",
      help: (near.map { "\($0.sentence) Otherwise declare" } ?? "Declare")
        + " `\(event.text)` under `events:` of that chart.",
      at: event.origin, suggestion: near?.text, isGuess: near?.isSure == false)
  }

  private mutating func addSend(_ send: ChartAction.Send, _ situation: inout ExpressionContext) {
    var payload: [FieldDeclaration]?
    var destination = SendRecord.Destination.itself
    let computed =
      send.computedEvent.map { lower($0, .string, situation, for: "the name of the event") } ?? -1
    if let name = send.computedEvent { checkOpen(computed, "The event's name", at: name.origin) }
    switch send.destination {
    case .itself:
      if computed < 0 {
        checkDeclared(send.event)
        payload = catalogue.events?[send.event.text]
      }
    case .parent:
      if computed < 0 { checkEventName(send.event) }
      destination = .parent
    case .computed(let address):
      if computed < 0 { checkEventName(send.event) }
      let place = lower(address, .string, situation, for: "the receiver")
      checkOpen(place, "The receiver", at: address.origin)
      destination = .computed(place)
    case .invocation(let id):
      if computed < 0 { checkEventName(send.event) }
      if invocationIDs.existing(id.text) == nil {
        let near = nearName(id.text, invocationIDs.names)
        // An id that comes from the name of a chart's file may be wrong itself.
        let isOfFile = near.map { near in
          models.contains { model in
            model.invoke.contains { $0.id == nil && $0.effectiveID == near.text && !$0.isService }
          }
        }
        report(
          .unknownSendID, "`\(id.text)` is not the id of a service or chart.",
          help: (near.map { "\($0.sentence) Otherwise write" } ?? "Write")
            + " the id of an `invoke`, or `parent`.",
          at: id.origin, suggestion: near?.text, isGuess: isOfFile == true || near?.isSure == false)
      } else if computed < 0 {
        checkEvent(send.event, sentTo: id.text)
      }
      destination = .invocation(invocationIDs.number(of: id.text))
    }
    let origin = send.computedEvent?.origin ?? send.event.origin
    var content = -1
    var contentCheck: FieldDeclaration?
    var data = 0..<0
    if let value = send.content {
      let type = payload.map { ChartValueType.record($0) }
      content = lower(value, type, situation, for: "`content`")
      if let type {
        let whole = FieldDeclaration(ChartName("data"), type)
        checkSecrecy(content, into: whole, "The event `\(send.event.text)`", at: value.origin)
        if needsCheck(content, whole) { contentCheck = whole }
      }
    } else {
      data = compileFields(
        send.data, declared: payload, situation, of: "the event `\(send.event.text)`", at: origin,
        isKnown: payload != nil || send.destination != .itself || computed >= 0 || catalogue.events == nil)
    }
    if let id = send.id { checkIdentifier(id, "id") }
    let delay = send.delay.map { compileDelay($0, in: situation, at: origin) }
    sends.append(
      SendRecord(
        event: eventNames.number(of: send.event.text), computedEvent: computed, content: content,
        contentCheck: contentCheck,
        idSlot: send.idVariable.map { idSlot($0) } ?? -1, data: data, delay: delay,
        resume: send.resume.map(ResumePolicy.init),
        sendID: send.id.map { sendIDs.number(of: $0.text) } ?? -1, destination: destination))
    operations.append(.send(sends.count - 1))
  }

  /// The slot of a variable that receives an id; -1, after a report, when it cannot.
  mutating func idSlot(_ name: ChartName) -> Int {
    guard let slot = catalogue.variables[name.text] else {
      reportUnknown(
        .unknownVariable, "`\(name.text)` is not a declared variable.", name, among: catalogue.variables.keys,
        otherwise: "declare `\(name.text)` under `context`")
      return -1
    }
    let field = chart.context[slot].field
    if !field.accepts(.string(""), codes: nil) {
      report(
        .badValue, "`\(field.name)` cannot hold an id, which is text.",
        help: "Write `type: string` for `\(field.name)` under `context:`.", at: name.origin)
    }
    return slot
  }

  private mutating func addCancel(_ id: ChartName) {
    guard let number = sendIDs.existing(id.text) else {
      reportUnknown(
        .unknownSendID, "`\(id.text)` is not the id of a `send`.", id, among: sendIDs.names,
        otherwise: "write `id: \(id.text)` on the `send` to cancel")
      return
    }
    operations.append(.cancel(sendID: number))
  }

  private mutating func addEmit(
    _ output: ChartName, _ data: [NamedExpression], _ situation: ExpressionContext
  ) {
    checkIdentifier(output, "output name")
    var declared: [FieldDeclaration]?
    if let outputs = catalogue.outputs {
      declared = outputs[output.text]
      if declared == nil {
        reportUnknown(
          .unknownOutput, "`\(output.text)` is not a declared output.", output, among: outputs.keys,
          otherwise: "declare `\(output.text)` under `outputs`")
      }
    }
    let range = compileFields(
      data, declared: declared, situation, of: "the output `\(output.text)`", at: output.origin,
      isKnown: declared != nil || catalogue.outputs == nil)
    operations.append(.emit(output: outputNames.number(of: output.text), data: range))
  }
}

extension ChartInvocation {
  /// Whether a service of the app is run, and no other chart.
  fileprivate var isService: Bool {
    if case .service = source { true } else { false }
  }
}
