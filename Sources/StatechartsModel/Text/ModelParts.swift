// The text of each type of the model. A new property needs a line here, at the place where it is to stand in the text: with
// `note`, if it changes nothing in what a chart does.

extension Statechart: ModelObject {
  static var blank: Self { Self("", root: .blank) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    var version = text.isReading ? 0 : ModelText.version
    try text.key("model", &version)
    guard version == ModelText.version else { throw text.expected("a model of version \(ModelText.version)") }
    try text.key("id", &id)
    try text.note("title", &title)
    try text.note("description", &description)
    try text.note("version", &self.version)
    guard self.version >= 1 || !text.isReading else { throw text.expected("a version of at least 1") }
    try text.key("context", &context)
    try text.key("events", &events)
    try text.key("errors", &errors)
    try text.key("outputs", &outputs)
    try text.key("handlers", &handlers)
    try text.note("migrations", &migrations)
    try text.key("root", &root)
  }

  /// The chart as a text that `init(modelText:)` reads. It does not contain where parts were written.
  package var modelText: String { text(ModelText()) }

  /// What the chart does, as a text: without titles, descriptions and other notes.
  package var behaviorText: String { text(ModelText(leavesOutNotes: true)) }

  private func text(_ empty: ModelText) -> String {
    var (text, chart) = (empty, self)
    if text.leavesOutNotes { chart.handlers.queries = nil }
    // proven: only reading throws, or a chart that nests too deeply to be compiled.
    try? chart.code(&text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// Reads what `modelText` wrote, in time linear to its length.
  package init(modelText: String) throws(ModelTextProblem) {
    self = .blank
    var text = ModelText(reading: modelText)
    try code(&text)
    try text.end()
  }
}

// MARK: - Declarations

extension ContextVariable: ModelObject {
  static var blank: Self { Self(.blank) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try field.keys(&text)
    try text.key("initial", &initial)
    try text.key("input", &isInput)
    try text.key("persist", &wantedPersistence)
    try text.key("clearedOnExitOf", &clearedOnExitOf)
  }
}

extension ContextVariable.Persistence: ModelWord {
  static var blank: Self { .always }
}

extension FieldDeclaration: ModelObject {
  static var blank: Self { Self("", .any) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("name", &name)
    try text.key("type", &type)
    try text.key("values", &values)
    try text.key("secret", &isSecret)
    try text.key("personal", &isPersonal)
    try text.note("description", &description)
  }
}

extension ChartValueType: ModelPart {
  static var blank: Self { .any }

  private static let words: [(word: String, value: Self)] = [
    ("any", .any), ("bool", .bool), ("int", .int), ("number", .number), ("string", .string),
    ("duration", .duration), ("error", .error), ("map", .map),
  ]

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    if try text.word(&self, of: Self.words) { return }
    try text.choice { (text) throws(ModelTextProblem) in
      try text.alternative("list", &self, { if case .list(let type) = $0 { type } else { nil } }, Self.list)
      try text.alternative(
        "record", &self, { if case .record(let fields) = $0 { fields } else { nil } }, Self.record)
      try text.alternative(
        "optional", &self, { if case .optional(let type) = $0 { type } else { nil } }, Self.optional)
    }
  }
}

extension EventDeclaration: ModelObject {
  static var blank: Self { Self("") }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("name", &name)
    try text.note("title", &title)
    try text.note("description", &description)
    try text.key("payload", &payload)
  }
}

extension ErrorDeclaration: ModelObject {
  static var blank: Self { Self("") }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("code", &code)
    try text.note("title", &title)
    try text.note("description", &description)
    try text.key("payload", &payload)
  }
}

extension OutputDeclaration: ModelObject {
  static var blank: Self { Self("") }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("name", &name)
    try text.note("title", &title)
    try text.note("description", &description)
    try text.key("payload", &payload)
  }
}

extension HandlerDeclaration: ModelObject {
  static var blank: Self { Self("") }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("name", &name)
    try text.note("title", &title)
    try text.note("description", &description)
    try text.key("payload", &payload)
    try text.key("arguments", &arguments)
    try text.key("result", &result)
    try text.key("errors", &errors)
    try text.key("sends", &sends)
  }
}

extension HandlerCatalogue: ModelObject {
  static var blank: Self { Self() }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("guards", &guards)
    try text.key("actions", &actions)
    try text.key("services", &services)
    try text.key("queries", &queries)
  }
}

