import StatechartsModel

extension CompiledChart {
  /// Reads and compiles the chart that `statechart generate` wrote into Swift.
  ///
  /// - Throws: everything that is wrong with it; a single problem when another version wrote it.
  public convenience init(generated text: String) throws(ModelProblems) {
    // Decision: Docs/decisions/code-generation.md#the-chart-is-one-constant
    let chart: Statechart
    do {
      chart = try Statechart(modelText: text)
    } catch {
      throw ModelProblems([
        ModelProblem(
          .badValue, "The generated chart cannot be read. \(error)",
          help: "Generate Swift from the chart again, with this version of the package.", origin: .none)
      ])
    }
    try self.init(chart)
  }
}
