package import StatechartsModel

extension Statechart {
  /// Everything that is wrong with the chart, in document order; empty when `CompiledChart` would take it.
  package func problems() -> [ModelProblem] {
    var compiler = Compiler(self)
    compiler.run()
    return compiler.sortedProblems
  }

  /// Everything that is wrong with the chart, and what may be.
  ///
  /// - Parameter isComplete: Whether no part of the chart is missing because it could not be read. If one is, it is not
  ///   known which events lead to a state.
  package func check(isComplete: Bool) -> ChartCheck {
    var compiler = Compiler(self, knowsAllTransitions: isComplete, followsOptionalValues: true)
    compiler.run()
    return ChartCheck(
      problems: compiler.sortedProblems, possiblyMissingFields: compiler.possiblyMissingFields,
      possiblyAbsentValues: compiler.possiblyAbsentValues,
      surelySet: compiler.surelySet)
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

  init(
    problems: [ModelProblem], possiblyMissingFields: [PossiblyMissingField],
    possiblyAbsentValues: [PossiblyAbsentValue],
    surelySet: Set<ModelOrigin>
  ) {
    self.problems = problems
    self.possiblyMissingFields = possiblyMissingFields
    self.possiblyAbsentValues = possiblyAbsentValues
    self.surelySet = surelySet
  }
}