extension ChartMigration: ModelObject {
  static var blank: Self { Self(from: 0) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("from", &from)
    try text.key("states", &states)
    try text.key("droppedStates", &droppedStates)
    try text.key("enteredStates", &enteredStates)
    try text.key("variables", &variables)
    try text.key("droppedVariables", &droppedVariables)
    try text.key("values", &values)
    try text.note("description", &description)
  }
}

extension ChartMigration.Renaming: ModelPart {
  static var blank: Self { Self("", to: "") }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.pair(&old, &new) }
}

// MARK: - States

extension StateNode: ModelObject {
  static var blank: Self { Self("") }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("id", &id)
    try text.key("kind", &kind)
    try text.note("title", &title)
    try text.note("description", &description)
    try text.key("initial", &initial)
    try text.key("entry", &entry)
    try text.key("exit", &exit)
    try text.key("invoke", &invoke)
    try text.key("on", &on)
    try text.key("always", &always)
    try text.key("after", &after)
    try text.key("done", &done)
    try text.key("output", &output)
    try text.key("outputValue", &outputValue)
    try text.note("ending", &ending)
    try text.note("errors", &errors)
    try text.note("queries", &queries)
    try text.key("states", &states)
  }
}

extension StateNode.Kind: ModelPart {
  static var blank: Self { .plain }

  private static let words: [(word: String, value: Self)] = [
    ("plain", .plain), ("parallel", .parallel), ("final", .final), ("choice", .choice),
    ("history", .history(deep: false)), ("deepHistory", .history(deep: true)),
  ]

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    guard try text.word(&self, of: Self.words) else { throw text.expected("a kind of state") }
  }
}

extension StateNode.Ending: ModelWord {
  static var blank: Self { .success }
}

extension InitialTransition: ModelObject {
  static var blank: Self { Self([]) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("targets", &targets)
    try text.key("actions", &actions)
  }
}

// MARK: - Transitions

extension ChartTransition: ModelObject {
  static var blank: Self { Self() }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("targets", &targets)
    try text.key("guard", &self.guard)
    try text.key("actions", &actions)
    try text.key("internal", &isInternal)
    try text.note("label", &label)
    try text.note("description", &description)
  }
}

extension EventTransition: ModelObject {
  static var blank: Self { Self("", .blank) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("event", &event.name)
    try transition.keys(&text)
  }
}

extension DelayedTransition: ModelObject {
  static var blank: Self { Self(.blank, name: "", .blank) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("delay", &delay)
    try text.key("name", &name)
    try text.key("resume", &resume)
    try transition.keys(&text)
  }
}

extension ChartDelay: ModelPart {
  static var blank: Self { .literal(.zero) }

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.choice { (text) throws(ModelTextProblem) in
      try text.alternative(
        "literal", &self, { if case .literal(let span) = $0 { span } else { nil } }, Self.literal)
      try text.alternative(
        "expression", &self, { if case .expression(let value) = $0 { value } else { nil } }, Self.expression)
    }
  }
}

extension Resumption: ModelWord {
  static var blank: Self { .deadline }
}

extension RestorePolicy: ModelWord {
  static var blank: Self { .fail }
}

// MARK: - Invocations

extension ChartInvocation: ModelObject {
  static var blank: Self { Self(.blank) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("source", &source)
    try text.key("id", &id)
    try text.key("idVariable", &idVariable)
    try text.key("input", &input)
    try text.key("timeout", &timeout)
    try text.key("resume", &resume)
    // To fail is the default, so it changes nothing.
    if onRestore == .fail {
      try text.note("onRestore", &onRestore)
    } else {
      try text.key("onRestore", &onRestore)
    }
    try text.key("retry", &retry)
    try text.key("done", &done)
    try text.key("failed", &failed)
    try text.key("finalize", &finalize)
    try text.key("forwardsEvents", &forwardsEvents)
  }
}

extension ChartInvocation.Source: ModelPart {
  static var blank: Self { .service("") }

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.choice { (text) throws(ModelTextProblem) in
      try text.alternative(
        "service", &self, { if case .service(let name) = $0 { name } else { nil } }, Self.service)
      try text.alternative(
        "chart", &self, { if case .chart(let name) = $0 { name } else { nil } }, Self.chart)
      try text.alternative(
        "computed", &self,
        { if case .computed(let path, let charts) = $0 { ModelPair(path, charts) } else { nil } },
        { .computed($0.first, among: $0.second) })
    }
  }
}

extension ChartInvocation.Retry: ModelObject {
  static var blank: Self { Self(attempts: 0) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("attempts", &attempts)
    try text.key("backoff", &backoff)
    try text.key("codes", &codes)
  }
}

