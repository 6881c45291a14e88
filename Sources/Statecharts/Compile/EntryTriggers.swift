/// Which events may be the current one while a state is entered, as far as the chart alone can tell.
struct EntryTriggers: Hashable {
  // Decision: Docs/decisions/format.md#fields-of-an-entering-event
  /// How many events are distinguished for one state; where more may lead, nothing is known.
  static let most = 32
  /// How many fields these may have together for something to be known of them.
  static let mostFields = 512

  /// One of the events.
  struct Member: Hashable {
    /// Its number among the sources of `EnteringEvents`.
    var source: Int
    /// Whether conditions on the way may keep it away: what it lacks is no reason to doubt.
    var isDoubtful: Bool

    /// Some event of which nothing is known.
    static let any = Member(source: -1, isDoubtful: false)
  }

  /// The events, ascending by number; empty where none was found, and only `.any` where any may be.
  private(set) var members: [Member] = []

  var isAny: Bool { members.first == .any }

  /// Adds an event.
  ///
  /// - Returns: What is new and has to be passed on; nil if nothing is.
  mutating func insert(_ member: Member) -> Member? {
    if isAny { return nil }
    let place = members.firstIndex { $0.source >= member.source } ?? members.count
    if member == .any || (members.count == Self.most && !contains(member.source, at: place)) {
      members = [.any]
      return .any
    }
    guard contains(member.source, at: place) else {
      members.insert(member, at: place)
      return member
    }
    guard members[place].isDoubtful, !member.isDoubtful else { return nil }
    members[place] = member
    return member
  }

  private func contains(_ source: Int, at place: Int) -> Bool {
    place < members.count && members[place].source == source
  }
}

/// What may lead to the entry of states: an event, the end of a service, the start of the chart.
struct EntrySource {
  /// What is known of its data.
  var shape: ExpressionContext.EventShape
  /// Its name for messages.
  var words: String
  /// Whether it is the start of the chart, which is no event.
  var isStart = false
}

/// Carries events from the transitions that they trigger to all states that are entered then, until nothing changes.
///
/// Each state hears of each event at most twice, and of at most `EntryTriggers.most`, so this takes time linear in
/// the size of the chart.
struct EntrySpread {
  /// A transition as far as entries are concerned.
  struct Way {
    var targets: [Int]
    var domain: Int
  }

  /// A branch of a choice.
  struct Branch {
    var way: Way
    /// Whether its guard, or one before it, depends on the event.
    var dependsOnEvent: Bool
  }

  private struct Step {
    var state: Int
    var member: EntryTriggers.Member
    /// Whether the state is entered as a target or by default, and what it begins with is entered too.
    var isWhole: Bool
  }

  private struct Recall: Hashable {
    var state: Int
    var isDeep: Bool
  }

  private struct Regions: Hashable {
    var state: Int
    var member: EntryTriggers.Member
  }

  private let states: ContiguousArray<StateRecord>
  /// The states that default entries and histories lead to, by state.
  private let defaults: [Int: [Int]]
  private let branches: [Int: [Branch]]
  /// What enters each state.
  private(set) var entering: ContiguousArray<EntryTriggers>
  private var whole: ContiguousArray<EntryTriggers>
  private var steps: [Step] = []
  /// How many steps it has taken: what it costs, for tests.
  private(set) var stepCount = 0
  /// What the children of a state, or all states inside it, have heard of because of a history.
  private var recalled: [Recall: EntryTriggers] = [:]
  /// The regions of parallel states that an event has not entered by default yet.
  private var spared: [Regions: Set<Int>] = [:]

  init(_ states: ContiguousArray<StateRecord>, defaults: [Int: [Int]], branches: [Int: [Branch]]) {
    self.states = states
    self.defaults = defaults
    self.branches = branches
    entering = ContiguousArray(repeating: EntryTriggers(), count: states.count)
    whole = entering
  }

  /// The chart starts.
  mutating func start(_ member: EntryTriggers.Member) {
    steps.append(Step(state: 0, member: member, isWhole: true))
    run()
  }

  /// A transition is taken because of an event.
  mutating func take(_ way: Way, _ member: EntryTriggers.Member) {
    enter(way.targets, below: way.domain, member)
    run()
  }

  private mutating func run() {
    while let step = steps.popLast() {
      stepCount += 1
      if step.isWhole {
        guard let member = whole[step.state].insert(step.member) else { continue }
        if !states[step.state].kind.isHistory { note(step.state, member) }
        enterInside(step.state, member)
      } else {
        note(step.state, step.member)
      }
    }
  }

  private mutating func note(_ state: Int, _ member: EntryTriggers.Member) {
    guard let member = entering[state].insert(member), let branches = branches[state] else { return }
    for branch in branches {
      var member = member
      if branch.dependsOnEvent, member != .any { member.isDoubtful = true }
      enter(branch.way.targets, below: branch.way.domain, member)
    }
  }

  /// What is entered with a state that is entered as a target or by default.
  private mutating func enterInside(_ state: Int, _ member: EntryTriggers.Member) {
    switch states[state].kind {
    case .compound: enter(defaults[state] ?? [], below: state, member)
    case .parallel:
      for child in children(of: state) { steps.append(Step(state: child, member: member, isWhole: true)) }
    case .shallowHistory, .deepHistory:
      let parent = states[state].parent
      enter(defaults[state] ?? [], below: parent, member)
      // A state may have many histories, and each stands for the same.
      let isDeep = states[state].kind == .deepHistory
      let recall = Recall(state: parent, isDeep: isDeep)
      guard let new = recalled[recall, default: EntryTriggers()].insert(member) else { return }
      let inside =
        isDeep
        ? (parent + 1..<states[parent].end).filter { !states[$0].kind.isHistory } : children(of: parent)
      for inner in inside { steps.append(Step(state: inner, member: new, isWhole: !isDeep)) }
    case .atomic, .final, .choice: break
    }
  }

  /// Enters targets, the states around them below the domain, and the other regions of parallel ones among these.
  private mutating func enter(_ targets: [Int], below domain: Int, _ member: EntryTriggers.Member) {
    guard domain >= 0 else { return }
    var regions: [Int: Set<Int>] = [:]
    for target in targets {
      steps.append(Step(state: target, member: member, isWhole: true))
      var child = target
      while child > domain {
        let parent = states[child].parent
        guard parent >= domain else { break }
        if parent > domain { steps.append(Step(state: parent, member: member, isWhole: false)) }
        // A history stands for all regions.
        if states[parent].kind == .parallel, !states[child].kind.isHistory {
          regions[parent, default: []].insert(child)
        }
        child = parent
      }
    }
    for (parent, named) in regions {
      let key = Regions(state: parent, member: member)
      let left = spared[key]
      let others =
        left.map { Array($0.subtracting(named)) } ?? children(of: parent).filter { !named.contains($0) }
      spared[key] = left?.intersection(named) ?? named
      for region in others { steps.append(Step(state: region, member: member, isWhole: true)) }
    }
  }

  /// The children that can be active.
  private func children(of state: Int) -> [Int] {
    var result: [Int] = []
    var child = state + 1
    while child < states[state].end {
      if !states[child].kind.isHistory { result.append(child) }
      child = states[child].end
    }
    return result
  }
}
