import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds events that are raised without end: by the transition that answers them, by the state that it leads to, or by
/// what answers an event that those raise.
struct RaiseLoop: LintRule {
  static let description = RuleDescription(
    "raise-loop", "Events raise each other in an endless loop", .warning, .structure,
    why:
      "The transition for an event raises the event again. The flow never comes to rest and is stopped with an error.",
    howToFix: "Raise another event, go to another state, or add a `guard:` that ends the loop.",
    bad: """
      states:
        open:
          on:
            knock: { actions: { raise: ▸knock } }
            close: closed
        closed: { type: final }
      """,
    good: """
      states:
        open:
          on:
            knock: { actions: { raise: close } }
            close: closed
        closed: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          entry: { raise: ▸knock }
          on:
            knock: open
            close: closed
        closed: { type: final }
      """,
      """
      states:
        open: { entry: [{ raise: ▸push }], on: { push: ajar, close: closed } }
        ajar: { entry: [{ raise: pull }], on: { pull: open, close: closed } }
        closed: { type: final }
      """,
      """
      states:
        open:
          on:
            tick: { actions: { raise: ▸tock } }
            tock: { actions: { raise: tick } }
            close: closed
        closed: { type: final }
      """,
      """
      states:
        open: { entry: { send: ▸push }, on: { push: ajar, close: closed } }
        ajar: { entry: { send: pull }, on: { pull: open, close: closed } }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      states:
        # The clock is a separate state, and one of the two regions ends the loop.
        open: { entry: { send: tick, delay: 1s }, on: { tick: wide, close: closed } }
        wide: { entry: { send: tock, delay: 1s }, on: { tock: open, close: both } }
        both:
          type: parallel
          on: { close: closed }
          states:
            bell: { on: { knock: { actions: { raise: knock } } } }
            lamp: { on: { knock: { actions: { raise: close } } } }
        closed: { type: final }
      """,
      """
      states:
        open: { entry: [{ raise: push }], on: { push: ajar } }
        ajar: { entry: [{ raise: pull }], on: { pull: [{ guard: isFree, target: closed }, open] } }
        closed: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          entry: { raise: knock }
          on:
            # The state stays active, so it is not entered again.
            knock: { actions: { assign: { knocks: knocks + 1 } } }
            close: { guard: knocks > 0, target: closed }
        closed: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      states:
        open:
          on:
            # `always` is checked before the raised event is handled.
            knock: { actions: [{ assign: { knocks: knocks + 1 } }, { raise: knock }] }
          always: { guard: knocks > 3, target: closed }
        closed: { type: final }
      """,
      """
      states:
        open:
          type: parallel
          states:
            bell: { on: { knock: { actions: { raise: knock } } } }
            lamp: { on: { knock: { guard: isLit, target: closed } } }
        closed: { type: final }
      """,
      """
      states:
        open:
          on:
            knock: { actions: [{ raise: close }, { raise: knock }] }
            close: closed
        closed: { type: final }
      """,
      """
      initial: idle
      states:
        # Sent events wait in one queue, so `close` is handled when its turn comes.
        idle: { on: { knock: { target: open, actions: { send: close } } } }
        open: { entry: { send: push }, on: { push: ajar, close: closed } }
        ajar: { entry: { send: pull }, on: { pull: open, close: closed } }
        closed: { type: final }
      """,
      """
      states:
        # A delay of 0s is still a timer, so other events are handled in between.
        open: { entry: { send: push, delay: 0s }, on: { push: ajar, close: closed } }
        ajar: { entry: { send: pull }, on: { pull: open, close: closed } }
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    guard !context.usage.sentEvents.isEmpty else { return [] }
    let tree = context.tree
    let exits = Exits(tree, context.eventNames)
    var sentAway = SentAway(context)
    var answers = Answers(tree, context.eventNames)
    // By answer: the step that follows for certain.
    var steps: [Answer: Step] = [:]
    var order: [Answer] = []
    for (number, node) in tree.nodes.enumerated() where node.state.states.isEmpty {
      for (place, entry) in node.state.on.enumerated() where entry.transition.isUnconditional {
        guard let raise = Self.raise(by: entry.transition, in: number, tree),
          // What could not be read may have been a delay.
          !raise.isSent
            || context.unreadStates.isEmpty && !sentAway.answersOther(than: raise.event, in: raise.target),
          let next = answers.answer(to: raise.event, in: raise.target),
          !exits.canEnd(in: raise.target, exits.names.number(of: raise.event.text[...]), tree)
        else { continue }
        let answer = Answer(state: number, place: place)
        steps[answer] = Step(raise: raise, next: next)
        order.append(answer)
      }
    }
    var isSeen: Set<Answer> = []
    return order.flatMap { start -> [Diagnostic] in
      var way: [Answer] = []
      var answer = start
      while let step = steps[answer], isSeen.insert(answer).inserted {
        way.append(answer)
        answer = step.next
      }
      guard let first = way.firstIndex(of: answer) else { return [] }
      return report(way[first...].compactMap { steps[$0] }, context)
    }
  }

  private func report(_ round: [Step], _ context: LintContext) -> [Diagnostic] {
    let start = { (step: Step) in context.range(of: step.raise.event)?.lowerBound ?? .max }
    let number = round.indices.min { start(round[$0]) < start(round[$1]) } ?? 0
    let round = Array(round[number...] + round[..<number])
    guard let first = round.first?.raise else { return [] }
    let called = { (number: Int) in context.tree.nodes[number].state.called }
    let place = context.range(of: first.event)
    let action = "`\(first.isSent ? "send" : "raise"): \(first.event.text)`"
    let help =
      "If the loop is a mistake, delete the action \(action). If the event must repeat, replace this action by `{ send: \(first.event.text), delay: 1s }`."
    if round.count == 1 {
      return finding(
        first.raiser == .transition
          ? "`\(first.event.text)` is raised by the transition that handles it, and \(called(first.target)) stays active."
          : "`\(first.event.text)` is raised whenever \(called(first.target)) is \(first.raiser.rawValue), and its transition enters that state again.",
        help: help, at: place)
    }
    let list = round.prefix(4).map { "`\($0.raise.event.text)`" }.joined(separator: ", ")
    let related = round.dropFirst().prefix(3).compactMap { step in
      context.range(of: step.raise.event).map {
        Diagnostic.Related(range: $0, message: "the next event is raised here")
      }
    }
    return finding(
      "The events \(list + (round.count > 4 ? ", …" : "")) raise each other in an endless loop.",
      help: help, at: place, related: related)
  }

  /// A transition of a state, by its place among those for events.
  private struct Answer: Hashable {
    var state: Int
    var place: Int
  }

  /// What is certain when a transition is taken: what it raises, and what answers that.
  private struct Step {
    var raise: Raise
    var next: Answer
  }

  /// The event that a transition raises for certain, what raises it, and the state that is active then.
  private struct Raise {
    var event: ChartName
    /// Whether it is sent, and answered after all that is raised.
    var isSent: Bool
    var raiser: Raiser
    var target: Int
  }

  private enum Raiser: String {
    case transition
    case exit = "left"
    case entry = "entered"
  }

  /// What a transition of a state without states inside raises, and where it leads.
  ///
  /// It is `nil` where either is uncertain, and where several events are raised.
  private static func raise(by transition: ChartTransition, in source: Int, _ tree: StateIndex) -> Raise? {
    var parts = [(Raiser.transition, transition.actions)]
    var target = source
    if !transition.targets.isEmpty {
      guard transition.targets.count == 1, let first = tree.number(of: transition.targets[0]) else {
        return nil
      }
      let domain = tree.domain(of: transition, source: source, targets: [first])
      for number in tree.path(from: domain, to: source).reversed() {
        // All other parts of a parallel state would be left and entered too.
        guard tree.nodes[number].parent >= 0, tree.nodes[number].state.kind != .parallel else { return nil }
        parts.append((.exit, tree.nodes[number].state.exit))
      }
      let entered = tree.path(from: domain, to: first)
      for number in entered { parts.append((.entry, tree.nodes[number].state.entry)) }
      target = first
      while let initial = tree.nodes[target].state.initial {
        guard initial.targets.count == 1, let inner = tree.number(of: initial.targets[0]),
          tree.nodes[inner].parent == target
        else { return nil }
        parts += [(.transition, initial.actions), (.entry, tree.nodes[inner].state.entry)]
        target = inner
      }
      guard entered.allSatisfy({ tree.nodes[$0].state.kind == .plain }),
        tree.nodes[target].state.kind == .plain, tree.nodes[target].state.states.isEmpty,
        tree.nodes[domain].state.kind != .parallel
      else { return nil }
    }
    var result: Raise?
    for (raiser, actions) in parts {
      for action in actions where action.mayRaise {
        guard let event = action.eventAtOnce, result.map({ $0.event.text == event.text }) ?? true
        else { return nil }
        result = result ?? Raise(event: event, isSent: action.isSend, raiser: raiser, target: target)
      }
    }
    return result
  }

  /// Which transition of a state answers an event first.
  private struct Answers {
    private let tree: StateIndex
    private let names: EventNames
    /// By state: which of its transitions comes first for each name.
    private var first: [Int: [Int: Int]] = [:]

    init(_ tree: StateIndex, _ names: EventNames) { (self.tree, self.names) = (tree, names) }

    /// The transition of a state that answers an event whatever else is so; nil where that is not certain.
    mutating func answer(to event: ChartName, in state: Int) -> Answer? {
      let places = first[state] ?? Self.places(tree.nodes[state].state.on, names)
      first[state] = places
      let place = names.beginnings(of: names.number(of: event.text[...])).compactMap { places[$0] }.min()
      guard let place, tree.nodes[state].state.on[place].transition.isUnconditional,
        tree.nodes[state].state.on[place].event.matches(event.text)
      else { return nil }
      return Answer(state: state, place: place)
    }

    private static func places(_ entries: [EventTransition], _ names: EventNames) -> [Int: Int] {
      var result: [Int: Int] = [:]
      for (place, entry) in entries.enumerated() {
        let name = names.number(of: entry.event.prefix)
        if result[name] == nil { result[name] = place }
      }
      return result
    }
  }

  /// Where events that the chart sends to itself lead elsewhere: they wait in one queue, so that one that was sent
  /// before may end a loop of others.
  private struct SentAway {
    private let tree: StateIndex
    private let isAnySent: Bool
    private let sent: AnsweredEvents
    /// By state: those that it goes elsewhere on.
    private var answered: [Int: AnsweredEvents.Answered?] = [:]

    init(_ context: LintContext) {
      (tree, isAnySent) = (context.tree, context.usage.computesEvents)
      sent = AnsweredEvents(context.usage.eventsToItself, context.eventNames)
    }

    /// Whether a state, or one around it, goes elsewhere on another event that the chart may have sent.
    mutating func answersOther(than event: ChartName, in state: Int) -> Bool {
      if isAnySent { return true }
      return tree.selfAndAncestors(of: state).contains { number in
        let found =
          answered[number]
          ?? sent.answered(by: tree.nodes[number].state.on.lazy.filter { !$0.transition.targets.isEmpty })
        answered[number] = .some(found)
        return found.map { $0.hasMore || $0.event != event.text } ?? false
      }
    }
  }

  /// What may end a round of raised events besides the state that answers them.
  private struct Exits {
    let names: EventNames
    /// The states that are left without an event, in order.
    private var passing: [Int] = []
    /// By name of an event: the states that go elsewhere on it, in order.
    private var answering: [Int: [Int]] = [:]

    init(_ tree: StateIndex, _ names: EventNames) {
      self.names = names
      for (number, node) in tree.nodes.enumerated() {
        if !node.state.always.isEmpty, node.state.kind != .choice { passing.append(number) }
        for entry in node.state.on
        where !entry.transition.targets.isEmpty || entry.transition.actions.contains(where: \.mayRaise) {
          answering[names.number(of: entry.event.prefix), default: []].append(number)
        }
      }
    }

    /// Whether something around a state, or in another part of a parallel state, may end a round of one event.
    func canEnd(in number: Int, _ name: Int, _ tree: StateIndex) -> Bool {
      var inner = number
      for outer in tree.selfAndAncestors(of: number) {
        if !tree.nodes[outer].state.always.isEmpty { return true }
        if outer != inner, tree.nodes[outer].state.kind == .parallel {
          for part in [outer + 1..<inner, tree.nodes[inner].end..<tree.nodes[outer].end] {
            if Self.contains(passing, part) { return true }
            if names.beginnings(of: name).contains(where: { Self.contains(answering[$0] ?? [], part) }) {
              return true
            }
          }
        }
        inner = outer
      }
      return false
    }

    /// Whether one of some ordered numbers lies in a range.
    private static func contains(_ numbers: [Int], _ range: Range<Int>) -> Bool {
      let first = numbers.partitioningIndex { $0 >= range.lowerBound }
      return first < numbers.count && numbers[first] < range.upperBound
    }
  }
}

extension ChartAction {
  fileprivate var isSend: Bool {
    if case .send = kind { true } else { false }
  }

  /// The event that the action raises, or sends to the chart itself without a delay; one of nothing is a timer too.
  fileprivate var eventAtOnce: ChartName? {
    switch kind {
    case .raise(let event, _): event
    case .send(let send) where send.destination == .itself && send.computedEvent == nil && send.delay == nil:
      send.event
    default: nil
    }
  }

  /// Whether the action raises an event, or sends one to the chart itself at once, or may do so in what is inside it.
  fileprivate var mayRaise: Bool {
    switch kind {
    case .raise, .choose, .forEach, .block: true
    case .send(let send): send.destination == .itself && send.delay == nil
    case .handler, .assign, .cancel, .cancelComputed, .emit, .log: false
    }
  }
}
