import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads transitions behind a key of the format.
  mutating func transitions(_ name: FormatName, in fields: Fields) -> [ChartTransition] {
    guard let entry = value(name, in: fields) else { return [] }
    return transitions(entry.value, key: entry.key, behind: index.key(entry.format)).map(\.transition)
  }

  /// Reads `on`: transitions by events.
  mutating func eventTransitions(in fields: Fields) -> [EventTransition] {
    guard let entry = value(.on, in: fields) else { return [] }
    let format = index.key(entry.format)
    // Decision: Docs/decisions/format.md#on-may-be-a-list-of-mappings
    guard kind(entry.value) == .sequence else { return eventTransitions(entry.value, format) }
    var result: [EventTransition] = []
    var item = first(entry.value)
    while item >= 0 {
      guard kind(item) == .mapping else {
        reportWrongKind(entry)
        return []
      }
      result += eventTransitions(item, format, isItem: true)
      item = next(item)
    }
    return result
  }

  private mutating func eventTransitions(
    _ node: Int32, _ format: FormatKey, isItem: Bool = false
  ) -> [EventTransition] {
    if ask(.events(node, isItem: isItem)) != nil { return [] }
    return entries(of: node) { builder, key, value -> [EventTransition]? in
      guard builder.ask(.event(key)) == nil else { return nil }
      if builder.chart.isTransitionKey(key, besides: builder.chart.declaredEvents) {
        builder.report(.eventKey(key))
        return nil
      }
      return builder.name(key, .descriptor).map { name in
        builder.transitions(value, key: key, behind: format).map {
          EventTransition(EventDescriptor(name), $0.transition)
        }
      }
    }.flatMap { $0 }
  }

  /// Reads `after`: transitions by delays.
  mutating func delayedTransitions(in fields: Fields) -> [DelayedTransition] {
    guard let entry = value(.after, in: fields) else { return [] }
    let format = index.key(entry.format)
    return entries(of: entry.value) { builder, key, value -> [DelayedTransition]? in
      guard builder.ask(.delay(key, ofMapping: entry.value)) == nil, let delay = builder.delay(key: key)
      else { return nil }
      let name = ChartName(builder.text(key), origin: ModelOrigin(key))
      return builder.transitions(value, key: key, behind: format).map {
        DelayedTransition(delay, name: name, resume: $0.resume, $0.transition)
      }
    }.flatMap { $0 }
  }

  /// Reads `failed`: transitions by error codes.
  mutating func failures(in fields: Fields) -> [ChartInvocation.Failure] {
    guard let entry = value(.failed, in: fields) else { return [] }
    let format = index.key(entry.format)
    var code: Int32?
    return entries(of: entry.value) { builder, key, value -> [ChartInvocation.Failure]? in
      if builder.chart.isTransitionKey(key, besides: builder.chart.declaredErrors) {
        builder.report(.failureKey(key, after: code))
        return nil
      }
      let name: ChartName?
      switch builder.ask(.failure(key, ofMapping: entry.value)) {
      case .name(let text)?: name = ChartName(text, origin: ModelOrigin(key))
      case .some: return nil
      case nil: name = builder.name(key, .failure)
      }
      code = key
      return name.map { name in
        builder.transitions(value, key: key, behind: format).map {
          ChartInvocation.Failure(name.text == "any" ? nil : name, $0.transition)
        }
      }
    }.flatMap { $0 }
  }

  /// A transition, and how the timer in `after` that it belongs to goes on.
  private typealias Timed = (transition: ChartTransition, resume: Resumption?)

  /// Reads a target, a transition or a list of both.
  ///
  /// - Parameter format: The key of the format that they stand behind.
  private mutating func transitions(_ node: Int32, key: Int32, behind format: FormatKey) -> [Timed] {
    guard kind(node) == .sequence else {
      return transition(node, key: key, behind: format).map { [$0] } ?? []
    }
    if first(node) < 0 { report(.wrongKind(node, key: key, expected: .transitions, behind: format)) }
    return items(of: node) { builder, item in builder.transition(item, key: key, behind: format) }
  }

  private mutating func transition(_ node: Int32, key: Int32, behind format: FormatKey) -> Timed? {
    guard kind(node) == .mapping else {
      guard isText(node) else {
        report(.wrongKind(node, key: key, expected: .transitions, behind: format))
        return nil
      }
      if text(node).utf8.contains(0x2C), ask(.target(node)) != nil { return nil }
      return name(node, .state).map { (ChartTransition([$0], origin: ModelOrigin(node)), nil) }
    }
    // A key of the format has no siblings that are named freely.
    let isName = !index.has(text(key), in: .state) && !index.has(text(key), in: .invoke)
    let fields = open(node, as: .transition, owner: isName && next(key) == node ? key : node)
    defer { close(fields) }
    var resume: Resumption?
    if format.name == .after { resume = self.resume(in: fields) } else { refuse(.resume, in: fields) }
    let transition = ChartTransition(
      names(.target, in: fields), guard: guardExpression(in: fields), actions: actions(.actions, in: fields),
      isInternal: bool(.internal, in: fields), label: string(.label, in: fields),
      description: string(.description, in: fields), origin: ModelOrigin(node))
    return (transition, resume)
  }

  /// Reads `initial` or `default`.
  mutating func initial(_ name: FormatName, in fields: Fields) -> InitialTransition? {
    guard let entry = value(name, in: fields) else { return nil }
    switch kind(entry.value) {
    case .scalar: return self.name(entry.value, .state).map { InitialTransition([$0]) }
    case .sequence:
      let targets = names(inList: entry.value, key: entry.key, .state)
      return targets.isEmpty ? nil : InitialTransition(targets)
    case .mapping:
      let inner = open(entry.value, as: .initial, owner: entry.key)
      defer { close(inner) }
      let targets = names(.target, in: inner)
      let actions = actions(.actions, in: inner)
      return targets.isEmpty ? nil : InitialTransition(targets, actions: actions)
    }
  }
}
