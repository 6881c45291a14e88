extension Statechart {
  /// Everything that is wrong with the chart, in document order; empty when `CompiledChart` would take it.
  public func problems() -> [ModelProblem] {
    var compiler = Compiler(self)
    compiler.run()
    return compiler.sortedProblems
  }
}
