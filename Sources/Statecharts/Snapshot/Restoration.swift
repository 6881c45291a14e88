import StatechartsModel

/// Finds the place of a snapshot in a chart, or says why it has none.
struct Restoration {
  let chart: CompiledChart
  private var snapshot: ChartSnapshot
  private let isSame: Bool
  private var problems: [RestoreProblem] = []
  private var plan = RestorationPlan()
  /// Values that migrations set, by the names of variables.
  private var newValues: [String: ChartValue] = [:]
  /// The secrets that were opened, by the names of variables.
  private var secrets: [String: ChartValue]
  /// States that migrations enter where they are needed.
  private var entered: [String] = []

  init(
    _ chart: CompiledChart, _ snapshot: ChartSnapshot, secrets: [String: ChartValue], digest: String
  ) {
    self.chart = chart
    self.snapshot = snapshot
    self.secrets = secrets
    // What was opened of them is found again among the secrets.
    if let sealed = snapshot.sealed { self.snapshot.lost = (snapshot.lost ?? []) + sealed.keys }
    isSame = snapshot.digest == digest
    guard !isSame else { return }
    for (migration, values) in zip(chart.chart.migrations, chart.migrationValues)
    where migration.from >= snapshot.version {
      let names = MigratedNames(migration)
      self.snapshot.migrate(names)
      entered = entered.compactMap(names.state) + migration.enteredStates.map(\.text)
      newValues = names.variables(newValues).merging(values) { _, new in new }
      self.secrets = names.variables(self.secrets)
    }
    enterStates()
  }

  mutating func makePlan() throws(RestoreProblems) -> RestorationPlan {
    // Decision: Docs/decisions/sessions-and-snapshots.md#snapshots-are-checked-once-on-restoring
    let name = chart.chart.id.text
    if snapshot.chart != name { problems.append(.otherChart(found: snapshot.chart, expected: name)) }
    if snapshot.version > chart.chart.version {
      problems.append(.laterVersion(found: snapshot.version, expected: chart.chart.version))
    }
    if snapshot.lastNumber > SessionSnapshot.largestCount { problems.append(.tooLarge("lastNumber")) }
    if snapshot.result.excess != nil { problems.append(.tooLarge("result")) }
    // Each entry is looked for in the chart, so more of them than any session has would take long.
    let most = chart.timers.count + chart.invocations.count + RunLimits.storedSends
    if snapshot.timers.count > most { problems.append(.tooLarge("timers")) }
    if snapshot.services.count > most { problems.append(.tooLarge("services")) }
    if snapshot.entryEvents?.count ?? 0 > most { problems.append(.tooLarge("entryEvents")) }
    guard problems.isEmpty else { throw RestoreProblems(problems) }
    plan.phase = snapshot.status
    plan.lastNumber = snapshot.lastNumber
    plan.result = snapshot.result
    plan.stopReason = snapshot.stopReason
    if snapshot.status != .fresh { placeStates() }
    guard problems.isEmpty else { throw RestoreProblems(problems) }
    placeHistory()
    placeVariables()
    if snapshot.status == .running {
      compareWork()
      placeServices()
      placeTimers()
      placeEvent()
    }
    guard problems.isEmpty else { throw RestoreProblems(problems) }
    return plan
  }

  /// Adds the states that migrations enter: those around active ones, then those of which no sibling is active, the outer
  /// ones first.
  private mutating func enterStates() {
    // Decision: Docs/decisions/format.md#migrations-are-part-of-the-chart
    guard !entered.isEmpty, snapshot.status != .fresh else { return }
    var active = Set(snapshot.states.compactMap { chart.stateNumbers[$0] })
    let wanted = Set(entered.compactMap { chart.stateNumbers[$0] }).sorted()
    var around: Set<Int> = []
    for state in active {
      var state = chart.states[state].parent
      while state > 0, around.insert(state).inserted { state = chart.states[state].parent }
    }
    active.formUnion(around.intersection(wanted))
    active.insert(0)
    var occupied = Set(active.map { chart.states[$0].parent })
    for state in wanted where !active.contains(state) && active.contains(chart.states[state].parent) {
      let parent = chart.states[state].parent
      guard chart.states[parent].kind == .parallel || !occupied.contains(parent) else { continue }
      active.insert(state)
      occupied.insert(parent)
    }
    let known = Set(snapshot.states)
    let new = active.sorted().dropFirst().map { chart.stateIDs[$0] }.filter { !known.contains($0) }
    snapshot.states += new
  }

  private func number(_ state: String) -> Int? { state.isEmpty ? 0 : chart.stateNumbers[state] }

