package import StatechartsModel

extension Statechart {
  /// Everything that is wrong with the chart, in document order; empty when `CompiledChart` would take it.
  package func problems() -> [ModelProblem] {
    let problems = ProblemCollector(self)
    _ = Compiler(self, problems)
    return problems.sorted
  }

  /// Everything that is wrong with the chart, and what may be.
  ///
  /// - Parameter isComplete: Whether no part of the chart is missing because it could not be read. If one is, it is not
  ///   known which events lead to a state.
  package func check(isComplete: Bool) -> ChartCheck {
    let problems = ProblemCollector(self)
    let compiler = Compiler(self, problems, knowsAllTransitions: isComplete, followsOptionalValues: true)
    var check = ChartCheck()
    check.problems = problems.sorted
    guard let compiler else { return check }
    check.possiblyMissingFields = compiler.expressions.possiblyMissingFields
    check.possiblyAbsentValues = compiler.expressions.possiblyAbsentValues
    check.surelySet = compiler.actions.surelySet
    return check
  }
}

/// What was found in a chart.
package struct ChartCheck: Sendable {
  /// Everything that is wrong.
  package var problems: [ModelProblem] = []
  /// The places that read a field that only some of the events bring.
  package var possiblyMissingFields: [PossiblyMissingField] = []
  /// The places that need a value where there may be none.
  package var possiblyAbsentValues: [PossiblyAbsentValue] = []
  /// The expressions of `assign` whose value is certainly one.
  package var surelySet: Set<ModelOrigin> = []

  package init() {}
}
