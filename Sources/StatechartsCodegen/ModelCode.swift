import Statecharts
import StatechartsModel

/// The parts of a chart as calls of the engine's initialisers. Arguments that have their default value are left out.
enum ModelCode {
  typealias Arguments = [(label: String?, value: SwiftCode)]

  static func name(_ name: Name) -> SwiftCode { .string(name.text) }

  static func expression(_ expression: Expression) -> SwiftCode { .string(expression.text) }

  static func names(_ names: [Name]) -> SwiftCode { .list(names.map(name)) }

  static func values(_ entries: [NamedExpression]) -> SwiftCode {
    .list(entries.map { .call("NamedExpression", [(nil, name($0.name)), (nil, expression($0.value))]) })
  }

  // MARK: - Actions

  static func actions(_ actions: [Action]) -> SwiftCode {
    .list(actions.map { .call("Action", [(nil, kind($0.kind))]) })
  }

  private static func kind(_ kind: Action.Kind) -> SwiftCode {
    switch kind {
    case .handler(let handler, let arguments):
      return .call(".handler", [(nil, name(handler)), ("arguments", values(arguments))])
    case .assign(let entries): return .call(".assign", [(nil, values(entries))])
    case .raise(let event, let data): return .call(".raise", [(nil, name(event)), ("data", values(data))])
    case .send(let send): return .call(".send", [(nil, code(send))])
    case .cancel(let id): return .call(".cancel", [(nil, name(id))])
    case .cancelComputed(let id): return .call(".cancelComputed", [(nil, expression(id))])
    case .emit(let output, let data): return .call(".emit", [(nil, name(output)), ("data", values(data))])
    case .log(let value): return .call(".log", [(nil, expression(value))])
    case .choose(let branches, let otherwise):
      let list = branches.map { branch in
        SwiftCode.call(
          "Action.Branch", [(nil, expression(branch.condition)), (nil, actions(branch.actions))])
      }
      return .call(".choose", [(nil, .list(list)), ("otherwise", actions(otherwise))])
    case .forEach(let item, let index, let list, let body):
      return .call(
        ".forEach",
        [
          ("item", name(item)), ("index", index.map(name) ?? .text("nil")), ("list", expression(list)),
          ("body", actions(body)),
        ])
    case .block(let inner): return .call(".block", [(nil, actions(inner))])
    }
  }

  private static func code(_ send: Action.Send) -> SwiftCode {
    var arguments: Arguments = [(nil, name(send.event))]
    if let event = send.computedEvent { arguments.append(("computedEvent", expression(event))) }
    if !send.data.isEmpty { arguments.append(("data", values(send.data))) }
    if let content = send.content { arguments.append(("content", expression(content))) }
    if let delay = send.delay { arguments.append(("delay", code(delay))) }
    if let resume = send.resume { arguments.append(("resume", code(resume))) }
    if let id = send.id { arguments.append(("id", name(id))) }
    if let variable = send.idVariable { arguments.append(("idVariable", name(variable))) }
    switch send.destination {
    case .itself: break
    case .parent: arguments.append(("destination", .text(".parent")))
    case .invocation(let id): arguments.append(("destination", .call(".invocation", [(nil, name(id))])))
    case .computed(let address):
      arguments.append(("destination", .call(".computed", [(nil, expression(address))])))
    }
    return .call("Action.Send", arguments)
  }

  // MARK: - Transitions

  static func code(_ transition: Transition) -> SwiftCode {
    var arguments: Arguments = []
    if !transition.targets.isEmpty { arguments.append((nil, names(transition.targets))) }
    if let condition = transition.guard { arguments.append(("guard", expression(condition))) }
    if !transition.actions.isEmpty { arguments.append(("actions", actions(transition.actions))) }
    if let isInternal = transition.isInternal { arguments.append(("isInternal", .text("\(isInternal)"))) }
    if let label = transition.label { arguments.append(("label", .string(label))) }
    if let text = transition.description { arguments.append(("description", .string(text))) }
    return .call("Transition", arguments)
  }

  static func code(_ initial: InitialTransition) -> SwiftCode {
    var arguments: Arguments = [(nil, names(initial.targets))]
    if !initial.actions.isEmpty { arguments.append(("actions", actions(initial.actions))) }
    return .call("InitialTransition", arguments)
  }

  static func code(_ transition: EventTransition) -> SwiftCode {
    .call(
      "EventTransition", [(nil, .string(transition.event.name.text)), (nil, code(transition.transition))])
  }

  static func code(_ transition: DelayedTransition) -> SwiftCode {
    var arguments: Arguments = [(nil, code(transition.delay)), ("name", name(transition.name))]
    if let resume = transition.resume { arguments.append(("resume", code(resume))) }
    arguments.append((nil, code(transition.transition)))
    return .call("DelayedTransition", arguments)
  }

  private static func code(_ resume: Resumption) -> SwiftCode { .text(".\(resume.rawValue)") }

  static func code(_ delay: Delay) -> SwiftCode {
    switch delay {
    case .literal(let span): .call(".literal", [(nil, .text(duration(span)))])
    case .expression(let text): .call(".expression", [(nil, expression(text))])
    }
  }

  /// A span of time, exactly.
  static func duration(_ span: Duration) -> String {
    let (seconds, attoseconds) = span.components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    let perMillisecond: Int64 = 1_000_000_000_000_000
    let (thousands, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (milliseconds, carry) = thousands.addingReportingOverflow(attoseconds / perMillisecond)
    if attoseconds % perMillisecond == 0, !overflow, !carry { return ".milliseconds(\(milliseconds))" }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  // MARK: - Invocations

  static func code(_ invocation: Invocation) -> SwiftCode {
    var arguments: Arguments = []
    switch invocation.source {
    case .service(let service): arguments.append((nil, .call(".service", [(nil, name(service))])))
    case .chart(let chart): arguments.append((nil, .call(".chart", [(nil, name(chart))])))
    case .computed(let path, let charts):
      arguments.append((nil, .call(".computed", [(nil, expression(path)), ("among", names(charts))])))
    }
    if let id = invocation.id { arguments.append(("id", name(id))) }
    if let variable = invocation.idVariable { arguments.append(("idVariable", name(variable))) }
    if !invocation.input.isEmpty { arguments.append(("input", values(invocation.input))) }
    if let timeout = invocation.timeout { arguments.append(("timeout", code(timeout))) }
    if let resume = invocation.resume { arguments.append(("resume", code(resume))) }
    if let retry = invocation.retry { arguments.append(("retry", code(retry))) }
    if !invocation.done.isEmpty { arguments.append(("done", .list(invocation.done.map { code($0) }))) }
    if !invocation.failed.isEmpty {
      let failures = invocation.failed.map { failure in
        SwiftCode.call(
          "Invocation.Failure",
          [(nil, failure.code.map(name) ?? .text("nil")), (nil, code(failure.transition))])
      }
      arguments.append(("failed", .list(failures)))
    }
    if !invocation.finalize.isEmpty { arguments.append(("finalize", actions(invocation.finalize))) }
    if invocation.forwardsEvents { arguments.append(("forwardsEvents", .text("true"))) }
    return .call("Invocation", arguments)
  }

  private static func code(_ retry: Invocation.Retry) -> SwiftCode {
    var arguments: Arguments = [("attempts", .text("\(retry.attempts)"))]
    if let backoff = retry.backoff { arguments.append(("backoff", code(backoff))) }
    if !retry.codes.isEmpty { arguments.append(("codes", names(retry.codes))) }
    return .call("Invocation.Retry", arguments)
  }
}
