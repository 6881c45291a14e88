import StatechartsModel

internal import Statecharts

// What a chart does with what it is told.

extension Walker {
  /// Tells the chart values, and of each that makes a difference those that differ from it in one field. Keeps what makes a
  /// difference: other transitions, or other data that decide.
  ///
  /// - Parameter cause: The cause, and where it occurs. After some trials, mostly values that made a difference are tried.
  mutating func vary(
    _ cause: Cause, _ choices: SampleChoices, _ path: Path,
    _ results: (inout Walker, ChartValue) -> [Result]
  ) -> [Path] {
    guard machineSteps < limits.steps else {
      isComplete = false
      if trials[cause] == nil { hasUntriedCauses = true }
      return []
    }
    var trial = trials[cause] ?? Trial()
    trial.count += 1
    let isKnown = trial.count > limits.trials
    var pending = [choices.first]
    if isKnown {
      pending += trial.useful.filter { $0 != choices.first }
      // Of the others some each time, for they may make a difference elsewhere.
      let others = choices.others
      for place in 0..<min(limits.others, others.count) {
        let other = others[(trial.count * limits.others + place) % others.count]
        if !pending.contains(other) { pending.append(other) }
      }
    }
    var tried = isKnown ? [] : Set(pending)
    var differences: Set<Difference> = []
    var kept: [Path] = []
    var next = 0
    while next < pending.count, next < limits.values {
      let sample = pending[next]
      next += 1
      var isNew = false
      for result in results(&self, choices.value(sample)) {
        let values = summary.facts(of: result.runner.machine)
        let difference = Difference(
          taken: result.link.taken, states: result.runner.active, facts: values, errors: result.errors)
        guard differences.insert(difference).inserted else { continue }
        isNew = true
        kept.append(path.followed(by: result, values))
      }
      guard isNew else { continue }
      if !trial.useful.contains(sample) { trial.useful.append(sample) }
      if isKnown { continue }
      for other in choices.neighbors(of: sample) where tried.insert(other).inserted { pending.append(other) }
    }
    if !isKnown, next < pending.count { hasUntriedValues = true }
    trials[cause] = trial
    return kept
  }

  /// What the chart does with a stimulus, in each way in which its guards can answer; nothing when it ignores it.
  mutating func results(
    _ stimulus: Walk.Stimulus, _ path: Path, _ body: (inout Machine) -> Macrostep
  ) -> [Result] {
    var results: [Result] = []
    GuardAnswers.forEach(path.runner.machine, body) { machine, step, answers in
      var (runner, step) = (path.runner, step)
      runner.machine = machine
      note(step, in: &runner)
      machineSteps += cost(of: step, runner)
      // A service that is repeated fails in the same way until it is not.
      while case .repeated = step.outcome, let retry = runner.timers.last(where: \.isRetry) {
        machineSteps += 2
        note(runner.machine.fire(retry.id), in: &runner)
        step = body(&runner.machine)
        note(step, in: &runner)
      }
      guard step.outcome == .taken else { return }
      let link = Walk.Link(
        stimulus: stimulus, answers: answers, taken: step.microsteps.flatMap { Array($0.takenNumbers) })
      let errors = errors(after: step, stimulus, runner.machine, path.errors)
      results.append(Result(runner: runner, link: link, errors: errors))
    }
    return results
  }

  /// What a step costs: it takes longer where many states are active, many actions run and many transitions and variables are
  /// compared. What the machine holds afterwards needs memory.
  private func cost(of step: Macrostep, _ runner: Runner) -> Int {
    let actions = step.microsteps.reduce(0) { sum, microstep in
      sum + microstep.takenNumbers.reduce(0) { $0 + chart.transitions[$1].actions.count }
        + microstep.exitedNumbers.reduce(0) { $0 + chart.states[$1].exit.count }
        + microstep.enteredNumbers.reduce(0) { $0 + chart.states[$1].entry.count }
    }
    let held = chart.variables.count + chart.invocations.count + runner.history.count + runner.timers.count
    return 1 + runner.active.count / 64 + max(actions - 64, 0) + mostCompared / 64 + summary.variables / 64
      + held / 256
  }

  /// Keeps what a step asked for.
  mutating func note(_ step: Macrostep, in runner: inout Runner) {
    runner.step += 1
    var hasLeftRemembered = false
    for microstep in step.microsteps {
      for state in microstep.exitedNumbers {
        runner.active.remove(state)
        if remembered.contains(state) { hasLeftRemembered = true }
      }
      for state in microstep.enteredNumbers { runner.active.insert(state) }
    }
    if hasLeftRemembered {
      runner.history = runner.machine.snapshot().history.sorted { $0.key < $1.key }.map {
        summary.fact(history: $0.key, $0.value)
      }
    }
    runner.timers.removeAll { !runner.machine.waits(for: $0.id) }
    for case .schedule(let id, let after) in step.effects where runner.machine.waits(for: id) {
      runner.timers.append(Timer(id: id, after: after, step: runner.step))
    }
    if runner.machine.status == .final {
      runner.end =
        step.microsteps.lazy.flatMap(\.enteredNumbers).last { screens.canEnd(in: $0) } ?? runner.last
    }
  }

  /// Which errors are shown to the person: they are in a variable or in an output, and nothing succeeded since.
  ///
  /// - Parameter shown: Those before the step.
  private mutating func errors(
    after step: Macrostep, _ stimulus: Walk.Stimulus, _ machine: Machine, _ shown: [String]
  ) -> [String] {
    var shown = shown
    var failure: String?
    switch stimulus {
    case .failed(_, let code, _): failure = code
    case .timer(let label) where label.hasPrefix("timeout "): failure = "timeout"
    case .completed: shown = []
    case .timer, .start, .event, .sent: break
    }
    guard showsErrors else {
      // In a chart that shows no errors each failure counts.
      return failure.map { [$0] } ?? shown
    }
    var codes: [ChartValue] = []
    for case .output(let payload) in step.effects {
      guard case .map(let fields) = payload.data,
        let declared = chart.chart.outputs?.first(where: { $0.name.text == payload.name })
      else { continue }
      codes += declared.payload.filter(\.type.isError).compactMap { fields[$0.name.text] }
    }
    let context = machine.context
    for variable in errorVariables where step.microsteps.contains(where: { assigns(variable, in: $0) }) {
      codes.append(context[variable])
    }
    for case .string(let code) in codes where !shown.contains(code) { shown.append(code) }
    return shown
  }

  /// Whether a transition of a step sets a variable.
  private func assigns(_ variable: String, in step: Microstep) -> Bool {
    guard let slot = chart.variables[variable] else { return false }
    return step.takenNumbers.contains { transition in
      chart.operations[chart.transitions[transition].actions].contains {
        if case .assign(slot, _, _, _) = $0 { true } else { false }
      }
    }
  }
}

extension ChartValueType {
  /// The type without the absence of a value.
  var unwrapped: ChartValueType {
    if case .optional(let inner) = self { inner.unwrapped } else { self }
  }

  /// Whether it is an error code, perhaps none.
  var isError: Bool {
    unwrapped == .error
  }
}
