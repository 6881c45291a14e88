// Pass 4, before the states are compiled: what is known of the current event while a state is entered. `entry`, what a
// service is given, the guards of a choice and the output of a final state read the event that led there, and that may
// be one of several.

extension Compiler {
  /// Finds which events enter each state.
  mutating func findEnteringEvents() {
    var sources: [EntrySource] = []
    var numbers: [String: Int] = [:]
    /// What triggers a transition, under a name that is the same for the same data.
    func member(_ shape: Situation.EventShape, _ key: String, _ words: String) -> EnteringEvents.Member {
      if case .any = shape { return .any }
      if let known = numbers[key] { return .init(source: known, isDoubtful: false) }
      numbers[key] = sources.count
      sources.append(EntrySource(shape: shape, words: words))
      return .init(source: sources.count - 1, isDoubtful: false)
    }

    // Where a transition leads to no one knows where, what enters a state is not known.
    guard knowsAllTransitions, var spread = makeSpread() else { return }
    spread.start(member(dataless, "start", "the start of the chart"))
    for number in states.indices {
      let state = models[number]
      for transition in state.on {
        let name = transition.event.name.text
        take(
          transition.transition, number, member(shape(of: transition.event), "on \(name)", "`\(name)`"),
          &spread)
      }
      for transition in state.done { take(transition, number, .any, &spread) }
      for delayed in state.after {
        take(delayed.transition, number, member(dataless, "after", "a timer"), &spread)
      }
      for invocation in state.invoke {
        let id = invocation.effectiveID
        let service = service(of: invocation)
        let done = member(shape(ofResult: service), "done \(service?.name.text ?? "")", "the end of `\(id)`")
        for transition in invocation.done { take(transition, number, done, &spread) }
        for failure in invocation.failed {
          let code = failure.code?.text ?? ""
          let failed = member(shape(ofFailure: failure.code), "error \(code)", "the failure `\(code)`")
          take(failure.transition, number, failed, &spread)
        }
      }
      if !isLeftAtOnce(state) {
        for transition in state.always { take(transition, number, .any, &spread) }
      }
    }
    enteringEvents = makeScopes(spread.entering, sources)
  }

  /// What is known of the data where none come. Without declared events nothing is checked, as elsewhere: one that
  /// reads them there may want the error.
  var dataless: Situation.EventShape { catalogue.events == nil ? .any : .payload([], error: nil) }

  /// The situation in which a state is entered.
  func entering(_ state: Int) -> Situation {
    let known = enteringEvents.isEmpty ? -1 : enteringEvents[state]
    return Situation(state: state, event: known < 0 ? .any : .entering(known))
  }

  /// The situation in which transitions without event are taken: at once, with the event that led there, or some time.
  func eventlessSituation(_ state: Int) -> Situation {
    isLeftAtOnce(models[state]) ? entering(state) : Situation(state: state)
  }

  /// Whether a state is left, or its transition without event taken, before anything else happens.
  private func isLeftAtOnce(_ state: State) -> Bool {
    state.kind == .choice || state.always.contains { $0.guard == nil }
  }

  private func take(
    _ transition: Transition, _ source: Int, _ member: EnteringEvents.Member, _ spread: inout EntrySpread
  ) {
    if let way = way(of: transition, source), !way.targets.isEmpty { spread.take(way, member) }
  }

  /// Where a transition leads; nil if that is not known.
  private func way(of transition: Transition, _ source: Int) -> EntrySpread.Way? {
    guard let targets = numbers(of: transition.targets) else { return nil }
    return .init(
      targets: targets, domain: domain(source, targets[...], isInternal: transition.isInternal == true))
  }

  private func numbers(of names: [Name]) -> [Int]? {
    let found = names.compactMap { stateNumbers[$0.text] }
    return found.count == names.count ? found : nil
  }

  /// The ways that need no event; nil if a transition of the chart leads to no one knows where.
  private func makeSpread() -> EntrySpread? {
    var defaults: [Int: [Int]] = [:]
    var passages: [Int: [EntrySpread.Passage]] = [:]
    for number in states.indices {
      let state = models[number]
      if let initial = state.initial {
        guard let targets = numbers(of: initial.targets) else { return nil }
        // Those elsewhere are told, and are no entry of this state.
        let around = states[number].kind.isHistory ? states[number].parent : number
        defaults[number] = targets.filter { isDescendant($0, of: around) }
      }
      var transitions = state.on.map(\.transition) + state.done + state.after.map(\.transition)
      for invocation in state.invoke { transitions += invocation.done + invocation.failed.map(\.transition) }
      guard (transitions + state.always).allSatisfy({ numbers(of: $0.targets) != nil }) else { return nil }
      guard isLeftAtOnce(state) else { continue }
      var tellsApart = false
      for transition in state.always {
        tellsApart = tellsApart || transition.guard.map { Self.tellsEventsApart($0.text) } ?? false
        guard let way = way(of: transition, number) else { return nil }
        if !way.targets.isEmpty {
          passages[number, default: []].append(.init(way: way, tellsEventsApart: tellsApart))
        }
        if transition.guard == nil { break }
      }
    }
    return EntrySpread(states, defaults: defaults, passages: passages)
  }

