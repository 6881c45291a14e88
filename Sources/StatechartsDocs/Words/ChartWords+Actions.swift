import StatechartsModel

internal import Statecharts

extension ChartWords {
  /// Appends ` / ` and the actions; nothing when there are none.
  func append(effects actions: [ChartAction], to buffer: inout [UInt8]) {
    guard !actions.isEmpty else { return }
    buffer.append(buffer.isEmpty ? "/ " : " / ")
    append(actions, depth: 0, to: &buffer)
  }

  /// Appends actions with commas between them.
  func append(_ actions: [ChartAction], depth: Int = 0, to buffer: inout [UInt8]) {
    var isFirst = true
    for action in actions {
      if !isFirst { buffer.append(", ") }
      isFirst = false
      append(action, depth: depth, to: &buffer)
    }
  }

  private func append(_ action: ChartAction, depth: Int, to buffer: inout [UInt8]) {
    switch action.kind {
    case .handler(let name, _): buffer.append(titles.actions[name.text] ?? name.text)
    case .assign(let assignments): append(assignments, to: &buffer)
    case .raise(let event, _):
      buffer.append("raise ")
      buffer.append(eventTitle(event.text))
    case .send(let send): append(send, to: &buffer)
    case .cancel(let id):
      buffer.append("cancel ")
      buffer.append(id.text)
    case .cancelComputed(let id):
      buffer.append("cancel ")
      secrets.append(id, to: &buffer)
    case .block(let actions): append(actions, depth: depth, to: &buffer)
    case .emit(let output, _):
      buffer.append("emit ")
      buffer.append(titles.outputs[output.text] ?? output.text)
    case .log: buffer.append("log")
    case .choose(let branches, let otherwise):
      var word = "if "
      for branch in branches {
        buffer.append(word)
        secrets.append(branch.condition, to: &buffer)
        appendNested(branch.actions, depth: depth, to: &buffer)
        word = " else if "
      }
      if !otherwise.isEmpty {
        buffer.append(" else")
        appendNested(otherwise, depth: depth, to: &buffer)
      }
    case .forEach(let item, _, _, let body):
      buffer.append("for each ")
      buffer.append(item.text)
      appendNested(body, depth: depth, to: &buffer)
    }
  }

  private static let longestLiteral = 40

  /// Appends what becomes of variables: `set letter to B, update renewIn, clear source`.
  private func append(_ assignments: [NamedExpression], to buffer: inout [UInt8]) {
    // Decision: Docs/decisions/diagrams-and-pages.md#pictures-show-the-value-of-a-literal
    let words = AssignmentWords(assignments)
    var set: [String] = []
    var updated: [String] = []
    for assignment in words.assigned {
      let name = assignment.name.text
      if let literal = secrets.literal(assignment.value, of: assignment.name).map({ shown($0, of: name) }),
        literal.count <= Self.longestLiteral
      {
        set.append("\(name) to \(literal)")
      } else {
        updated.append(name)
      }
    }
    buffer.append(AssignmentWords.joined([("set", set), ("update", updated), ("clear", words.cleared)]))
  }

  /// A literal as people read it: a text without its quotes, an error by its title.
  private func shown(_ literal: String, of variable: String) -> String {
    guard let quote = literal.first, quote == "'" || quote == "\"", literal.count > 2, literal.last == quote
    else {
      return literal
    }
    let text = String(literal.dropFirst().dropLast())
    return errorVariables.contains(variable) ? failureTitle(text) : text
  }

  private func appendNested(_ actions: [ChartAction], depth: Int, to buffer: inout [UInt8]) {
    // The YAML reader stops at depth 64; only a model that was built in code can be deeper.
    guard depth < 64 else { return buffer.append(" (…)") }
    buffer.append(" (")
    append(actions, depth: depth + 1, to: &buffer)
    buffer.append(")")
  }

  private func append(_ send: ChartAction.Send, to buffer: inout [UInt8]) {
    buffer.append("send ")
    if let event = send.computedEvent {
      secrets.append(event, to: &buffer)
    } else {
      buffer.append(eventTitle(send.event.text))
    }
    switch send.destination {
    case .itself: break
    case .parent: buffer.append(" to parent")
    case .invocation(let id):
      buffer.append(" to ")
      buffer.append(id.text)
    case .computed(let address):
      buffer.append(" to ")
      secrets.append(address, to: &buffer)
    }
    if let delay = send.delay {
      buffer.append(" after ")
      append(delay, to: &buffer)
    }
  }
}
