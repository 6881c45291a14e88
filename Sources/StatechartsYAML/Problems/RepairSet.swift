package import Statecharts
package import StatechartsModel

/// What finds out, for tools, what the author of a chart meant. Apps read without it.
package struct RepairSet: Sendable {
  /// Adds helps and fixes to those of all problems of the compiler that are reported.
  package typealias ProblemAdvice =
    @Sendable (
      _ found: inout [LocatedProblem], _ all: [ModelProblem], YAMLDocument, Statechart?
    ) -> Void

  /// They are asked, in this order, about something that cannot be read.
  package var shapes: [any ChartRepair] = []
  /// Says what is wrong with the text, whatever the chart is.
  package var explainer = TextExplainer()
  package var advise: ProblemAdvice = { _, _, _, _ in }

  /// Without repairs.
  package init() {}
}

/// What the compiler found, and where in the text it is.
package struct LocatedProblem {
  package let problem: ModelProblem
  /// The scalar that the range of the finding lies in, where it lies in one.
  package let node: YAMLDocument.NodeID?
  /// Whether the text was put together from several scalars.
  package let isComposed: Bool
  package var finding: Diagnostic
}
