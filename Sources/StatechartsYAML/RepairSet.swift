package import Statecharts

/// What finds out, for tools, what the author of a chart meant. Apps read without it.
package struct RepairSet: Sendable {
  /// They are asked, in this order, about something that cannot be read.
  package var shapes: [any ChartRepair] = []
  /// Says what is wrong where a text is not well-formed YAML.
  package var explain: SyntaxError.Explainer = { $0.plainExplanation }
  /// Adds helps and fixes to those of all problems of the compiler that are reported.
  package var advise: @Sendable (inout [LocatedProblem], [ModelProblem], ChartReading) -> Void = { _, _, _ in
  }

  /// Without repairs.
  package init() {}
}
