import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads transitions behind a key of the format.
  mutating func transitions(_ name: FormatName, in fields: Fields) -> [ChartTransition] {
    guard let entry = entry(name, in: fields) else { return [] }
    var result: [ChartTransition] = []
    transitions(entry.value, key: entry.key) { result.append($0) }
    return result
  }

  /// Reads `on`: transitions by events.
  mutating func eventTransitions(in fields: Fields) -> [EventTransition] {
    guard let entry = entry(.on, in: fields) else { return [] }
    // Decision: Docs/decisions/format.md#on-may-be-a-list-of-mappings
    guard kind(entry.value) == .sequence else {
      guard let entry = mappingEntry(.on, in: fields) else { return [] }
      return eventTransitions(entry.value)
    }
    var result: [EventTransition] = []
    var item = first(entry.value)
    while item >= 0 {
      guard kind(item) == .mapping else {
        reportWrongKind(entry, in: fields)
        return []
      }
      result += eventTransitions(item, isItem: true)
      item = next(item)
    }
    return result
  }

  private mutating func eventTransitions(_ node: Int32, isItem: Bool = false) -> [EventTransition] {
    if reportEventBehindKey(node, isItem: isItem) { return [] }
    var result: [EventTransition] = []
    var key = first(node)
    while key >= 0 {
      let value = next(key)
      guard value >= 0 else { break }
      // An event without anything, followed by what should stand in it, is one mistake.
      let isCutOff = isEmpty(value) && isStrayInEvents(next(value))
      if kind(key) == .scalar, !isCutOff, !reportStrayInEvents(key, value),
        let name = name(key, .descriptor)
      {
        transitions(value, key: key) { result.append(EventTransition(EventDescriptor(name), $0)) }
      }
      key = next(value)
    }
    return result
  }

  /// Reads `after`: transitions by delays.
  mutating func delayedTransitions(in fields: Fields) -> [DelayedTransition] {
    if let entry = entry(.after, in: fields), kind(entry.value) == .scalar,
      (try? Duration(literal: text(entry.value))) != nil
    {
      reportWrongKind(
        entry, in: fields, help: "Add the next state: `after: { \(text(entry.value)): STATE }`.")
      return []
    }
    guard let entry = mappingEntry(.after, in: fields) else { return [] }
    var result: [DelayedTransition] = []
    var key = first(entry.value)
    while key >= 0 {
      let value = next(key)
      guard value >= 0 else { break }
      if kind(key) == .scalar, !reportDelayAsKey(key, entry), let delay = delay(key: key) {
        let name = ChartName(text(key), origin: ModelOrigin(key))
        delayedTransitions(value, key: key) {
          result.append(DelayedTransition(delay, name: name, resume: $1, $0))
        }
      }
      key = next(value)
    }
    return result
  }

  /// `after: { delay: 5s, target: … }` is how other tools write it.
  private mutating func reportDelayAsKey(_ key: Int32, _ entry: Entry) -> Bool {
    guard isDelayWord(key) else { return false }
    // One finding says it for all of them.
    var earlier = first(entry.value)
    while earlier != key {
      if isDelayWord(earlier) { return true }
      earlier = next(next(earlier))
    }
    let rest = ["guard", "actions"].contains { value(of: $0, in: entry.value) != nil } ? ", …" : ""
    let better =
      "\(word("delay", in: entry.value) ?? "5s"): { target: \(word("target", in: entry.value) ?? "STATE")\(rest) }"
    report(
      .unknownKey, at: range(key), "`\(text(key))` is not allowed inside `after:`. Its keys are durations.",
      help: "Write \(shown("after: { \(better) }", upTo: 80)).")
    return true
  }

  /// The single text behind a key of a mapping.
  private func word(_ name: String, in node: Int32) -> String? {
    value(of: name, in: node).flatMap { kind($0) == .scalar && !isEmpty($0) ? text($0) : nil }
  }

  /// Whether a key of `after` is one of a transition, or of other tools, and no variable.
  private func isDelayWord(_ key: Int32) -> Bool {
    kind(key) == .scalar && ["delay", "target", "guard", "actions"].contains(text(key))
      && !variables.contains { $0.name.text == text(key) }
  }

  /// Reads `failed`: transitions by error codes.
  mutating func failures(in fields: Fields) -> [ChartInvocation.Failure] {
    guard let entry = mappingEntry(.failed, in: fields) else { return [] }
    var result: [ChartInvocation.Failure] = []
    var key = first(entry.value)
    var code: Int32?
    while key >= 0 {
      let value = next(key)
      guard value >= 0 else { break }
      if kind(key) == .scalar, !reportStrayInFailures(key, after: code) {
        code = key
        if reportOtherWordForAny(key, entry) {
          transitions(value, key: key) { result.append(ChartInvocation.Failure(nil, $0)) }
        } else if let name = name(key, .failure) {
          let code = name.text == "any" ? nil : name
          transitions(value, key: key) { result.append(ChartInvocation.Failure(code, $0)) }
        }
      }
      key = next(value)
    }
    return result
  }

  /// Reports what other tools, or people who think of an else, write for `any`.
  private mutating func reportOtherWordForAny(_ key: Int32, _ entry: Entry) -> Bool {
    let text = text(key)
    // They may be codes as well, so they are told only where the chart declares its codes and they are none.
    let isWord = !declaredErrors.isEmpty && (ChartInvocation.isWordForAny(text) || text.lowercased() == "any")
    guard text != "any", !declaredErrors.contains(text), isWord || text == "*" else { return false }
    let isThere = value(of: "any", in: entry.value) != nil
    report(
      .unknownKey, at: range(key),
      "\(shown(text)) is not allowed inside `failed:`. The key for all other errors is `any`.",
      help: isThere ? "`any` is already here. Keep one of the two." : "Write `any`.",
      fix: isThere ? nil : replacement(of: key, by: "any", "Write `any`"))
    return true
  }

  /// An entry that must hold a mapping of names.
  private mutating func mappingEntry(_ name: FormatName, in fields: Fields) -> Entry? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard kind(entry.value) == .mapping else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    return entry
  }

  /// Reads a target, a transition or a list of both.
  private mutating func transitions(_ node: Int32, key: Int32, _ take: (ChartTransition) -> Void) {
    transitions(node, key: key, isDelayed: false) { transition, _ in take(transition) }
  }

  /// The same in `after`, where a transition may say how its timer goes on.
  private mutating func delayedTransitions(
    _ node: Int32, key: Int32, _ take: (ChartTransition, Resumption?) -> Void
  ) {
    transitions(node, key: key, isDelayed: true, take)
  }

  private mutating func transitions(
    _ node: Int32, key: Int32, isDelayed: Bool, _ take: (ChartTransition, Resumption?) -> Void
  ) {
    guard kind(node) == .sequence else {
      if let (transition, resume) = transition(node, key: key, isDelayed: isDelayed) {
        take(transition, resume)
      }
      return
    }
    var item = first(node)
    if item < 0 { reportWrongKind(node, key: key, expected: .transitions, help: ChartBuilder.noState) }
    while item >= 0 {
      if kind(item) == .sequence {
        reportWrongKind(
          item, key: key, expected: .transitions,
          help: first(item) < 0
            ? ChartBuilder.noState : "For several targets at once write `target: [one, two]`.")
      } else if let (transition, resume) = transition(item, key: key, isDelayed: isDelayed) {
        take(transition, resume)
      }
      item = next(item)
    }
  }

  private mutating func transition(
    _ node: Int32, key: Int32, isDelayed: Bool
  ) -> (ChartTransition, Resumption?)? {
    if kind(node) == .scalar {
      guard !isEmpty(node) else {
        reportWrongKind(
          node, key: key, expected: .transitions,
          help: isDelayed
            ? "Write the id of the next state."
            : "Write the id of a state, or `{}` to take the event and do nothing.")
        return nil
      }
      if reportSeveralTargets(node) { return nil }
      return name(node, .state).map { (ChartTransition([$0], origin: ModelOrigin(node)), nil) }
    }
    // A key of the format has no siblings that are named freely.
    let isName = index.find(text(key), in: .state) == nil && index.find(text(key), in: .invoke) == nil
    let fields = open(node, as: .transition, owner: isName && next(key) == node ? key : node)
    defer { close(fields) }
    check(fields)
    let resume = isDelayed ? resume(in: fields) : nil
    if !isDelayed {
      refuseResume(
        in: fields, "`resume` is only for transitions in `after`.",
        help: "Remove it. Only a timer can be resumed.")
    }
    let transition = ChartTransition(
      names(.target, in: fields), guard: guardExpression(in: fields), actions: actions(.actions, in: fields),
      isInternal: bool(.internal, in: fields), label: string(.label, in: fields),
      description: string(.description, in: fields), origin: ModelOrigin(node))
    return (transition, resume)
  }

  /// Reports `checking, asking` where one state follows.
  ///
  /// - Returns: Whether it was that.
  private mutating func reportSeveralTargets(_ node: Int32) -> Bool {
    let text = text(node)
    guard text.utf8.contains(0x2C), text.utf8.count <= 2 * Self.longestName, !findings.isFull else {
      return false
    }
    let names = text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    guard names.count > 1, names.allSatisfy({ isState($0) }) else { return false }
    report(
      .illegalName, at: range(node), "\(shown(text)) names several states, but a transition has one target.",
      help:
        "Write one state. To choose between them, write a list of transitions with a `guard` each. "
        + "For regions of a parallel state, write `{ target: \(shownList(names)) }`.")
    return true
  }

  private func shownList(_ names: [String]) -> String { "[\(names.prefix(4).joined(separator: ", "))]" }

  /// Reads `initial` or `default`.
  mutating func initial(_ name: FormatName, in fields: Fields) -> InitialTransition? {
    guard let entry = entry(name, in: fields) else { return nil }
    switch kind(entry.value) {
    case .scalar:
      guard !isEmpty(entry.value) else {
        reportWrongKind(entry, in: fields)
        return nil
      }
      return self.name(entry.value, .state).map { InitialTransition([$0]) }
    case .sequence:
      let targets = names(inList: entry.value, key: entry.key, .state)
      if first(entry.value) < 0 { reportWrongKind(entry, in: fields) }
      return targets.isEmpty ? nil : InitialTransition(targets)
    case .mapping:
      let inner = open(entry.value, as: .initial, owner: entry.key)
      defer { close(inner) }
      check(inner)
      let targets = names(.target, in: inner)
      let actions = actions(.actions, in: inner)
      return targets.isEmpty ? nil : InitialTransition(targets, actions: actions)
    }
  }
}
