import Statecharts
import StatechartsModel

/// Says in words what a session of a running app did, from the lines of its trace.
struct TraceNarration {
  private let chart: Statechart
  private let narration: Narration

  init(_ chart: Statechart) {
    self.chart = chart
    narration = Narration(chart)
  }

  private func has(_ state: String) -> Bool { state == chart.root.id.text || narration.parents[state] != nil }

  /// The states with those around them, which are active too. Without the chart itself.
  private func closed(_ states: [String]) -> [String] {
    var found: [String] = []
    var known: Set<String> = [chart.root.id.text]
    for state in states {
      var path: [String] = []
      var next: String? = state
      while let state = next, known.insert(state).inserted {
        path.append(state)
        next = narration.parents[state]
      }
      found += path.reversed()
    }
    return found
  }

  /// Where a session is, in words: its innermost states.
  func place(of states: [String]) -> String {
    let all = closed(states)
    let outer = Set(all.compactMap { narration.parents[$0] })
    let inner = all.filter { !outer.contains($0) }
    return inner.isEmpty
      ? "nowhere" : inner.map { has($0) ? narration.path(of: $0) : $0.oneLine }.joined(separator: ", ")
  }

  /// A step in words.
  ///
  /// - Parameter place: Where it led, if that is new.
  func view(of step: InspectedSession.Step, place: String?) -> InspectedView.Step {
    let events = step.lines.compactMap { TracedEvent($0) }
    let cause = events.first.flatMap { $0.isCause ? $0 : nil }
    var lines = events.flatMap(self.lines)
    if step.more > 0 {
      lines.append(Narration.Line(text: "… and \(step.more) more lines, which are not kept"))
    }
    return InspectedView.Step(
      number: step.number, words: cause.map(words) ?? "The cause is missing",
      data: cause.flatMap { $0.members["data"] }.flatMap(data),
      time: Narration.clock(.seconds(step.time)), place: place, states: closed(step.states),
      isIgnored: events.contains { $0.kind == "ignored" && cause?.kind == "received" },
      isIncomplete: step.isIncomplete, isOfOtherChart: !step.states.allSatisfy(has),
      lines: Narration.shortened(lines).map { RunView.Line(words: $0.text, isProblem: $0.kind == .problem) })
  }

  /// How a session ended.
  func end(_ event: TracedEvent, of session: InspectedSession) -> String {
    guard event.session == session.name else { return "The session that runs this chart has ended." }
    guard event.kind != "stopped" else { return text(event, "reason") }
    return "The flow has ended." + (event.members["result"].flatMap(data).map { " Its result: \($0)" } ?? "")
  }

  /// What begins a step.
  private func words(_ event: TracedEvent) -> String {
    switch event.kind {
    case "started": return "The flow starts"
    case "restored": return "The flow continues from where it was stored"
    case "received":
      let name = narration.event(text(event, "name")).words
      let source = text(event, "from").split(separator: " ", maxSplits: 1).map(String.init)
      guard source.count == 2 else { return name }
      return "\(source[0] == "service" ? narration.service(source[1]) : source[1].oneLine) sends: \(name)"
    case "completed": return "\(narration.service(text(event, "service"))) is done"
    case "failed":
      let code = narration.error(text(event, "code")).words
      return "\(narration.service(text(event, "service"))) fails: \(code)"
    case "timerFired": return "Time is over: \(narration.words(ofTimer: text(event, "timer")))"
    default: return "The app stops the flow"
    }
  }

  /// What happened in a step.
  private func lines(_ event: TracedEvent) -> [Narration.Line] {
    let name = text(event, "name")
    func call(_ member: String) -> String {
      name + (event.members[member].flatMap(data).map { " (\($0))" } ?? "")
    }
    let words: String
    var kind = Narration.Line.Kind.news
    switch event.kind {
    case "ignored":
      guard case .list(let refused)? = event.members["refused"] else {
        words = "The flow stays here: no transition handles this now."
        break
      }
      let guards = refused.compactMap { refusal -> String? in
        guard case .map(let members) = refusal, let state = members.text("state"),
          let name = members.text("guard")
        else { return nil }
        return "`\(name.oneLine)` in `\(state.oneLine)`"
      }
      words = "The flow stays here, because a condition is not met: \(guards.joined(separator: ", "))."
    case "rejected": (words, kind) = ("Not possible: \(text(event, "reason"))", .problem)
    case "late": words = "It came too late and is dropped."
    case "repeated": words = "It is repeated in \(seconds(event, "after"))."
    case "action": words = "runs the action \(call("arguments"))"
    case "logged": words = "logs \(event.members["value"].flatMap(data) ?? "no value")"
    case "output": words = "sends to the app: \(call("data"))"
    case "sent": words = "sends to \(text(event, "service")): \(call("data"))"
    case "serviceStarted":
      let attempt = if case .int(let number)? = event.members["attempt"] { ", retry \(number)" } else { "" }
      words = "starts \(narration.service(text(event, "service")))\(attempt)"
    case "serviceCancelled": words = "stops \(narration.service(text(event, "service")))"
    case "timerSet":
      words = "sets the \(narration.words(ofTimer: text(event, "timer"))): \(seconds(event, "after"))"
    case "fault": (words, kind) = ("Problem: \(text(event, "message"))", .problem)
    case "unhandledError":
      (words, kind) = ("Problem: No transition handles the error `\(text(event, "code"))`.", .problem)
    case "undelivered":
      (words, kind) = ("Problem: The event \(name) did not reach \(text(event, "service")).", .problem)
    default: return []
    }
    return [Narration.Line(text: words, kind: kind)]
  }

  private func text(_ event: TracedEvent, _ name: String) -> String {
    event.members.text(name)?.oneLine ?? "?"
  }

  private func seconds(_ event: TracedEvent, _ name: String) -> String {
    Narration.words(for: .seconds(event.members.seconds(name)))
  }

  /// Data in one line; nil if there are none.
  private func data(_ value: ChartValue) -> String? {
    switch value {
    case .unset: return nil
    case .map(let fields):
      let known = fields.filter { $0.value != .unset }.sorted { $0.key < $1.key }
      let words = known.map { "\($0.key.oneLine): \($0.value.description.oneLine)" }.joined(separator: ", ")
      return words.isEmpty ? nil : Narration.shortened([Narration.Line(text: words)]).first?.text
    default: return Narration.shortened([Narration.Line(text: value.description.oneLine)]).first?.text
    }
  }
}
