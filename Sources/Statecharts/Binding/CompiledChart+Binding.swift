import StatechartsModel

extension CompiledChart {
  /// The names in which the chart and its handlers do not agree: all that are missing, too much or misspelled.
  ///
  /// What is declared and not used may be provided or not: the chart may be in the middle of a change.
  package func problems(binding handlers: ChartHandlers) -> BindingProblems {
    problems(binding: handlers, includingServices: true)
  }

  /// The same; without services and queries that are missing for a machine whose services are run by hand.
  func problems(binding handlers: ChartHandlers, includingServices: Bool) -> BindingProblems {
    let kinds = [
      HandlerNames(
        "a guard", used: requiredGuards, declared: chart.handlers.guards, given: handlers.guards.keys.sorted()
      ),
      HandlerNames(
        "an action", used: requiredActions, declared: chart.handlers.actions,
        given: handlers.actions.keys.sorted()),
      HandlerNames(
        "a service", used: requiredServices, declared: chart.handlers.services,
        given: handlers.services.keys.sorted()),
      HandlerNames(
        "a query", used: requiredQueries, declared: chart.handlers.queries,
        given: handlers.queries.keys.sorted()),
    ]
    var problems = BindingProblems()
    problems.missingGuards = kinds[0].missing
    problems.missingActions = kinds[1].missing
    problems.unusedGuards = kinds[0].unused
    problems.unusedActions = kinds[1].unused
    problems.unusedServices = kinds[2].unused
    problems.unusedQueries = kinds[3].unused
    if includingServices {
      problems.missingServices = kinds[2].missing
      problems.missingQueries = kinds[3].missing
    }
    for kind in kinds { kind.addHints(to: &problems, among: kinds) }
    return problems
  }

  /// The variables at the start, with the values that were given.
  func slots(input: [String: ChartValue], _ problems: inout BindingProblems) -> ContiguousArray<ChartValue> {
    var slots = initialValues
    let names = chart.context.filter(\.isInput).map(\.name.text)
    for (name, value) in input.sorted(by: { $0.key < $1.key }) {
      guard let slot = variables[name], chart.context[slot].isInput else {
        let near = NearNames.suggestion(for: name, in: names).map { " Did you mean `\($0)`?" } ?? ""
        problems.input.append("`\(name)` is not an input of the chart.\(near)")
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
