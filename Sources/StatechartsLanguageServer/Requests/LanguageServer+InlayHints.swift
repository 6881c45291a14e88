internal import Statecharts
internal import StatechartsModel
internal import StatechartsYAML

extension LanguageServer {
  /// `textDocument/inlayHint`: the data that come with events, results and errors, beside the keys that handle them.
  func inlayHints(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    let shown = try params.member("range").range(in: positions(document))
    guard let index = document.index, let change = document.change else { return .array([]) }
    var positions = positions(document)
    return .array(
      index.dataHints.compactMap { hint in
        guard let key = change.newRange(hint.key), shown.contains(key.upperBound) else { return nil }
        return .object([
          ("position", positions.position(key.upperBound)), ("label", .string(hint.type)), ("kind", .int(1)),
          ("paddingLeft", .bool(true)),
        ])
      })
  }
}

extension ChartIndex {
  /// The keys of transitions that have data, with the types of the data.
  fileprivate var dataHints: [(key: SourceRange, type: String)] {
    let events = payloads((chart.events ?? []).map { ($0.name.text, $0.payload) })
    let errors = payloads((chart.errors ?? []).map { ($0.code.text, $0.payload) })
    let results = Dictionary(
      (chart.handlers.services ?? []).compactMap { service in
        service.result.map { (service.name.text, $0.chartText) }
      }, uniquingKeysWith: { first, _ in first })
    var hints: [(key: SourceRange, type: String)] = []
    var seen: Set<ModelOrigin> = []
    func add(_ origin: ModelOrigin, _ type: String?) {
      // A key with several transitions is in the model several times.
      guard let type, let node = document.node(of: origin), seen.insert(origin).inserted else { return }
      hints.append((document.range(of: node), type))
    }
    for state in [chart.root] + states {
      for entry in state.on {
        let name = entry.event.name
        let code = name.text.hasPrefix("error.") ? String(name.text.dropFirst("error.".count)) : nil
        add(name.origin, events[name.text] ?? code.flatMap { errors[$0] })
      }
      for invocation in state.invoke {
        for failure in invocation.failed {
          if let code = failure.code { add(code.origin, errors[code.text]) }
        }
        guard case .service(let name) = invocation.source, let node = document.node(of: invocation.origin),
          let done = document.entries(of: node).first(where: { document.text(of: $0.key) == "done" })
        else { continue }
        add(done.key.origin, results[name.text])
      }
    }
    return hints
  }

  private func payloads(_ fields: [(name: String, payload: [FieldDeclaration])]) -> [String: String] {
    Dictionary(
      fields.compactMap { name, payload in
        payload.isEmpty ? nil : (name, ChartValueType.record(payload).chartText)
      }, uniquingKeysWith: { first, _ in first })
  }
}