extension ChartInvocation.Failure: ModelObject {
  static var blank: Self { Self(nil, .blank) }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("code", &code)
    try transition.keys(&text)
  }
}

// MARK: - Actions

extension ChartAction: ModelPart {
  static var blank: Self { Self(.block([])) }
  static var beginsLine: Bool { true }

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try kind.code(&text) }
}

extension ChartAction.Kind: ModelPart {
  static var blank: Self { .block([]) }

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.choice { (text) throws(ModelTextProblem) in
      try text.alternative(
        "handler", &self,
        { if case .handler(let name, let arguments) = $0 { ModelPair(name, arguments) } else { nil } },
        { .handler($0.first, arguments: $0.second) })
      try text.alternative(
        "assign", &self, { if case .assign(let values) = $0 { values } else { nil } }, Self.assign)
      try text.alternative(
        "raise", &self, { if case .raise(let event, let data) = $0 { ModelPair(event, data) } else { nil } },
        { .raise($0.first, data: $0.second) })
      try text.alternative("send", &self, { if case .send(let send) = $0 { send } else { nil } }, Self.send)
      try text.alternative("cancel", &self, { if case .cancel(let id) = $0 { id } else { nil } }, Self.cancel)
      try text.alternative(
        "cancelComputed", &self, { if case .cancelComputed(let id) = $0 { id } else { nil } },
        Self.cancelComputed)
      try text.alternative(
        "emit", &self, { if case .emit(let output, let data) = $0 { ModelPair(output, data) } else { nil } },
        { .emit($0.first, data: $0.second) })
      try text.alternative("log", &self, { if case .log(let value) = $0 { value } else { nil } }, Self.log)
      try text.alternative(
        "if", &self,
        { if case .choose(let branches, let rest) = $0 { ModelPair(branches, rest) } else { nil } },
        { .choose($0.first, otherwise: $0.second) })
      try text.alternative(
        "foreach", &self, { Loop($0) },
        { .forEach(item: $0.item, index: $0.index, list: $0.list, body: $0.body) })
      try text.alternative(
        "block", &self, { if case .block(let actions) = $0 { actions } else { nil } }, Self.block)
    }
  }
}

/// The parts of `ChartAction.Kind.forEach`.
private struct Loop: ModelObject {
  var item: ChartName = ""
  var index: ChartName?
  var list: ChartExpression = ""
  var body: [ChartAction] = []

  static var blank: Self { Self() }

  init() {}

  init?(_ kind: ChartAction.Kind) {
    guard case .forEach(let item, let index, let list, let body) = kind else { return nil }
    (self.item, self.index, self.list, self.body) = (item, index, list, body)
  }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("item", &item)
    try text.key("index", &index)
    try text.key("list", &list)
    try text.key("body", &body)
  }
}

extension ChartAction.Send: ModelObject {
  static var blank: Self { Self("") }

  mutating func keys(_ text: inout ModelText) throws(ModelTextProblem) {
    try text.key("event", &event)
    try text.key("computedEvent", &computedEvent)
    try text.key("data", &data)
    try text.key("content", &content)
    try text.key("delay", &delay)
    try text.key("resume", &resume)
    try text.key("id", &id)
    try text.key("idVariable", &idVariable)
    try text.key("destination", &destination)
  }
}

extension ChartAction.Send.Destination: ModelPart {
  static var blank: Self { .itself }

  private static let words: [(word: String, value: Self)] = [("itself", .itself), ("parent", .parent)]

  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) {
    if try text.word(&self, of: Self.words) { return }
    try text.choice { (text) throws(ModelTextProblem) in
      try text.alternative(
        "invocation", &self, { if case .invocation(let id) = $0 { id } else { nil } }, Self.invocation)
      try text.alternative(
        "computed", &self, { if case .computed(let address) = $0 { address } else { nil } }, Self.computed)
    }
  }
}

extension ChartAction.Branch: ModelPart {
  static var blank: Self { Self("", []) }
  static var beginsLine: Bool { true }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.pair(&condition, &actions) }
}

// MARK: - Names and expressions

extension ChartName: ModelPart {
  static var blank: Self { "" }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.text(&self.text) }
}

extension ChartExpression: ModelPart {
  static var blank: Self { "" }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.text(&self.text) }
}

extension NamedExpression: ModelPart {
  static var blank: Self { Self("", "") }
  mutating func code(_ text: inout ModelText) throws(ModelTextProblem) { try text.pair(&name, &value) }
}
