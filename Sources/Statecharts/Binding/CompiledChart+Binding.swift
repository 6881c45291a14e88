extension CompiledChart {
  /// The names in which the chart and its handlers do not agree.
  public func problems(binding handlers: Handlers) -> BindingProblems {
    var problems = BindingProblems()
    problems.missingGuards = guardNames.filter { handlers.guards[$0] == nil }
    problems.missingActions = actionNames.filter { handlers.actions[$0] == nil }
    // What is declared and not used may be provided: the chart may be in the middle of a change.
    let guards = Set(guardNames).union((chart.handlers.guards ?? []).map(\.name.text))
    let actions = Set(actionNames).union((chart.handlers.actions ?? []).map(\.name.text))
    problems.unusedGuards = handlers.guards.keys.filter { !guards.contains($0) }.sorted()
    problems.unusedActions = handlers.actions.keys.filter { !actions.contains($0) }.sorted()
    return problems
  }

  /// The variables at the start, with the values that were given.
  func slots(input: [String: Value], _ problems: inout BindingProblems) -> ContiguousArray<Value> {
    var slots = initialValues
    let names = chart.context.filter(\.isInput).map(\.name.text)
    for (name, value) in input.sorted(by: { $0.key < $1.key }) {
      guard let slot = variables[name], chart.context[slot].isInput else {
        let near = NearNames.suggestion(for: name, in: names).map { " Did you mean `\($0)`?" } ?? ""
        problems.input.append("The chart takes no input `\(name)`.\(near)")
        continue
      }
      let field = chart.context[slot].field
      if field.accepts(value, codes: errors) {
        slots[slot] = value
      } else if let allowed = field.values {
        let list = allowed.map { "`\($0)`" }.joined(separator: ", ")
        problems.input.append("The input `\(name)` must be one of \(list).")
      } else {
        problems.input.append("The input `\(name)` is not of the type \(field.type.spelling).")
      }
    }
    return slots
  }
}
