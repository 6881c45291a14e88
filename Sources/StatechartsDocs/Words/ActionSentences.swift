internal import Statecharts

extension ChartWords {
  /// Actions as Markdown for a sentence without its subject: ``sets `attempts` to `0`, emits `failed` ``.
  ///
  /// Sections have room for values: of an assignment the value appears if it is a literal and the variable is not secret.
  func sentence(_ actions: [Action]) -> String {
    ActionSentences(secrets: secrets) { Markdown.code($0, inTable: false) }.sentence(actions)
  }

  /// The same without Markdown: `sets attempts to 0, emits failed`.
  func plainSentence(_ actions: [Action]) -> String {
    ActionSentences(secrets: secrets) { $0 }.sentence(actions)
  }
}

/// Puts actions into a sentence without its subject.
private struct ActionSentences {
  let secrets: SecretNames
  /// Marks a name or an expression as code.
  let code: (String) -> String

  func sentence(_ actions: [Action], depth: Int = 0) -> String {
    actions.map { clause($0, depth) }.joined(separator: ", ")
  }

  private func clause(_ action: Action, _ depth: Int) -> String {
    switch action.kind {
    case .handler(let name, _): return "runs \(code(name))"
    case .assign(let assignments): return clause(assignments)
    case .raise(let event, _): return "raises \(code(event))"
    case .send(let send): return clause(send)
    case .cancel(let id): return "cancels \(code(id))"
    case .cancelComputed(let id): return "cancels \(code(id))"
    case .block(let actions): return sentence(actions, depth: depth)
    case .emit(let output, _): return "emits \(code(output))"
    case .log: return "logs a value"
    case .choose(let branches, let otherwise):
      var parts = branches.map { "if \(code($0.condition)) \(nested($0.actions, depth))" }
      if !otherwise.isEmpty { parts.append(nested(otherwise, depth)) }
      return parts.joined(separator: " else ")
    case .forEach(let item, _, _, let body): return "for each \(code(item)) \(nested(body, depth))"
    }
  }

  private func clause(_ assignments: [NamedExpression]) -> String {
    let words = AssignmentWords(assignments, secrets)
    return [
      ("sets", words.set.map { "\(code($0.name)) to \(code($0.value))" }),
      ("updates", words.updated.map(code)),
      ("clears", words.cleared.map(code)),
    ].filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: ", ")
  }

  private func clause(_ send: Action.Send) -> String {
    var text = "sends \(send.computedEvent.map(code) ?? code(send.event))"
    switch send.destination {
    case .itself: break
    case .parent: text += " to the parent"
    case .invocation(let id): text += " to \(code(id))"
    case .computed(let address): text += " to \(code(address))"
    }
    switch send.delay {
    case nil: break
    case .literal(let duration)?: text += " after \(duration.chartText)"
    case .expression(let expression)?: text += " after \(code(expression))"
    }
    return text
  }

  private func nested(_ actions: [Action], _ depth: Int) -> String {
    // The YAML reader stops at depth 64; only a model that was built in code can be deeper.
    depth < 64 ? "(\(sentence(actions, depth: depth + 1)))" : "(…)"
  }

  private func code(_ name: Name) -> String { code(name.text) }

  private func code(_ expression: Expression) -> String {
    var text: [UInt8] = []
    secrets.append(expression, to: &text)
    return code(String(decoding: text, as: UTF8.self))
  }
}
