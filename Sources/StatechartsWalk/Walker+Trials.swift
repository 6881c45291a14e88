import StatechartsModel

internal import Statecharts

// What a chart does with what it is told.

extension Walker {
  /// Tells the chart values, and of each that makes a difference those that differ from it in one field. Keeps what makes a
  /// difference: other transitions, or other data that decide.
  ///
  /// - Parameter stimulus: What is told, and where. After some times it is mostly values that made a difference before.
  mutating func vary(
    _ stimulus: [String], _ choices: SampleChoices, _ results: (inout Walker, Value) -> [Path]
  ) -> [Path] {
    guard machineSteps < limits.steps else {
      isComplete = false
      return []
    }
    var trial = trials[stimulus] ?? Trial()
    trial.count += 1
    let isKnown = trial.count > limits.trials
    var pending = [choices.first]
    if isKnown {
      pending += trial.useful.filter { $0 != choices.first }
      // Of the others some each time, for they may make a difference elsewhere.
      let others = choices.neighbors(of: choices.first)
      for place in 0..<min(limits.others, others.count) {
        let other = others[(trial.count * limits.others + place) % others.count]
        if !pending.contains(other) { pending.append(other) }
      }
    }
    var tried = Set(pending)
    var differences: Set<Difference> = []
    var kept: [Path] = []
    var next = 0
    while next < pending.count, next < limits.values {
      let value = pending[next]
      next += 1
      var isNew = false
      for path in results(&self, value) {
        let difference = Difference(
          taken: path.links.last?.taken ?? [], states: path.runner.machine.states,
          facts: summary.facts(of: path.runner.machine, at: nil), errors: path.errors)
        guard differences.insert(difference).inserted else { continue }
        isNew = true
        kept.append(path)
      }
      guard isNew else { continue }
      if !trial.useful.contains(value) { trial.useful.append(value) }
      if isKnown { continue }
      for other in choices.neighbors(of: value) where tried.insert(other).inserted { pending.append(other) }
    }
    trials[stimulus] = trial
    return kept
  }

  /// What the chart does with a stimulus, in each way in which its guards can answer; nothing when it ignores it.
  mutating func results(
    _ stimulus: Walk.Stimulus, _ path: Path, _ body: (inout Machine) -> Macrostep
  ) -> [Path] {
    var results: [Path] = []
    GuardAnswers.forEach(path.runner.machine, body) { machine, step, answers in
      machineSteps += 1
      var (next, step) = (path, step)
      next.runner.machine = machine
      note(step, in: &next.runner)
      // A service that is repeated fails in the same way until it is not.
      while case .repeated = step.outcome, let retry = next.runner.timers.last(where: \.isRetry) {
        machineSteps += 2
        note(next.runner.machine.fire(retry.id), in: &next.runner)
        step = body(&next.runner.machine)
        note(step, in: &next.runner)
      }
      guard step.outcome == .taken else { return }
      next.links.append(
        Walk.Link(
          stimulus: stimulus, answers: answers,
          taken: step.microsteps.flatMap { Array($0.takenNumbers) }))
      noteErrors(step, stimulus, &next)
      results.append(next)
    }
    return results
  }

  /// Keeps what a step asked for.
  func note(_ step: Macrostep, in runner: inout Runner) {
    runner.step += 1
    runner.timers.removeAll { !runner.machine.waits(for: $0.id) }
    for case .schedule(let id, let after) in step.effects where runner.machine.waits(for: id) {
      runner.timers.append(Timer(id: id, after: after, step: runner.step))
    }
    if runner.machine.status == .final {
      runner.end =
        step.microsteps.lazy.flatMap(\.enteredNumbers).last { screens.canEnd(in: $0) } ?? runner.last
    }
  }

  /// Keeps which errors are shown to the person: they stand in a variable or were told, and nothing went well since.
  func noteErrors(_ step: Macrostep, _ stimulus: Walk.Stimulus, _ path: inout Path) {
    var failure: String?
    switch stimulus {
    case .failed(_, let code, _): failure = code
    case .timer(let label) where label.hasPrefix("timeout "): failure = "timeout"
    case .completed: path.errors = []
    case .timer, .start, .event, .sent: break
    }
    guard showsErrors else {
      // In a chart that shows no errors each failure counts.
      if let failure { path.errors = [failure] }
      return
    }
    var codes: [Value] = []
    for case .output(let payload) in step.effects {
      guard case .map(let fields) = payload.data,
        let declared = chart.chart.outputs?.first(where: { $0.name.text == payload.name })
      else { continue }
      codes += declared.payload.filter(\.type.isError).compactMap { fields[$0.name.text] }
    }
    let context = path.runner.machine.context
    for variable in errorVariables where step.microsteps.contains(where: { assigns(variable, in: $0) }) {
      codes.append(context[variable])
    }
    for case .string(let code) in codes where !path.errors.contains(code) { path.errors.append(code) }
  }

  /// Whether a transition of a step sets a variable.
  func assigns(_ variable: String, in step: Microstep) -> Bool {
    guard let slot = chart.variables[variable] else { return false }
    return step.takenNumbers.contains { transition in
      chart.operations[chart.transitions[transition].actions].contains {
        if case .assign(slot, _, _, _) = $0 { true } else { false }
      }
    }
  }
}

extension ValueType {
  /// The type without the absence of a value.
  var unwrapped: ValueType {
    if case .optional(let inner) = self { inner.unwrapped } else { self }
  }

  /// Whether it is an error code, perhaps none.
  var isError: Bool {
    unwrapped == .error
  }
}
