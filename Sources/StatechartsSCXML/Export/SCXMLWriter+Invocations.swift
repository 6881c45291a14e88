import StatechartsModel

internal import Statecharts

extension SCXMLWriter {
  /// The type under which services are written; the importer makes services of it again.
  static let serviceType = "service"

  /// The path of the document of a chart.
  static func document(of path: String) -> String {
    (path.hasSuffix(".yaml") ? String(path.dropLast(5)) : path) + ".scxml"
  }

  /// An invocation without its transitions.
  mutating func invocation(_ invocation: ChartInvocation) -> XMLElement {
    var attributes: [(String, String?)] = []
    switch invocation.source {
    case .service(let name):
      lose(
        "SCXML has no services, so `\(name.text)` became an `invoke` of the type `service`, which a platform must provide.",
        at: name.origin)
      attributes += [("type", Self.serviceType), ("src", name.text)]
    case .chart(let path):
      attributes += [("type", "scxml"), ("src", Self.document(of: path.text))]
    case .computed(let expression, _):
      expressions.isSource = true
      attributes += [("type", "scxml"), ("srcexpr", text(expression))]
      expressions.isSource = false
    }
    if invocation.timeout != nil || invocation.retry != nil || invocation.onRestore == .restart {
      lose(
        "SCXML has no timeouts, retries and `onRestore`, so those of `\(invocation.effectiveID)` are left out.",
        at: invocation.origin
      )
    }
    attributes += [("id", invocation.effectiveID), ("idlocation", invocation.idVariable?.text)]
    if invocation.forwardsEvents { attributes.append(("autoforward", "true")) }
    var content = parameters(invocation.input, of: "invoke")
    if !invocation.finalize.isEmpty {
      content.append(Self.element("finalize", [], actions(invocation.finalize)))
    }
    return Self.element("invoke", attributes, content)
  }

  /// `done` and `failed` of an invocation as transitions.
  mutating func invocationTransitions(_ invocation: ChartInvocation) -> [XMLElement] {
    let id = invocation.effectiveID
    var result: [XMLElement] = []
    for transition in invocation.done {
      result.append(self.transition(transition, event: "done.invoke.\(id)"))
    }
    let failures = invocation.failed.filter { $0.code != nil } + invocation.failed.filter { $0.code == nil }
    for failure in failures {
      result.append(
        transition(
          failure.transition, event: failure.code.map { "error.\($0.text)" } ?? "error",
          condition: "_event.invokeid === \(ESWriter.quoted(id))"))
    }
    return result
  }

  /// The charts that may be invoked, by what expressions call them, with the names of their documents.
  mutating func noteDocuments(_ state: StateNode) {
    for invocation in state.invoke {
      if case .computed(_, let charts) = invocation.source {
        for chart in charts { expressions.documents[chart.text] = Self.document(of: chart.text) }
      }
    }
    for child in state.states { noteDocuments(child) }
  }
}
