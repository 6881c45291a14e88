import StatechartsModel

// The chart itself: one constant that only the engine reads.

extension SwiftChart {
  func writeChart(_ output: inout SwiftOutput) {
    // Decision: Docs/decisions/code-generation.md#the-chart-is-one-constant
    output.line()
    output.line("// MARK: - The chart")
    output.line()
    output.block("extension \(typeName)") { output in
      output.documentation("The compiled chart, made on first use.")
      output.block("public static let compiled = Result") {
        $0.line("() throws(ModelProblems) in try CompiledChart(generated: model)")
      }
      output.line()
      output.documentation("The chart, for the engine to read.")
      let text = SwiftText.JSONLiteral(inventory.chart.modelText, width: SwiftCode.width - 4)
      output.line("private static let model = \(text.signs)\"\"\"")
      output.inside { output in
        for row in text.rows { output.line(row) }
        output.line("\"\"\"\(text.signs)")
      }
    }
  }
}
