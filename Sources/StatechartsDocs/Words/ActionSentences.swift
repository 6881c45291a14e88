import StatechartsModel

internal import Statecharts

extension ChartWords {
  /// Actions as Markdown for a sentence without its subject: ``sets `attempts = 0`, emits `failed` (error: `late`)``.
  ///
  /// Sections have room for what is assigned and sent, without the literals of what is secret.
  func sentence(_ actions: [ChartAction]) -> String {
    ActionSentences(secrets: secrets, errors: errorCodes, plain: Markdown.text) {
      Markdown.code($0, inTable: false)
    }.sentence(actions)
  }

  /// The same without Markdown: `sets attempts = 0, emits failed (error: late)`.
  func plainSentence(_ actions: [ChartAction]) -> String {
    ActionSentences(secrets: secrets, errors: errorCodes, plain: { $0 }, code: { $0 }).sentence(actions)
  }
}

/// Puts actions into a sentence without its subject.
private struct ActionSentences {
  let secrets: SecretNames
  /// The declared error codes.
  let errors: Set<String>
  /// Writes a name of the chart as a word.
  let plain: (String) -> String
  /// Marks a name or an expression as code.
  let code: (String) -> String

  func sentence(_ actions: [ChartAction], depth: Int = 0) -> String {
    actions.map { clause($0, depth) }.joined(separator: ", ")
  }

  private func clause(_ action: ChartAction, _ depth: Int) -> String {
    switch action.kind {
    case .handler(let name, _): return "runs \(code(name))"
    case .assign(let assignments): return clause(assignments)
    case .raise(let event, _): return "raises \(code(event))"
    case .send(let send): return clause(send)
    case .cancel(let id): return "cancels \(code(id))"
    case .cancelComputed(let id): return "cancels \(code(id))"
    case .block(let actions): return sentence(actions, depth: depth)
    case .emit(let output, let data): return "emits \(code(output))\(self.data(data))"
    case .log: return "logs a value"
    case .choose(let branches, let otherwise):
      var parts = branches.map { "if \(code($0.condition)) \(nested($0.actions, depth))" }
      if !otherwise.isEmpty { parts.append(nested(otherwise, depth)) }
      return parts.joined(separator: " else ")
    case .forEach(let item, _, _, let body): return "for each \(code(item)) \(nested(body, depth))"
    }
  }

  private func clause(_ assignments: [NamedExpression]) -> String {
    // Decision: Docs/decisions/diagrams-and-pages.md#sections-show-the-formula-of-an-assignment
    let words = AssignmentWords(assignments)
    let set = words.assigned.map { code("\($0.name.text) = \(text($0.value, for: $0.name))") }
    return AssignmentWords.joined([("sets", set), ("clears", words.cleared.map(code))])
  }

  /// What goes with an output: ` (error: late)`.
  private func data(_ fields: [NamedExpression]) -> String {
    guard !fields.isEmpty else { return "" }
    let parts = fields.map {
      "\(plain($0.name.text)): \(code(errorCode($0) ?? text($0.value, for: $0.name)))"
    }
    return " (\(parts.joined(separator: ", ")))"
  }

  /// The error code that a field gets; nil for another value.
  private func errorCode(_ field: NamedExpression) -> String? {
    let words = XMLText.words(text(field.value, for: field.name))
    guard words.count == 1, let text = words.first, let quote = text.first, quote == "'" || quote == "\""
    else {
      return nil
    }
    let code = String(text.dropFirst().dropLast())
    return text.last == quote && errors.contains(code) ? code : nil
  }

  private func clause(_ send: ChartAction.Send) -> String {
    var text = "sends \(send.computedEvent.map(code) ?? code(send.event))"
    switch send.destination {
    case .itself: break
    case .parent: text += " to the parent"
    case .invocation(let id): text += " to \(code(id))"
    case .computed(let address): text += " to \(code(address))"
    }
    switch send.delay {
    case nil: break
    case .literal(let duration)?: text += " after \(duration.literalText)"
    case .expression(let expression)?: text += " after \(code(expression))"
    }
    return text
  }

  private func nested(_ actions: [ChartAction], _ depth: Int) -> String {
    // The YAML reader stops at depth 64; only a model that was built in code can be deeper.
    depth < 64 ? "(\(sentence(actions, depth: depth + 1)))" : "(…)"
  }

  private func code(_ name: ChartName) -> String { code(name.text) }

  private func code(_ expression: ChartExpression) -> String { code(text(expression, for: nil)) }

  /// An expression that is given to a variable or a field, without the literals of what is secret.
  private func text(_ expression: ChartExpression, for name: ChartName?) -> String {
    var text: [UInt8] = []
    secrets.append(expression, for: name, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
