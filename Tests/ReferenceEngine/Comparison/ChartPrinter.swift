import Statecharts
import StatechartsModel

/// A scenario as text in the manner of a chart file, to read.
enum ChartPrinter {
  static func lines(_ scenario: Scenario) -> [String] {
    var lines: [String] = []
    for variable in scenario.chart.context {
      let clear = variable.clearedOnExitOf.map(\.text)
      lines.append(
        "context: \(variable.name) = \(variable.initial?.text ?? "unset")"
          + (clear.isEmpty ? "" : ", clear: \(clear)"))
    }
    lines += describe(scenario.chart.root, depth: 0)
    lines += scenario.guards.lines
    for (number, step) in scenario.steps.enumerated() {
      switch step {
      case .send(let name, let data):
        lines.append("step \(number + 1): send \(name)" + (data == .unset ? "" : " \(data)"))
      case .answer(let place, let answer): lines.append("step \(number + 1): what runs as \(place) \(answer)")
      case .late(let place, let result):
        lines.append("step \(number + 1): what was started as \(place) completes \(result)")
      case .advance(let span): lines.append("step \(number + 1): advance \(span)")
      }
    }
    return lines
  }

  private static func describe(_ state: StateNode, depth: Int) -> [String] {
    let indent = String(repeating: "  ", count: depth)
    var lines = ["\(indent)\(state.id): \(state.kind)"]
    func add(_ line: String) { lines.append("\(indent)  \(line)") }
    func list(_ key: String, _ actions: [ChartAction]) {
      if !actions.isEmpty { add("\(key): \(text(actions))") }
    }
    if let initial = state.initial {
      add("initial: \(initial.targets.map(\.text)) \(text(initial.actions))")
    }
    list("entry", state.entry)
    list("exit", state.exit)
    for each in state.output { add("output: \(each.name) = \(each.value)") }
    if let value = state.outputValue { add("output: \(value)") }
    for each in state.done { add("done: \(text(each))") }
    for each in state.invoke { lines += describe(each).map { "\(indent)  \($0)" } }
    for each in state.after { add("after \(each.name): \(text(each.transition))") }
    for each in state.on { add("on \(each.event.name): \(text(each.transition))") }
    for each in state.always { add("always: \(text(each))") }
    for child in state.states { lines += describe(child, depth: depth + 1) }
    return lines
  }

  private static func describe(_ invocation: ChartInvocation) -> [String] {
    var first = "invoke \(invocation.effectiveID) {\(text(invocation.input))}"
    if let timeout = invocation.timeout { first += " timeout \(timeout)" }
    if let retry = invocation.retry {
      first +=
        " retry \(retry.attempts) after \(retry.backoff.map { "\($0)" } ?? "-") on \(retry.codes.map(\.text))"
    }
    if invocation.forwardsEvents { first += " forward" }
    var lines = [first]
    if !invocation.finalize.isEmpty { lines.append("  finalize: \(text(invocation.finalize))") }
    for each in invocation.done { lines.append("  done: \(text(each))") }
    for each in invocation.failed {
      lines.append("  failed \(each.code?.text ?? "any"): \(text(each.transition))")
    }
    return lines
  }

  private static func text(_ transition: ChartTransition) -> String {
    var parts = ["\(transition.label ?? "?") -> [\(transition.targets.map(\.text).joined(separator: " "))]"]
    if let condition = transition.guard { parts.append("if \(condition)") }
    if let isInternal = transition.isInternal { parts.append(isInternal ? "internal" : "external") }
    if !transition.actions.isEmpty { parts.append(text(transition.actions)) }
    return parts.joined(separator: " ")
  }

  private static func text(_ fields: [NamedExpression]) -> String {
    fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
  }

  private static func text(_ actions: [ChartAction]) -> String {
    let parts = actions.map { action -> String in
      switch action.kind {
      case .handler(let name, let arguments): return "\(name)(\(text(arguments)))"
      case .assign(let values): return "assign {\(text(values))}"
      case .raise(let event, let data): return "raise \(event) {\(text(data))}"
      case .send(let send):
        var result = "send \(send.computedEvent?.text ?? send.event.text) "
        result += send.content.map { "content \($0)" } ?? "{\(text(send.data))}"
        if case .literal(let delay)? = send.delay { result += " in \(delay)" }
        if let id = send.id { result += " id \(id)" }
        switch send.destination {
        case .itself: break
        case .parent: result += " to parent"
        case .invocation(let id): result += " to \(id)"
        case .computed(let address): result += " to \(address)"
        }
        return result
      case .cancel(let id): return "cancel \(id)"
      case .cancelComputed(let id): return "cancel (\(id))"
      case .block(let body): return "block \(text(body))"
      case .emit(let name, let data): return "emit \(name) {\(text(data))}"
      case .log(let expression): return "log \(expression)"
      case .choose(let branches, let otherwise):
        let tests = branches.map { "if \($0.condition) \(text($0.actions))" }
        return tests.joined(separator: " else ") + " else \(text(otherwise))"
      case .forEach(let item, let index, let list, let body):
        return "foreach \(item)\(index.map { ", \($0)" } ?? "") of \(list) \(text(body))"
      }
    }
    return "[\(parts.joined(separator: "; "))]"
  }
}
