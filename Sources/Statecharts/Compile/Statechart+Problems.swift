public import StatechartsModel

extension Statechart {
  /// Everything that is wrong with the chart, in document order; empty when `CompiledChart` would take it.
  public func problems() -> [ModelProblem] {
    var compiler = Compiler(self)
    compiler.run()
    return compiler.sortedProblems
  }

  /// Everything that is wrong with the chart, and what may be.
  ///
  /// - Parameter isComplete: Whether no part of the chart is missing because it could not be read. If one is, it is not
  ///   known which events lead to a state.
  package func check(isComplete: Bool) -> (problems: [ModelProblem], doubts: [FieldDoubt]) {
    var compiler = Compiler(self, knowsAllTransitions: isComplete)
    compiler.run()
    return (compiler.sortedProblems, compiler.doubts)
  }
}
