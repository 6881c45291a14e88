import StatechartsModel

internal import Statecharts

extension SheetReader {
  /// The transitions of a state in the order of its rows: those of its services first, because these are what the state is
  /// for, then as `forEachTransition`. The default of a history has a row of its own, after all others.
  func transitions(_ number: Int) -> [(trigger: Trigger, transition: ChartTransition)] {
    var services: [(Trigger, ChartTransition)] = []
    var others: [(Trigger, ChartTransition)] = []
    flat.states[number].forEachTransition { trigger, transition in
      switch trigger {
      case .completed, .failed: services.append((trigger, transition))
      default: others.append((trigger, transition))
      }
    }
    return services + others
  }

  /// The rows of a state.
  func rows(_ number: Int) -> [SheetRow] {
    let state = flat.states[number].state
    var rows: [SheetRow] = []
    var above: String?
    var aboveHadGuard = false
    for (trigger, transition) in transitions(number) {
      let visible = self.visible(trigger, in: state)
      let heard = self.heard(trigger)
      let isRepeated = heard == above
      // Of several transitions for the same event, the last one often has no guard.
      let isOtherwise =
        transition.guard == nil && (isRepeated || state.kind == .choice) && aboveHadGuard
      rows.append(row(number, trigger, transition, isRepeated ? "" : visible, isOtherwise))
      aboveHadGuard = transition.guard != nil
      above = heard
    }
    if case .history = state.kind, let initial = state.initial {
      var row = row(
        number, .always, ChartTransition(initial.targets, actions: initial.actions), "the first time", false)
      row.sentence = row.sentence.replacing(prefix: "immediately", by: "the first time")
      rows.append(row)
    }
    return rows
  }

  private func row(
    _ number: Int, _ trigger: Trigger, _ transition: ChartTransition, _ visible: String, _ isOtherwise: Bool
  ) -> SheetRow {
    let state = flat.states[number].state
    var visible = visible
    var middle: [SheetRun] = []
    var sentence = heard(trigger)
    func say(_ text: String, _ style: SheetStyle) {
      guard !text.isEmpty else { return }
      if !middle.isEmpty { middle.append(SheetRun(text: "·", style: .effects)) }
      middle.append(SheetRun(text: text, style: style))
    }
    // A label that only repeats what the transition waits for says nothing more.
    let label = transition.visibleLabel.map { $0 == self.visible(trigger, in: state) ? "" : $0 } ?? ""
    if !label.isEmpty { sentence += " (“\(label)”)" }
    // At a decision the label says which of the branches it is.
    if state.kind == .choice, case .always = trigger, !label.isEmpty {
      visible = label
    } else {
      say(label, .label)
    }
    if let condition = transition.guard {
      var text: [UInt8] = []
      words.secrets.append(condition, to: &text)
      let words = "if " + String(decoding: text, as: UTF8.self)
      say(words, .condition)
      sentence += ", " + words
    } else if isOtherwise {
      say("otherwise", .condition)
      sentence += ", otherwise"
    }
    let targets = transition.targets.map { name in
      SheetTarget(title: title(name), card: flat.number(of: name).flatMap(card))
    }
    let isInternal = transition.isInternal == true && !targets.isEmpty
    sentence += targets.isEmpty ? ", stays" : ", to " + targets.map(\.title).joined(separator: " and ")
    if isInternal {
      say("without leaving", .effects)
      sentence += ", without leaving"
    }
    for more in [words.plainSentence(transition.actions), transition.description ?? ""] where !more.isEmpty {
      say(more, .effects)
      sentence += "; " + more
    }
    return SheetRow(
      trigger: visible, middle: middle, targets: targets, sentence: sentence,
      isFailure: trigger.isFailure)
  }

  /// What a transition waits for, as its row says it.
  private func visible(_ trigger: Trigger, in state: StateNode) -> String {
    let isOnlyOne = state.invoke.count == 1
    switch trigger {
    case .event(let descriptor): return title(of: descriptor)
    case .completed(let invocation): return isOnlyOne ? "service done" : "\(invocation.shortID) done"
    case .failed(let invocation, let code):
      let name = isOnlyOne ? "service failed" : "\(invocation.shortID) failed"
      let hasCodes = invocation.failed.contains { $0.code != nil }
      return name + (code.map { ": \(words.failureTitle($0.text))" } ?? (hasCodes ? ": any other error" : ""))
    case .done: return "all done inside"
    case .after(let name): return "after \(name.text)"
    case .always: return state.kind == .choice ? "" : "at once"
    }
  }

  /// The same for people who hear it, with the names that the chart has for it.
  func heard(_ trigger: Trigger) -> String {
    switch trigger {
    case .event(let descriptor):
      let title = title(of: descriptor)
      let name = descriptor.name.text
      return title == name ? "on \(name)" : "on \(title) (\(name))"
    case .completed(let invocation): return "when \(invocation.shortID) is done"
    case .failed(let invocation, let code):
      let error = code.map { ": \(words.failureTitle($0.text)) (\($0.text))" } ?? ""
      return "when \(invocation.shortID) fails\(error)"
    case .done: return "when all is done inside"
    case .after(let name): return "after \(name.text)"
    case .always: return "immediately"
    }
  }

  private func title(of descriptor: EventDescriptor) -> String {
    if descriptor.isFailure, descriptor.errorCode == nil || descriptor.errorCode == "*" { return "any error" }
    return words.title(of: descriptor)
  }
}

extension String {
  /// The text with another beginning.
  fileprivate func replacing(prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
