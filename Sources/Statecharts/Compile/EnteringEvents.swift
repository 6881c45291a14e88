import StatechartsModel

/// Which events enter each state. `entry`, what a service is given, the guards of a choice and the output of a final
/// state read the event that led there, and that may be one of several.
struct EnteringEvents {
  /// The events that enter each state; empty where nothing is known.
  private var triggers = ContiguousArray<EntryTriggers>()
  private var sources: [EntrySource] = []

  /// Finds the events. Nothing is known where a part of the chart is missing, or a target does not exist.
  init(
    _ index: StateIndex, _ states: ContiguousArray<StateRecord>, _ catalogue: Catalogue,
    knowsAllTransitions: Bool
  ) {
    // Decision: Docs/decisions/format.md#fields-of-an-entering-event
    guard knowsAllTransitions else { return }
    var sources: [EntrySource] = []
    var numbers: [String: Int] = [:]
    /// What triggers a transition, under a name that is the same for the same data.
    func member(_ shape: ExpressionContext.EventShape, _ key: String, _ words: String) -> EntryTriggers.Member
    {
      if case .any = shape { return .any }
      if let known = numbers[key] { return .init(source: known, isDoubtful: false) }
      numbers[key] = sources.count
      sources.append(EntrySource(shape: shape, words: words))
      return .init(source: sources.count - 1, isDoubtful: false)
    }

    func resolved(_ names: [ChartName]) -> [Int]? {
      let found = names.compactMap { index.numbers[$0.text] }
      return found.count == names.count ? found : nil
    }
    /// Where a transition leads; nil if that is not known.
    func way(of transition: ChartTransition, _ source: Int) -> EntrySpread.Way? {
      resolved(transition.targets).map {
        .init(targets: $0, domain: index.domain(of: transition, source: source, targets: $0))
      }
    }

    let start = member(catalogue.dataless, "start", "the start of the chart")
    if start != .any { sources[start.source].isStart = true }
    var ways: [(EntrySpread.Way, EntryTriggers.Member)] = []
    var defaults: [Int: [Int]] = [:]
    var branches: [Int: [EntrySpread.Branch]] = [:]
    var isComplete = true
    for (number, node) in index.nodes.enumerated() {
      let state = node.state
      func add(_ transition: ChartTransition, _ member: EntryTriggers.Member) {
        guard let way = way(of: transition, number) else { return isComplete = false }
        if !way.targets.isEmpty { ways.append((way, member)) }
      }
      if let initial = state.initial {
        guard let targets = resolved(initial.targets) else { return }
        // Targets elsewhere are reported, and do not enter this state.
        let around = state.kind.isHistory ? node.parent : number
        defaults[number] = targets.filter { index.isDescendant($0, of: around) }
      }
      for transition in state.on {
        let name = transition.event.name.text
        add(transition.transition, member(catalogue.shape(of: transition.event), "on \(name)", "`\(name)`"))
      }
      for transition in state.done { add(transition, .any) }
      for delayed in state.after { add(delayed.transition, member(catalogue.dataless, "after", "a timer")) }
      for invocation in state.invoke {
        let service = catalogue.service(of: invocation)
        let name = service?.name.text ?? invocation.effectiveID
        let done = member(catalogue.shape(ofResult: service), "done \(name)", "the end of `\(name)`")
        for transition in invocation.done { add(transition, done) }
        for failure in invocation.failed {
          let code = failure.code?.text ?? ""
          add(
            failure.transition,
            member(catalogue.shape(ofFailure: failure.code), "error \(code)", "the failure `\(code)`"))
        }
      }
      // A choice is left at once; elsewhere such a transition may be taken some time later, because of any event.
      var dependsOnEvent = false
      for transition in state.always where state.kind == .choice {
        // Cautiously, by its words: a guard that looks at the event may keep some away.
        dependsOnEvent = dependsOnEvent || transition.guard?.text.holds("event") == true
        guard let way = way(of: transition, number) else { return }
        branches[number, default: []].append(.init(way: way, dependsOnEvent: dependsOnEvent))
        if transition.guard == nil { break }
      }
      for transition in state.always where state.kind != .choice { add(transition, .any) }
    }
    guard isComplete else { return }
    var spread = EntrySpread(states, defaults: defaults, branches: branches)
    spread.start(start)
    for (way, member) in ways { spread.take(way, member) }
    triggers = spread.entering
    self.sources = sources
  }

