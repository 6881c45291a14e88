package import Statecharts

/// What the compiler found, and where in the text it is.
package struct LocatedProblem {
  package let problem: ModelProblem
  /// The scalar that the range of the finding lies in, where it lies in one.
  package let node: YAMLDocument.NodeID?
  /// Whether the text was put together from several scalars.
  package let isComposed: Bool
  package var finding: Diagnostic
}
