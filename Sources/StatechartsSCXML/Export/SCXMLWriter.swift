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
  var remarks: [SCXMLRemark] = []
  var expressions = ESWriter()
  /// All ids of states, so that new ones differ.
  var ids: Set<String> = []

  init(name: String) { self.name = name }

  mutating func lose(_ message: String) {
    let remark = SCXMLRemark(.lost, message, document: name, place: nil)
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// An element of SCXML.
  func element(_ name: String, _ attributes: [(String, String?)] = [], _ content: [XMLElement] = [])
    -> XMLElement
  {
    XMLElement(
      name: name, namespace: SCXMLChartBuilder.namespace,
      attributes: attributes.compactMap { name, value in value.map { .init(name: name, value: $0) } },
      content: content.map { .element($0) })
  }

  /// An expression in ECMAScript.
  mutating func text(_ expression: Expression) -> String {
    let text = expressions.text(of: expression)
    for loss in expressions.losses { lose(loss) }
    return text
  }

  /// The document of a chart.
  mutating func document(of chart: Statechart) -> XMLElement {
    collect(chart.root)
    noteDocuments(chart.root)
    expressions.variables = Set(chart.context.map(\.name.text))
    noteDeclarations(of: chart)
    var root = chart.root
    var data = Data(chart: chart)
    root.entry = data.takeInitialActions(from: root.entry)
    root.exit += clearing(root.id.text, chart)
    var states: [XMLElement] = []
    let isPlain =
      root.kind == .plain && root.entry.isEmpty && root.exit.isEmpty && root.on.isEmpty && root.always.isEmpty
      && root.after.isEmpty && root.invoke.isEmpty && root.done.isEmpty
      && root.initial?.actions.isEmpty != false
    var initial = root.initial?.targets.map(\.text).joined(separator: " ")
    if isPlain {
      for state in root.states { states.append(self.state(state, chart)) }
    } else {
      // `scxml` is no state in SCXML: what the chart itself does moves to a state around all others.
      lose("What the chart itself does becomes a state around the others, so it ends one step later.")
      var outer = self.state(root, chart)
      let end = freshID(root.id.text + "_end")
      outer.content.append(
        .element(element("transition", [("event", "done.state.\(root.id.text)"), ("target", end)])))
      states = [outer, element("final", [("id", end)])]
      initial = root.id.text
    }
    let (top, inner) = dataModels(&data)
    if let inner {
      if let place = states.firstIndex(where: { $0.name != "final" }) {
        states[place].content.insert(.element(inner), at: 0)
      } else {
        lose("There is no state to hold the data that the chart is not given.")
      }
    }
    let scripts = data.scripts.map { script in
      XMLElement(
        name: "script", namespace: SCXMLChartBuilder.namespace,
        content: [
          .text(
            script.map { "\($0.name) = \(text($0.value))" }.joined(separator: ";\n"),
            .init(line: 1, column: 1))
        ])
    }
    return element(
      "scxml",
      [("version", "1.0"), ("name", chart.id.text), ("datamodel", "ecmascript"), ("initial", initial)],
      [top].compactMap { $0 } + scripts + states)
  }

  private mutating func collect(_ state: State) {
    ids.insert(state.id.text)
    for child in state.states { collect(child) }
  }

  /// An id that no state has.
  mutating func freshID(_ beginning: String) -> String {
    var id = beginning
    var number = 2
    while ids.contains(id) {
      id = "\(beginning)\(number)"
      number += 1
    }
    ids.insert(id)
    return id
  }

  private mutating func noteDeclarations(of chart: Statechart) {
    if chart.events != nil { lose("The list of events has no like in SCXML.") }
    if chart.errors != nil { lose("The list of errors has no like in SCXML.") }
    if chart.outputs != nil { lose("The list of outputs has no like in SCXML.") }
    let handlers = chart.handlers
    if handlers.guards != nil || handlers.actions != nil || handlers.services != nil
      || handlers.queries != nil
    {
      lose("The list of handlers has no like in SCXML.")
    }
    if chart.title != nil || chart.description != nil { lose("Words for people have no like in SCXML.") }
    if chart.version != 1 { lose("The chart's version has no like in SCXML.") }
  }
}