  /// The situation in which a state is entered.
  func situation(_ state: Int) -> ExpressionContext {
    guard !triggers.isEmpty, !triggers[state].members.isEmpty, !triggers[state].isAny else {
      return ExpressionContext(state: state)
    }
    return ExpressionContext(state: state, event: .entering(triggers[state]))
  }

  /// What expressions may read of the event that leads to a state.
  func scope(of events: EntryTriggers) -> ExpressionScope.Event {
    Self.scope(of: events.members.map { (sources[$0.source], isDoubtful: $0.isDoubtful) }) ?? .unknown
  }

  /// What expressions may read of an event that is one of several; nil where nothing is known.
  private static func scope(of sources: [(source: EntrySource, isDoubtful: Bool)]) -> ExpressionScope.Event? {
    if sources.count == 1 {
      var scope = sources[0].source.shape.scope
      scope.hasName = !sources[0].source.isStart
      return scope
    }
    let events = sources.map(\.source.shape.scope)
    var records: [[FieldDeclaration]] = []
    for event in events {
      guard case .record(let fields) = StaticType(event.data).type else { return nil }
      records.append(fields)
    }
    // Telling so many apart for each state would take too long.
    guard records.reduce(0, { $0 + $1.count }) <= EntryTriggers.mostFields else { return nil }
    var merged: [FieldDeclaration] = []
    var places: [String: Int] = [:]
    var carriers: [String: Set<Int>] = [:]
    for (number, record) in records.enumerated() {
      for field in record {
        let name = field.name.text
        carriers[name, default: []].insert(number)
        if let place = places[name] {
          merged[place] = merged[place].joined(with: field)
        } else {
          places[name] = merged.count
          merged.append(field)
        }
      }
    }
    var missing: [String: [String]] = [:]
    var partial: Set<String> = []
    for place in merged.indices {
      let name = merged[place].name.text
      guard let having = carriers[name], having.count < sources.count else { continue }
      if !StaticType(merged[place].type).isOptional { partial.insert(name) }
      merged[place].type = .optional(StaticType(merged[place].type).type)
      let lacking = sources.indices.filter { !sources[$0].isDoubtful && !having.contains($0) }
      if !lacking.isEmpty { missing[name] = lacking.map { sources[$0].source.words } }
    }
    let data = ChartValueType.record(merged)
    let isOptional = events.contains { StaticType($0.data).isOptional }
    var event = ExpressionScope.Event(
      data: isOptional ? .optional(data) : data, failure: failure(of: events))
    event.missing = missing
    event.partial = partial
    return event
  }

  private static func failure(of events: [ExpressionScope.Event]) -> ExpressionScope.Event.Failure {
    var codes: [String] = []
    var areFailures = 0
    for event in events {
      switch event.failure {
      case .none: break
      case .any: return .any
      case .codes(let more):
        codes += more
        areFailures += 1
      }
    }
    return areFailures == 0 ? .none : areFailures == events.count ? .codes(codes) : .any
  }
}

extension ExpressionContext.EventShape {
  /// What expressions may read of the event. Of what leads to a state, `scope(of:)` knows more.
  var scope: ExpressionScope.Event {
    switch self {
    case .any, .entering: .unknown
    case .payload(let fields, let error):
      // Where nothing is declared to come, the data are no map, but nothing.
      ExpressionScope.Event(
        data: fields.isEmpty ? .optional(.record([])) : .record(fields),
        failure: error.map { .codes([$0]) } ?? .none)
    case .result(let type): ExpressionScope.Event(data: type, failure: .none)
    }
  }
}

extension FieldDeclaration {
  /// What both are. Where their types differ it may be anything, and a secret or personal part makes the whole so.
  func joined(with other: FieldDeclaration) -> FieldDeclaration {
    var taint = taint.union(other.taint)
    var type = type
    var values = StaticType(self).joined(with: StaticType(other)).values
    if type != other.type {
      taint.formUnion(type.heldTaint.union(other.type.heldTaint))
      (type, values) = (.any, nil)
    }
    return FieldDeclaration(
      name, type, values: values, isSecret: taint.contains(.secret), isPersonal: taint.contains(.personal))
  }
}
