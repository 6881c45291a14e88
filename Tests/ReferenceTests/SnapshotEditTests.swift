import ReferenceEngine
import Statecharts
import StatechartsModel
import TestExtent
import Testing

@Suite("Snapshots of charts that were changed")
struct SnapshotEditTests {
  /// A chart with something changed, and what is known of it.
  private struct Edit {
    var what: String
    var chart: Statechart
    /// The states without which the session cannot go on, if they are active.
    var gone: [String] = []
    /// Whether the chart does the same as before, states being called by new names.
    var names: [String: String]?
  }

  private func ids(inside state: StateNode) -> [String] {
    state.states.flatMap { [$0.id.text] + ids(inside: $0) }
  }

  private func changed(_ state: StateNode, _ change: (StateNode) -> StateNode?) -> StateNode {
    var result = state
    result.states = state.states.compactMap(change).map { changed($0, change) }
    return result
  }

  private func edits(_ chart: Statechart, _ random: inout RandomSource) -> [Edit] {
    var result: [Edit] = []
    func edit(_ what: String, _ change: (inout Edit) -> Void) {
      var edit = Edit(what: what, chart: chart)
      edit.chart.version += 1
      change(&edit)
      result.append(edit)
    }
    let all = ids(inside: chart.root)
    edit("another title") {
      $0.chart.title = "New"
      $0.names = [:]
    }
    if chart.root.kind == .plain {
      edit("a state that nothing leads to") {
        $0.chart.root.states.append(StateNode("added"))
        $0.names = [:]
      }
    }
    let gone = random.pick(all)
    edit("without `\(gone)`") { edit in
      edit.gone = [gone]
      edit.chart.root = changed(chart.root) { state in
        if state.id.text == gone {
          edit.gone += ids(inside: state)
          return nil
        }
        return state
      }
    }
    let old = random.pick(all)
    for migrates in [false, true] {
      edit("`\(old)` is called `renamed`, \(migrates ? "with" : "without") a migration") { edit in
        edit.chart.root = renamed(chart.root, old)
        edit.chart.context = chart.context.map { variable in
          var variable = variable
          variable.clearedOnExitOf = variable.clearedOnExitOf.map { $0.text == old ? "renamed" : $0 }
          return variable
        }
        if migrates {
          edit.chart.migrations = [
            ChartMigration(from: chart.version, states: [.init(ChartName(old), to: "renamed")])
          ]
        } else {
          edit.gone = [old]
        }
      }
    }
    let quiet = random.pick(all)
    edit("`\(quiet)` without its timers and services") { edit in
      edit.chart.root = changed(chart.root) { state in
        guard state.id.text == quiet else { return state }
        var state = state
        if !state.after.isEmpty || !state.invoke.isEmpty { edit.gone = [quiet] }
        state.after = []
        state.invoke = []
        return state
      }
    }
    return result
  }

  private func renamed(_ state: StateNode, _ old: String) -> StateNode {
    func name(_ id: ChartName) -> ChartName { id.text == old ? "renamed" : id }
    func transition(_ transition: ChartTransition) -> ChartTransition {
      var result = transition
      result.targets = transition.targets.map(name)
      return result
    }
    var result = state
    result.id = name(state.id)
    if let initial = state.initial {
      result.initial = InitialTransition(initial.targets.map(name), actions: initial.actions)
    }
    for number in result.on.indices {
      result.on[number].transition = transition(result.on[number].transition)
    }
    result.always = result.always.map(transition)
    result.done = result.done.map(transition)
    for number in result.after.indices {
      result.after[number].transition = transition(result.after[number].transition)
    }
    for number in result.invoke.indices {
      result.invoke[number].done = result.invoke[number].done.map(transition)
      for place in result.invoke[number].failed.indices {
        result.invoke[number].failed[place].transition = transition(
          result.invoke[number].failed[place].transition)
      }
    }
    result.states = state.states.map { renamed($0, old) }
    return result
  }

  @Test(
    "a session of an older chart goes on where it was, or is refused with the state that keeps it from it")
  func edits() throws {
    let wanted = TestExtent.count(40, whole: 5_000)
    var (tried, refused, same) = (0, 0, 0)
    for seed in 1...(100_000 as UInt64) where tried < wanted {
      let scenario = Scenario(seed: seed)
      guard let chart = try? CompiledChart(scenario.chart) else { continue }
      var random = RandomSource(seed: seed)
      var run = try SnapshotRun(chart, guards: scenario.guards)
      run.start()
      let count = random.below(scenario.steps.count)
      for step in scenario.steps.prefix(count) where !run.isTooLong { run.tell(step) }
      guard run.machine.status == .running, !run.isTooLong else { continue }
      let saved = run.saved
      let active = run.machine.states
      for edit in edits(scenario.chart, &random) {
        // Leaving something out may leave a chart that is none.
        guard let changed = try? CompiledChart(edit.chart) else { continue }
        tried += 1
        let hint = Comment("seed \(seed), \(edit.what)")
        do {
          var next = try SnapshotRun(changed, guards: scenario.guards, restoring: saved)
          #expect(!edit.gone.contains { active.contains($0) }, hint)
          #expect(next.machine.configurationViolations.isEmpty, hint)
          let isMigrated = !edit.chart.migrations.isEmpty
          let states = next.machine.states
          if isMigrated {
            #expect(states.count == active.count, hint)
          } else {
            #expect(states == active, hint)
          }
          #expect(next.machine.redactedContext == run.machine.redactedContext, hint)
          for step in scenario.steps.dropFirst(count) where !next.isTooLong { next.tell(step) }
          guard edit.names != nil else { continue }
          var old = try SnapshotRun(chart, guards: scenario.guards, restoring: saved)
          for step in scenario.steps.dropFirst(count) where !old.isTooLong { old.tell(step) }
          #expect(old.trace.map(\.text) == next.trace.map(\.text), hint)
          same += 1
        } catch let problems as RestoreProblems {
          refused += 1
          #expect(edit.names == nil, "\(hint): \(problems)")
          let text = problems.description
          let named = edit.gone.contains { text.contains("`\($0)`") || text.contains(".\($0).") }
          #expect(named || text.contains("`renamed`"), "\(hint): \(problems)")
        }
      }
    }
    #expect(tried >= wanted)
    #expect(refused > tried / 20)
    #expect(same > tried / 10)
  }
}
