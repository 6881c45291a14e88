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
    if ask(.events(node, isItem: isItem)) != nil { return [] }
    var result: [EventTransition] = []
    var cursor = chart.walk(node)
    while let (key, value) = chart.next(&cursor) {
      guard ask(.event(key)) == nil else { continue }
      if chart.isTransitionKey(key, besides: chart.declaredEvents) {
        report(.eventKey(key))
      } else if let name = name(key, .descriptor) {
        transitions(value, key: key) { result.append(EventTransition(EventDescriptor(name), $0)) }
      }
    }
    return result
  }

  /// Reads `after`: transitions by delays.
  mutating func delayedTransitions(in fields: Fields) -> [DelayedTransition] {
    guard let entry = mappingEntry(.after, in: fields) else { return [] }
    var result: [DelayedTransition] = []
    var cursor = chart.walk(entry.value)
    while let (key, value) = chart.next(&cursor) {
      if ask(.delay(key, ofMapping: entry.value)) == nil, let delay = delay(key: key) {
        let name = ChartName(text(key), origin: ModelOrigin(key))
        delayedTransitions(value, key: key) {
          result.append(DelayedTransition(delay, name: name, resume: $1, $0))
        }
      }
    }
    return result
  }

  /// Reads `failed`: transitions by error codes.
  mutating func failures(in fields: Fields) -> [ChartInvocation.Failure] {
    guard let entry = mappingEntry(.failed, in: fields) else { return [] }
    var result: [ChartInvocation.Failure] = []
    var code: Int32?
    var cursor = chart.walk(entry.value)
    while let (key, value) = chart.next(&cursor) {
      if chart.isTransitionKey(key, besides: chart.declaredErrors) {
        report(.failureKey(key, after: code))
        continue
      }
      let name: ChartName?
      switch ask(.failure(key, ofMapping: entry.value)) {
      case .name(let text)?: name = ChartName(text, origin: ModelOrigin(key))
      case .some: continue
      case nil: name = self.name(key, .failure)
      }
      code = key
      guard let name else { continue }
      transitions(value, key: key) {
        result.append(ChartInvocation.Failure(name.text == "any" ? nil : name, $0))
      }
    }
    return result
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
      if text(node).utf8.contains(0x2C), ask(.target(node)) != nil { return nil }
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