  /// All active states must have a home, and together they must be a configuration, no more and no less.
  private mutating func placeStates() {
    plan.states = [0]
    for state in snapshot.states {
      if let number = number(state), number > 0 {
        plan.states.append(number)
      } else {
        problems.append(.noHome(state: state))
      }
    }
    guard problems.isEmpty else { return }
    let violations = LegalConfiguration.violations(
      snapshot.states, in: chart.chart, isAtRest: snapshot.status == .running)
    if !violations.isEmpty { problems.append(.impossible(violations)) }
    plan.states = Array(Set(plan.states)).sorted()
    let isAtEnd = plan.states.contains { chart.states[$0].kind == .final && chart.states[$0].parent == 0 }
    if snapshot.status == .running, isAtEnd, chart.states[0].kind == .compound {
      problems.append(.impossible(["The chart would have ended there."]))
    }
  }

  private mutating func placeHistory() {
    for (id, states) in snapshot.history.sorted(by: { $0.key < $1.key }) {
      guard let history = number(id), chart.states[history].kind.isHistory,
        chart.historyStates.indices.contains(chart.states[history].historyIndex)
      else {
        problems.append(.noHome(state: id))
        continue
      }
      let numbers = states.compactMap(number)
      if numbers.count != states.count {
        problems.append(contentsOf: states.filter { number($0) == nil }.map { .noHome(state: $0) })
      } else if canRemember(history, numbers) {
        plan.history[chart.states[history].historyIndex] = numbers.sorted()
      } else {
        problems.append(.history(id))
      }
    }
  }

  /// Whether a history state can remember these states: its siblings, or for a deep one what was active inside them.
  private func canRemember(_ history: Int, _ states: [Int]) -> Bool {
    let parent = chart.states[history].parent
    let isDeep = chart.states[history].kind == .deepHistory
    var active: Set<Int> = []
    for state in states {
      guard chart.states.isDescendant(state, of: parent), !chart.states[state].kind.isHistory else {
        return false
      }
      if isDeep && !chart.states[state].kind.isLeaf { return false }
      var place = state
      while place != parent {
        active.insert(place)
        place = chart.states[place].parent
      }
    }
    if !isDeep && active.count != states.count { return false }
    for state in [parent] + active.sorted() where isDeep || state == parent {
      let children = chart.children(of: state).filter { !chart.states[$0].kind.isHistory }
      let count = children.filter(active.contains).count
      switch chart.states[state].kind {
      case .compound: if count != 1 { return false }
      case .parallel: if count != children.count { return false }
      default: break
      }
    }
    return true
  }

  private mutating func placeVariables() {
    for (name, value) in snapshot.context.merging(newValues, uniquingKeysWith: { _, new in new })
      .sorted(by: { $0.key < $1.key })
    {
      guard let slot = chart.variables[name] else {
        problems.append(.variable(name, problem: "the chart no longer declares it"))
        continue
      }
      let variable = chart.chart.context[slot]
      // What is not kept any more begins from its initial value.
      if variable.persistence == .never { continue }
      if value == .unset, chart.initialValues[slot] == .unset { continue }
      // A stored code is one that a service has failed with, declared or not. What migrations set was checked with them.
      if value.excess != nil {
        problems.append(.variable(name, problem: "its value is too large"))
      } else if value != .unset, let found = variable.field.mismatch(of: value) {
        problems.append(.variable(name, problem: found.message))
      } else {
        plan.values[slot] = value
      }
    }
    plan.personal = snapshot.personal.compactMap { chart.variables[$0] }
    placeSecrets()
  }

  /// Takes what fits of the secrets that were opened. Whatever else is not there any more is lost.
  private mutating func placeSecrets() {
    let whole = snapshot.wholeSecrets.map(Set.init)
    for (name, value) in secrets {
      guard let slot = chart.variables[name], plan.values[slot] == nil, value.excess == nil,
        chart.chart.context[slot].wantedPersistence == .always,
        chart.chart.context[slot].field.mismatch(of: value) == nil
      else { continue }
      plan.values[slot] = value
      // A changed chart may declare less of it secret.
      let isWhole = !isSame || whole?.contains(name) ?? true
      if isWhole, !chart.chart.context[slot].field.isSecret { plan.secret.append(slot) }
    }
    let lost =
      snapshot.lost?.compactMap { chart.variables[$0] }
      // Older snapshots do not say it, so every variable that may be missing counts.
      ?? chart.chart.context.indices.filter { chart.chart.context[$0].isLeftOut }
    plan.lost = Set(lost.filter { plan.values[$0] == nil })
  }

  /// In a chart that has changed, the work of an active state must be the same: else nobody knows what of it is over.
  private mutating func compareWork() {
    // Decision: Docs/decisions/sessions-and-snapshots.md#snapshots-name-things-as-the-chart-does
    guard !isSame else { return }
    for state in plan.states {
      let id = chart.stateIDs[state]
      if chart.workText(of: state) != snapshot.work[chart.storedName(of: state)] {
        problems.append(.otherWork(state: id))
      }
    }
  }

  /// What runs, or is to run, in an active state.
  private func invocation(_ work: ChartSnapshot.Work) -> Int? {
    guard let state = number(work.state), plan.states.contains(state) else { return nil }
    return invocation(work, of: state)
  }