  /// Whether a guard may let only some events pass because of what they are or carry; cautiously, by its words.
  private static func tellsEventsApart(_ text: String) -> Bool {
    let text = text.filter { !$0.isWhitespace }
    return ["event.name", "event.error", "event.type", "defined("].contains { text.contains($0) }
  }

  /// What is known of the event for each state, as numbers of `enteringScopes`; -1 where nothing is.
  private mutating func makeScopes(
    _ entering: ContiguousArray<EnteringEvents>, _ sources: [EntrySource]
  ) -> ContiguousArray<Int> {
    var known: [EnteringEvents: Int] = [:]
    return ContiguousArray(
      entering.map { events in
        if events.members.isEmpty || events.isAny { return -1 }
        if let number = known[events] { return number }
        let scope = Self.scope(
          of: events.members.map { (sources[$0.source], isDoubtful: $0.isDoubtful) })
        guard let scope else {
          known[events] = -1
          return -1
        }
        enteringScopes.append(scope)
        known[events] = enteringScopes.count - 1
        return enteringScopes.count - 1
      })
  }

  /// What expressions may read of an event that is one of several; nil where nothing is known.
  private static func scope(of sources: [(source: EntrySource, isDoubtful: Bool)]) -> ExpressionScope.Event? {
    if sources.count == 1 { return sources[0].source.shape.scope }
    let events = sources.map(\.source.shape.scope)
    var records: [[Field]] = []
    for event in events {
      guard case .record(let fields) = event.data else { return nil }
      records.append(fields)
    }
    var merged: [Field] = []
    var places: [String: Int] = [:]
    var carriers: [String: Int] = [:]
    for field in records.joined() {
      let name = field.name.text
      carriers[name, default: 0] += 1
      guard let place = places[name] else {
        places[name] = merged.count
        merged.append(field)
        continue
      }
      merged[place] = merged[place].joined(with: field)
    }
    var missing: [String: [String]] = [:]
    for place in merged.indices {
      let name = merged[place].name.text
      guard carriers[name] != events.count else { continue }
      merged[place].type = .optional(StaticType(merged[place].type).type)
      let lacking = zip(sources, records).filter { source, fields in
        !source.isDoubtful && !fields.contains { $0.name.text == name }
      }
      if !lacking.isEmpty { missing[name] = lacking.map(\.0.source.words) }
    }
    var codes: [String]? = []
    for event in events {
      if case .codes(let more) = event.failure { codes?.append(contentsOf: more) } else { codes = nil }
    }
    let areFailures = events.map { if case .none = $0.failure { false } else { true } }
    let failure: ExpressionScope.Event.Failure =
      if let codes { .codes(codes) } else if areFailures.contains(true) { .any } else { .none }
    var event = ExpressionScope.Event(data: .record(merged), failure: failure)
    event.missing = missing
    return event
  }
}

extension Situation.EventShape {
  /// What expressions may read of the event. What enters a state the compiler knows.
  var scope: ExpressionScope.Event {
    switch self {
    case .any, .entering: ExpressionScope.Event(failure: .any)
    case .payload(let fields, let error):
      ExpressionScope.Event(data: .record(fields), failure: error.map { .codes([$0]) } ?? .none)
    case .result(let type): ExpressionScope.Event(data: type, failure: .none)
    }
  }
}

extension Field {
  /// What both are. Where their types differ, a secret or personal part makes the whole so, for the part may get lost.
  func joined(with other: Field) -> Field {
    let both = StaticType(self).joined(with: StaticType(other))
    var taint = taint.union(other.taint)
    if type != other.type { taint.formUnion(type.heldTaint.union(other.type.heldTaint)) }
    return Field(
      name, type == other.type ? type : both.declared, values: both.values, isSecret: taint.contains(.secret),
      isPersonal: taint.contains(.personal))
  }
}
