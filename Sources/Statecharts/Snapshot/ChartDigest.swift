package import StatechartsModel

// What a chart does as bytes, the same in every build: all names and expressions, no titles, descriptions and places.

extension Statechart {
  /// SHA-256 of what the chart does, in hexadecimal digits.
  package var digest: String {
    var writer = ByteWriter()
    writer.add(self)
    return SHA256.hexadecimal(writer.bytes)
  }
}

/// Writes a chart as bytes. Different charts have different bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String) {
    number(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func number(_ value: Int) {
    var rest = UInt(bitPattern: value)
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func list<Element>(_ elements: [Element], _ body: (inout ByteWriter, Element) -> Void) {
    number(elements.count)
    for element in elements { body(&self, element) }
  }

  mutating func optional<Element>(_ element: Element?, _ body: (inout ByteWriter, Element) -> Void) {
    number(element == nil ? 0 : 1)
    if let element { body(&self, element) }
  }

  mutating func names(_ names: [ChartName]) { list(names) { $0.add($1.text) } }

  mutating func add(_ chart: Statechart) {
    add(chart.id.text)
    list(chart.context) { writer, variable in
      writer.add(variable.field)
      writer.optional(variable.initial) { $0.add($1.text) }
      writer.number((variable.isInput ? 1 : 0) + (variable.persistence == .never ? 2 : 0))
      writer.names(variable.clearedOnExitOf)
    }
    optional(chart.events) { writer, events in
      writer.list(events) { writer, event in
        writer.add(event.name.text)
        writer.list(event.payload) { $0.add($1) }
      }
    }
    optional(chart.errors) { writer, errors in
      writer.list(errors) { writer, error in
        writer.add(error.code.text)
        writer.list(error.payload) { $0.add($1) }
      }
    }
    optional(chart.outputs) { writer, outputs in
      writer.list(outputs) { writer, output in
        writer.add(output.name.text)
        writer.list(output.payload) { $0.add($1) }
      }
    }
    for kind in [chart.handlers.guards, chart.handlers.actions, chart.handlers.services] {
      optional(kind) { writer, handlers in writer.list(handlers) { $0.add($1) } }
    }
    // The walk needs no recursion: parents come before their children, with the number of these.
    var rest = [chart.root]
    while let state = rest.popLast() {
      add(state)
      rest.append(contentsOf: state.states.reversed())
    }
  }

  private mutating func add(_ handler: HandlerDeclaration) {
    add(handler.name.text)
    list(handler.payload) { $0.add($1) }
    list(handler.arguments) { $0.add($1) }
    optional(handler.result) { $0.add($1) }
    names(handler.errors)
    names(handler.sends)
  }

  private mutating func add(_ field: FieldDeclaration) {
    add(field.name.text)
    add(field.type)
    optional(field.values) { writer, values in writer.list(values) { $0.add($1) } }
    number((field.isSecret ? 1 : 0) + (field.isPersonal ? 2 : 0))
  }

  // Types nest at most `Compiler.deepestType` levels, or the chart would not have been compiled.
  private mutating func add(_ type: ChartValueType) {
    switch type {
    case .any, .bool, .int, .number, .string, .duration, .error, .map: add(type.spelling)
    case .list(let element):
      add("list")
      add(element)
    case .optional(let type):
      add("optional")
      add(type)
    case .record(let fields):
      add("record")
      list(fields) { $0.add($1) }
    }
  }

  private mutating func add(_ state: StateNode) {
    add(state.id.text)
    let kind: Int =
      switch state.kind {
      case .plain: 0
      case .parallel: 1
      case .final: 2
      case .history(let isDeep): isDeep ? 4 : 3
      case .choice: 5
      }
    number(kind)
    number(state.states.count)
    optional(state.initial) { writer, initial in
      writer.names(initial.targets)
      writer.add(initial.actions)
    }
    list(state.on) { writer, each in
      writer.add(each.event.name.text)
      writer.add(each.transition)
    }
    list(state.always) { $0.add($1) }
    list(state.after) { writer, each in
      writer.add(each.name.text)
      writer.add(each.delay)
      writer.add(each.resume)
      writer.add(each.transition)
    }
    list(state.done) { $0.add($1) }
    add(state.entry)
    add(state.exit)
    list(state.invoke) { $0.add($1) }
    fields(state.output)
    optional(state.outputValue) { $0.add($1.text) }
  }

  private mutating func add(_ transition: ChartTransition) {
    names(transition.targets)
    optional(transition.guard) { $0.add($1.text) }
    add(transition.actions)
    number(transition.isInternal == true ? 1 : 0)
  }

  private mutating func fields(_ fields: [NamedExpression]) {
    list(fields) { writer, field in
      writer.add(field.name.text)
      writer.add(field.value.text)
    }
  }

  mutating func add(_ delay: ChartDelay) {
    switch delay {
    case .literal(let span): add(span.literalText)
    case .expression(let expression): add("(" + expression.text)
    }
  }

  // Nothing where the chart says nothing, so that such charts keep the digest that they had. What follows begins with 0
  // or 1, or is a list of names, none of which has a space: it cannot be taken for this.
  mutating func add(_ resume: Resumption?) {
    if let resume { add("resume " + resume.rawValue) }
  }

  mutating func add(_ invocation: ChartInvocation) {
    add(invocation.effectiveID)
    switch invocation.source {
    case .service(let name): add("service " + name.text)
    case .chart(let name): add("chart " + name.text)
    case .computed(let expression, let charts):
      add("computed " + expression.text)
      names(charts)
    }
    optional(invocation.idVariable) { $0.add($1.text) }
    fields(invocation.input)
    optional(invocation.timeout) { $0.add($1) }
    add(invocation.resume)
    // Likewise: nothing where the service fails, as it always did.
    if invocation.onRestore == .restart { add("restore restart") }
    optional(invocation.retry) { writer, retry in
      writer.number(retry.attempts)
      writer.optional(retry.backoff) { $0.add($1) }
      writer.names(retry.codes)
    }
    list(invocation.done) { $0.add($1) }
    list(invocation.failed) { writer, failure in
      writer.optional(failure.code) { $0.add($1.text) }
      writer.add(failure.transition)
    }
    add(invocation.finalize)
    number(invocation.forwardsEvents ? 1 : 0)
  }

  // Actions nest as deep as the file may, or the chart would not have been compiled.
  private mutating func add(_ actions: [ChartAction]) {
    list(actions) { writer, action in
      switch action.kind {
      case .handler(let name, let arguments):
        writer.add("handler " + name.text)
        writer.fields(arguments)
      case .assign(let values):
        writer.add("assign")
        writer.fields(values)
      case .raise(let event, let data):
        writer.add("raise " + event.text)
        writer.fields(data)
      case .send(let send): writer.add(send)
      case .cancel(let id): writer.add("cancel " + id.text)
      case .cancelComputed(let id): writer.add("cancel (" + id.text)
      case .emit(let output, let data):
        writer.add("emit " + output.text)
        writer.fields(data)
      case .log(let value): writer.add("log " + value.text)
      case .choose(let branches, let otherwise):
        writer.add("if")
        writer.list(branches) { writer, branch in
          writer.add(branch.condition.text)
          writer.add(branch.actions)
        }
        writer.add(otherwise)
      case .forEach(let item, let index, let list, let body):
        writer.add("foreach")
        writer.add(item.text)
        writer.optional(index) { $0.add($1.text) }
        writer.add(list.text)
        writer.add(body)
      case .block(let body):
        writer.add("block")
        writer.add(body)
      }
    }
  }

  private mutating func add(_ send: ChartAction.Send) {
    add("send " + send.event.text)
    optional(send.computedEvent) { $0.add($1.text) }
    fields(send.data)
    optional(send.content) { $0.add($1.text) }
    optional(send.delay) { $0.add($1) }
    add(send.resume)
    optional(send.id) { $0.add($1.text) }
    optional(send.idVariable) { $0.add($1.text) }
    switch send.destination {
    case .itself: add("itself")
    case .parent: add("parent")
    case .invocation(let id): add("to " + id.text)
    case .computed(let address): add("(" + address.text)
    }
  }
}
