import StatechartsModel

internal import Statecharts

extension SCXMLWriter {
  /// The variables of a chart, with the values that they get when it starts.
  struct Data {
    var chart: Statechart
    /// By variable: what it is set to when the chart starts.
    var values: [String: ChartExpression] = [:]
    /// Assignments that are no first value.
    var scripts: [[NamedExpression]] = []

    init(chart: Statechart) {
      self.chart = chart
      for variable in chart.context { values[variable.name.text] = variable.initial }
    }

    /// Takes the assignments with which converted documents begin out of the chart's own `entry`.
    mutating func takeInitialActions(from entry: [ChartAction]) -> [ChartAction] {
      var rest = entry[...]
      // A single block was written without a list of its own.
      if !entry.contains(where: { if case .block = $0.kind { true } else { false } }), !entry.isEmpty {
        return takes(entry) ? [] : entry
      }
      while let action = rest.first, case .block(let actions) = action.kind, takes(actions) {
        rest.removeFirst()
      }
      return Array(rest)
    }

    private mutating func takes(_ actions: [ChartAction]) -> Bool {
      if actions.count == 1, case .choose(let branches, otherwise: []) = actions[0].kind, branches.count == 1,
        branches[0].actions.count == 1, case .assign(let values) = branches[0].actions[0].kind,
        values.count == 1, branches[0].condition.text == "not defined(\(values[0].name.text))",
        isFresh(values[0].name.text, isInput: true)
      {
        self.values[values[0].name.text] = values[0].value
        return true
      }
      var assignments: [NamedExpression] = []
      for action in actions {
        guard case .assign(let values) = action.kind else { return false }
        assignments += values
      }
      if assignments.count == 1, isFresh(assignments[0].name.text, isInput: false), scripts.isEmpty {
        values[assignments[0].name.text] = assignments[0].value
      } else {
        scripts.append(assignments)
      }
      return true
    }

    private func isFresh(_ name: String, isInput: Bool) -> Bool {
      values[name] == nil && chart.context.contains { $0.name.text == name && $0.isInput == isInput }
    }
  }

  /// The data that the chart may be given, which stand at the top, and the others, which stand in a state.
  mutating func dataModels(_ data: inout Data) -> (top: XMLElement?, inner: XMLElement?) {
    var top: [XMLElement] = []
    var inner: [XMLElement] = []
    for variable in data.chart.context {
      let field = variable.field
      if ESWriter.facts(of: field.type).kinds.mayBe(.other) {
        lose("`\(field.name)` is a duration, and ECMAScript has no durations.", at: field.name.origin)
      }
      if field.isSecret || field.isPersonal || variable.persistence == .never || field.values != nil {
        lose(
          "SCXML has no declarations of variables, so only the initial value of `\(field.name.text)` is kept.",
          at: field.name.origin)
      }
      // No value is what data without an expression have.
      let initial = data.values[variable.name.text].flatMap { $0.text == "unset" ? nil : $0 }
      let value = initial.map { expression -> String in
        // One of the listed texts may stand without quotes of its own.
        if field.values?.contains(expression.text) == true { return ESWriter.quoted(expression.text) }
        return assigned(expression, to: field.name.text)
      }
      let element = Self.element("data", [("id", field.name.text), ("expr", value)])
      if variable.isInput { top.append(element) } else { inner.append(element) }
    }
    return (
      top.isEmpty ? nil : Self.element("datamodel", [], top),
      inner.isEmpty ? nil : Self.element("datamodel", [], inner)
    )
  }

  /// What sets variables back when a state is left.
  mutating func clearing(_ state: String, _ chart: Statechart) -> [ChartAction] {
    chart.context.filter { $0.clearedOnExitOf.contains { $0.text == state } }.map { variable in
      ChartAction(.assign([NamedExpression(variable.name, variable.initial ?? "unset")]))
    }
  }
}
