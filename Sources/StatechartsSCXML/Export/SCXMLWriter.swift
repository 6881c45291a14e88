import StatechartsModel

internal import Statecharts

// A chart becomes a document of SCXML:
//
//   SCXMLWriter              the document; expressions; remarks
//   SCXMLWriter+States       states and transitions
//   SCXMLWriter+Data         variables
//   SCXMLWriter+Actions      executable content
//   SCXMLWriter+Invocations  invoke
//
// All recursion follows the chart's states and actions, whose depth the compiler limits.

/// Makes the elements of one document.
struct SCXMLWriter {
  let name: String
  var findings: [Finding] = []
  var expressions = ESWriter()
  /// How much was written that may fail when it is run.
  var failing = 0
  /// The payloads of declared events.
  var declarations: [String: [FieldDeclaration]] = [:]

  /// Something to tell, with the part of the model that it is about.
  struct Finding {
    var severity: SCXMLRemark.Severity
    var message: String
    var origin: ModelOrigin
  }

  init(name: String) { self.name = name }

  mutating func lose(_ message: String, at origin: ModelOrigin) {
    findings.append(Finding(severity: .lost, message: message, origin: origin))
  }

  mutating func differ(_ message: String, at origin: ModelOrigin) {
    findings.append(Finding(severity: .differs, message: message, origin: origin))
  }

  /// An element of SCXML. It is static so that a call holds no copy of the writer while its arguments are written.
  static func element(_ name: String, _ attributes: [(String, String?)] = [], _ content: [XMLElement] = [])
    -> XMLElement
  {
    XMLElement(
      name: name, namespace: SCXMLChartBuilder.namespace,
      attributes: attributes.compactMap { name, value in value.map { .init(name: name, value: $0) } },
      content: content.map { .element($0) })
  }

  /// An expression in ECMAScript.
  mutating func text(_ expression: ChartExpression, isCondition: Bool = false) -> String {
    rendered(expression, isCondition: isCondition).text
  }

  /// An expression in ECMAScript, with what is known of it. What it may do otherwise is told.
  mutating func rendered(_ expression: ChartExpression, isCondition: Bool = false) -> ESWriter.Rendered {
    let result = expressions.render(expression, isCondition: isCondition)
    if result.canFail || !expressions.losses.isEmpty { failing += 1 }
    for loss in expressions.losses { lose(loss, at: expression.origin) }
    if expressions.losses.isEmpty, !expressions.differences.isEmpty {
      differ(
        "\(Self.shown(expression)): \(expressions.differences.joined(separator: "; ")).",
        at: expression.origin)
    }
    return result
  }

  /// The value of an assignment, which a chart holds to the declared type.
  mutating func assigned(_ expression: ChartExpression, to name: String) -> String {
    let value = rendered(expression)
    // No value is what a variable that is cleared has; to assign it elsewhere is a problem of the chart.
    guard expressions.losses.isEmpty, expression.text != "unset", let type = expressions.types[name],
      let node = try? parse(expression.text), !expressions.fits(node, value.facts, type)
    else { return value.text }
    failing += 1
    differ(
      "\(Self.shown(expression)) may not have the type of `\(name)` (\(type.words)): a chart then fails, but SCXML "
        + "assigns it.", at: expression.origin)
    return value.text
  }

  static func shown(_ expression: ChartExpression) -> String {
    expression.text.utf8.count <= 80 ? "`\(expression.text)`" : "The expression"
  }