  private func invocation(_ work: ChartSnapshot.Work, of state: Int) -> Int? {
    let same = chart.states[state].invocations.filter {
      chart.invocationIDs[chart.invocations[$0].id] == work.id
    }
    let place = work.place ?? 0
    return same.indices.contains(place) ? same[place] : nil
  }

  private mutating func placeServices() {
    var seen: Set<UInt64> = []
    for service in snapshot.services {
      guard let invocation = invocation(service.work), isUsed(service.run),
        seen.insert(service.run).inserted, !isTaken(invocation),
        (0...chart.invocations[invocation].attempts).contains(service.attempt)
      else {
        problems.append(.service(service.id, state: service.state))
        continue
      }
      plan.runs.append((invocation, service))
    }
  }

  private func isTaken(_ invocation: Int) -> Bool { plan.runs.contains { $0.invocation == invocation } }

  /// Whether a number can have been given to something.
  private func isUsed(_ number: UInt64) -> Bool { number > 0 && number <= snapshot.lastNumber }

  private mutating func placeTimers() {
    var seen: Set<UInt64> = []
    var owners: Set<TimerOwner> = []
    for timer in snapshot.timers {
      let isNew = isUsed(timer.number) && seen.insert(timer.number).inserted
      guard isNew, let (label, purpose, resume) = restored(timer), label == timer.label,
        purpose.owner.map({ owners.insert($0).inserted }) ?? true
      else {
        problems.append(.timer(timer.label))
        continue
      }
      plan.timers.append((TimerID(number: timer.number, label: label), purpose, resume))
    }
    for (invocation, service) in plan.runs
    where service.timer != nil && !owners.contains(.invocation(invocation)) {
      problems.append(.timer("timeout \(service.id)"))
    }
  }

  private func restored(_ timer: ChartSnapshot.Timer) -> (String, RestoredPurpose, ResumePolicy?)? {
    switch timer.purpose {
    case .after(let state):
      guard let number = number(state), plan.states.contains(number) else { return nil }
      let name = timer.label
      let found = chart.states[number].timers.first { chart.eventNames[chart.timers[$0].event] == name }
      return found.map { (name, .after($0), chart.timers[$0].resume) }
    case .timeout(let work):
      guard let invocation = invocation(work),
        plan.runs.contains(where: { $0.invocation == invocation && $0.1.timer == timer.number })
      else { return nil }
      return ("timeout \(work.id)", .timeout(invocation), chart.invocations[invocation].resume)
    case .retry(let work, let attempt, let key):
      guard let invocation = invocation(work), !isTaken(invocation),
        (1...max(1, chart.invocations[invocation].attempts)).contains(attempt)
      else { return nil }
      return (
        "retry \(work.id)", .retry(invocation, attempt: attempt, key: key),
        chart.invocations[invocation].resume
      )
    case .send(let event, let address, let sendID):
      guard NameRule.isEventName(event.name), event.data?.excess == nil else { return nil }
      let receiver: SendReceiver
      switch address {
      case nil: receiver = .itself
      case "#_internal": receiver = .internalQueue
      case "#_parent": receiver = .parent
      case let address?:
        if address.hasPrefix("#_scxml_") {
          receiver = .session(address)
        } else {
          receiver = .invocation(String(address.dropFirst(2)))
        }
      }
      // Which `send` it was nobody knows any more, so what was said then holds.
      return (
        "send \(event.name)", .send(event, invocation: -1, receiver, sendID: sendID), timer.resume
      )
    }
  }

  private mutating func placeEvent() {
    for entry in snapshot.entryEvents ?? [] {
      guard let state = number(entry.state), plan.states.contains(state), chart.states[state].startsReadEvent
      else { continue }
      if entry.event?.data?.excess != nil { problems.append(.tooLarge("entryEvents")) }
      plan.entryEvents.append(
        (state, entry.event, entry.event.map { origin(of: $0) } ?? -1, entry.isCut == true))
    }
    guard let event = snapshot.event else { return }
    if event.data?.excess != nil { problems.append(.tooLarge("event")) }
    plan.event = (event, origin(of: event))
  }

  /// The invocation that an event came from, whose state may have been left because of it; -1 for none.
  private func origin(of event: ChartSnapshot.StoredEvent) -> Int {
    event.work.flatMap { work in number(work.state).flatMap { invocation(work, of: $0) } } ?? -1
  }
}

/// What has one timer at most.
private enum TimerOwner: Hashable {
  case after(Int)
  case invocation(Int)
}

extension RestoredPurpose {
  /// What the timer belongs to; nil for a delayed send, of which there may be any number.
  fileprivate var owner: TimerOwner? {
    switch self {
    case .after(let timer): .after(timer)
    case .timeout(let invocation), .retry(let invocation, _, _): .invocation(invocation)
    case .send: nil
    }
  }
}

extension CompiledChart {
  /// The children of a state, in document order.
  func children(of state: Int) -> [Int] {
    var result: [Int] = []
    var child = state + 1
    while child < states[state].end {
      result.append(child)
      child = states[child].end
    }
    return result
  }
}
