import Statecharts
import StatechartsModel

extension ChartOutput {
  /// Adds a list of actions; a single one needs no list, unless it is a block.
  static func add(_ key: String, _ actions: [ChartAction], to entries: inout Entries) {
    guard !actions.isEmpty else { return }
    entries.add(key, self.actions(actions))
  }

  private static func actions(_ actions: [ChartAction]) -> YAMLOutput {
    if actions.count == 1 {
      if case .block = actions[0].kind { return .list(actions.map(action)) }
      return action(actions[0])
    }
    return .list(actions.map(action))
  }

  private static func action(_ action: ChartAction) -> YAMLOutput {
    var entries = Entries()
    switch action.kind {
    case .handler(let name, let arguments):
      if arguments.isEmpty { return .words(name.text) }
      entries.add(name.text, arguments)
    case .assign(let values):
      // A mapping has each name once; what is assigned twice needs two actions, which the caller made of one.
      entries.add("assign", Entries.map(values))
    case .raise(let event, let data):
      entries.add("raise", event)
      entries.add("data", data)
    case .send(let send): add(send, to: &entries)
    case .cancel(let id): entries.add("cancel", id)
    case .cancelComputed(let id): entries.add("cancel", inParentheses(id))
    case .emit(let output, let data):
      entries.add("emit", output)
      entries.add("data", data)
    case .log(let value): entries.add("log", value)
    case .choose(let branches, let otherwise): return choice(branches[...], otherwise)
    case .forEach(let item, let index, let list, let body):
      entries.add("foreach", list)
      entries.add("as", item)
      entries.add("index", index)
      entries.add("do", body.isEmpty ? .list([]) : actions(body))
    case .block(let actions): return .list(actions.map(self.action))
    }
    return entries.map
  }

  /// Branches as an `if` whose `else` holds the next one.
  private static func choice(_ branches: ArraySlice<ChartAction.Branch>, _ otherwise: [ChartAction])
    -> YAMLOutput
  {
    var result: YAMLOutput? = otherwise.isEmpty ? nil : actions(otherwise)
    for branch in branches.reversed() {
      var entries = Entries()
      entries.add("if", branch.condition)
      entries.add("then", branch.actions.isEmpty ? .list([]) : actions(branch.actions))
      if let result { entries.add("else", result) }
      result = entries.map
    }
    return result ?? .list([])
  }

  private static func add(_ send: ChartAction.Send, to entries: inout Entries) {
    if let event = send.computedEvent {
      entries.add("send", inParentheses(event))
    } else {
      entries.add("send", send.event)
    }
    entries.add("data", send.data)
    entries.add("content", send.content)
    entries.add("delay", send.delay)
    entries.add("resume", send.resume?.rawValue)
    entries.add("id", send.id)
    entries.add("idTo", send.idVariable)
    switch send.destination {
    case .itself: break
    case .parent: entries.add("to", "parent")
    case .invocation(let id): entries.add("to", id)
    case .computed(let address): entries.add("to", inParentheses(address))
    }
  }

  /// An expression in the parentheses that tell it from a name.
  private static func inParentheses(_ expression: ChartExpression) -> String {
    let text = expression.text
    return text.hasPrefix("(") && text.hasSuffix(")") ? text : "(\(text))"
  }
}