  /// The document of a chart.
  mutating func document(of chart: Statechart) -> XMLElement {
    noteDocuments(chart.root)
    declarations = Dictionary(
      (chart.events ?? []).map { ($0.name.text, $0.payload) }, uniquingKeysWith: { first, _ in first })
    expressions.learn(chart, declarations)
    checkNames(of: chart)
    noteDeclarations(of: chart)
    var root = chart.root
    var data = Data(chart: chart)
    root.entry = data.takeInitialActions(from: root.entry)
    var states: [XMLElement] = []
    let isPlain =
      root.kind == .plain && root.entry.isEmpty && root.exit.isEmpty && root.on.isEmpty && root.always.isEmpty
      && root.after.isEmpty && root.invoke.isEmpty && root.done.isEmpty
      && root.initial?.actions.isEmpty != false && clearing(root.id.text, chart).isEmpty
    var initial = root.initial?.targets.map(\.text).joined(separator: " ")
    if isPlain {
      for state in root.states { states.append(self.state(state, chart)) }
    } else {
      // `scxml` is no state in SCXML: what the chart itself does moves to a state around all others.
      lose(
        "The actions and transitions of the chart itself moved to a new state around the others, so it ends one step later.",
        at: chart.id.origin)
      var outer = self.state(Self.staying(root), chart)
      let ids = StateIndex(root).nodes.map(\.id.text)
      var names = FreshNames(Set(ids))
      let end = names.new(root.id.text + "_end", "")
      outer.content.append(
        .element(Self.element("transition", [("event", "done.state.\(root.id.text)"), ("target", end)])))
      states = [outer, Self.element("final", [("id", end)])]
      initial = root.id.text
    }
    let (top, inner) = dataModels(&data)
    if let inner {
      if let place = states.firstIndex(where: { $0.name != "final" }) {
        states[place].content.insert(.element(inner), at: 0)
      } else {
        lose("The data is left out, because the chart has no state for it.", at: chart.id.origin)
      }
    }
    let scripts = data.scripts.map { script in
      XMLElement(
        name: "script", namespace: SCXMLChartBuilder.namespace,
        content: [
          .text(
            script.map { "\($0.name) = \(assigned($0.value, to: $0.name.text))" }.joined(separator: ";\n"),
            .init(line: 1, column: 1))
        ])
    }
    return Self.element(
      "scxml",
      [("version", "1.0"), ("name", chart.id.text), ("datamodel", "ecmascript"), ("initial", initial)],
      [top].compactMap { $0 } + scripts + states)
  }

  /// The chart itself as a state that its own transitions do not leave: a chart is never left. Of a parallel state SCXML
  /// has no transitions that stay inside (3.5).
  private static func staying(_ root: StateNode) -> StateNode {
    guard root.kind == .plain else { return root }
    var root = root
    func stay(_ transition: inout ChartTransition) {
      if !transition.targets.isEmpty { transition.isInternal = true }
    }
    for index in root.on.indices { stay(&root.on[index].transition) }
    for index in root.always.indices { stay(&root.always[index]) }
    for index in root.after.indices { stay(&root.after[index].transition) }
    for index in root.done.indices { stay(&root.done[index]) }
    for index in root.invoke.indices {
      for other in root.invoke[index].done.indices { stay(&root.invoke[index].done[other]) }
      for other in root.invoke[index].failed.indices { stay(&root.invoke[index].failed[other].transition) }
    }
    return root
  }

  /// Names that data of ECMAScript cannot have.
  private mutating func checkNames(of chart: Statechart) {
    for variable in chart.context where !DocumentNames.isLegalLocation(variable.name.text) {
      lose(
        "`\(variable.name)` is not a valid name of data in SCXML. Rename it in the chart.",
        at: variable.name.origin)
    }
  }

  private mutating func noteDeclarations(of chart: Statechart) {
    let start = chart.id.origin
    if let events = chart.events {
      lose(
        "SCXML has no event declarations, so `events` is left out.", at: events.first?.name.origin ?? start)
    }
    if let errors = chart.errors {
      lose(
        "SCXML has no error declarations, so `errors` is left out.", at: errors.first?.code.origin ?? start)
    }
    if let outputs = chart.outputs {
      lose(
        "SCXML has no output declarations, so `outputs` is left out.", at: outputs.first?.name.origin ?? start
      )
    }
    let handlers = chart.handlers
    let lists = [handlers.guards, handlers.actions, handlers.services, handlers.queries].compactMap { $0 }
    if !lists.isEmpty {
      lose(
        "SCXML has no handler declarations, so `handlers` is left out.",
        at: lists.joined().first?.name.origin ?? start)
    }
    if chart.title != nil || chart.description != nil {
      lose("SCXML has no titles, labels and descriptions, so they are left out.", at: start)
    }
    if chart.version != 1 { lose("SCXML has no versions, so `version` is left out.", at: start) }
    if !chart.migrations.isEmpty { lose("SCXML has no migrations, so `migrations` is left out.", at: start) }
  }
}
