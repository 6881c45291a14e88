import StatechartsModel

/// Checks the migrations. What they name must exist now, or be renamed or dropped by a later one.
struct MigrationCompiler {
  let chart: Statechart
  let index: StateIndex
  let catalogue: Catalogue
  let expressions: ExpressionCompiler
  let problems: ProblemCollector

  /// For each migration the values that it sets.
  func values() -> [[String: ChartValue]] {
    // Decision: Docs/decisions/format.md#migrations-are-part-of-the-chart
    var values: [[String: ChartValue]] = Array(repeating: [:], count: chart.migrations.count)
    checkOrder()
    // What the names of older versions are now; nil for those that were dropped.
    var states: [String: String?] = [:]
    var variables: [String: String?] = [:]
    // The last one first, so that what it does with a name is known to those before it.
    let latestFirst = chart.migrations.enumerated().sorted { left, right in
      (left.element.from, left.offset) > (right.element.from, right.offset)
    }
    for (number, migration) in latestFirst {
      checkStates(of: migration, &states)
      values[number] = checkVariables(of: migration, &variables)
    }
    return values
  }

  private func checkOrder() {
    var previous: ChartMigration?
    for migration in chart.migrations {
      defer { previous = migration }
      if migration.from >= chart.version {
        problems.report(
          .badMigration,
          "Version \(migration.from) is not older than the chart, which has version \(chart.version).",
          help: chart.version <= 1
            ? "If the chart has changed, write `version: \(migration.from &+ 1)` at its top. If not, delete this migration."
            : "If the chart has changed, write `version: \(migration.from &+ 1)` at its top. If not, write the version of the stored sessions after `from:`, at most \(chart.version - 1).",
          at: migration.origin)
      } else if let previous, migration.from <= previous.from {
        problems.report(
          .badMigration,
          migration.from == previous.from
            ? "Version \(migration.from) has two migrations."
            : "The migration from version \(migration.from) comes after the one from version \(previous.from).",
          help: migration.from == previous.from
            ? "Move what is below `from: \(migration.from)` here to the migration before it, and delete this one."
            : "Move this migration before the one with `from: \(previous.from)`.",
          at: migration.origin, related: [.init(origin: previous.origin, message: "the migration before it")])
      }
    }
  }

  private func checkStates(of migration: ChartMigration, _ names: inout [String: String?]) {
    for name in migration.states.map(\.new) + migration.enteredStates {
      guard let id = names[name.text, default: name.text] else { continue }
      guard let number = index.numbers[id] else {
        reportMissing(
          .unknownState, "state", name, now: id, among: index.ids,
          "write the id of a state of this chart, or drop it in a later migration")
        continue
      }
      switch index[number].kind {
      case .plain, .parallel, .final: break
      case .history where !migration.enteredStates.contains(name): break
      case .history, .choice:
        problems.report(
          .badMigration, "`\(id)` is left at once, so no session can continue there.",
          help: "Write another state instead of `\(id)`\(stayingState(near: number)).", at: name.origin)
      }
    }
    for name in migration.enteredStates {
      guard let id = names[name.text, default: name.text], let number = index.numbers[id] else { continue }
      guard !index[number].after.isEmpty || !index[number].invoke.isEmpty else { continue }
      problems.report(
        .badMigration,
        "A session that continues in `\(id)` starts none of its timers and services, because the state is not entered.",
        help: "Write a state that leads to `\(id)` instead of `\(id)`.", at: name.origin)
    }
    checkOnce(migration.states, migration.droppedStates, "state")
    update(&names, migration.states, migration.droppedStates)
  }

  /// A state in which a session can stay, as an example for one that is left at once.
  private func stayingState(near number: Int) -> String {
    let target =
      index[number].always.last?.targets.first?.text ?? index[number].initial?.targets.first?.text
    return target.map { ", for example `\($0)`" } ?? ""
  }

  private func checkVariables(
    of migration: ChartMigration, _ names: inout [String: String?]
  ) -> [String: ChartValue] {
    var values: [String: ChartValue] = [:]
    for name in migration.variables.map(\.new) + migration.values.map(\.name) {
      guard let now = names[name.text, default: name.text], catalogue.variables[now] == nil else { continue }
      reportMissing(
        .unknownVariable, "variable", name, now: now, among: catalogue.variables.keys,
        "declare it under `context`, or drop it in a later migration")
    }
    for entry in migration.values {
      var variable = ContextVariable(FieldDeclaration(entry.name, .any), initial: entry.value)
      if let now = names[entry.name.text, default: entry.name.text], let slot = catalogue.variables[now] {
        variable.field = catalogue.context[slot].field
      }
      values[entry.name.text] = expressions.initialValue(of: variable)
    }
    var sources: [String: ChartName] = [:]
    for renaming in migration.variables {
      guard let first = sources[renaming.new.text] else {
        sources[renaming.new.text] = renaming.old
        continue
      }
      problems.report(
        .badMigration, "Two variables would become `\(renaming.new.text)`.",
        help:
          "If `\(renaming.old.text)` is no longer needed, delete it here and write it under `drop:`. If not, give it another new name.",
        at: renaming.old.origin, related: [.init(origin: first.origin, message: "the other one")])
    }
    checkOnce(migration.variables, migration.droppedVariables, "variable")
    update(&names, migration.variables, migration.droppedVariables)
    return values
  }

  /// What is dropped cannot be called something else.
  private func checkOnce(
    _ renamings: [ChartMigration.Renaming], _ dropped: [ChartName], _ what: String
  ) {
    let old = Dictionary(renamings.map { ($0.old.text, $0.old) }, uniquingKeysWith: { first, _ in first })
    for name in dropped {
      guard let other = old[name.text] else { continue }
      problems.report(
        .badMigration, "The \(what) `\(name.text)` is renamed and dropped.",
        help:
          "If the chart no longer has this \(what), delete `\(name.text)` under `rename:`. If it has another name now, delete `\(name.text)` under `drop:`.",
        at: name.origin, related: [.init(origin: other.origin, message: "renamed here")])
    }
  }

  private func update(
    _ names: inout [String: String?], _ renamings: [ChartMigration.Renaming], _ dropped: [ChartName]
  ) {
    let renamed = renamings.map { ($0.old.text, names[$0.new.text, default: $0.new.text]) }
    for (name, current) in renamed { names.updateValue(current, forKey: name) }
    for name in dropped { names.updateValue(nil, forKey: name.text) }
  }

  private func reportMissing(
    _ rule: ModelProblem.Rule, _ what: String, _ name: ChartName, now: String,
    among candidates: some Collection<String>, _ help: String
  ) {
    if now == name.text {
      problems.reportUnknown(
        rule, "`\(name.text)` is not a \(what) of this chart.", name, among: candidates, otherwise: help)
      return
    }
    problems.report(
      rule,
      "A later migration renames the \(what) `\(name.text)` to `\(now)`, which does not exist.",
      help: help.sentence, at: name.origin)
  }
}
