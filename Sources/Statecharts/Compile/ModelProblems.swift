/// Everything that is wrong with a chart, found in one run.
public struct ModelProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems in document order; never empty when thrown.
  package let problems: [ModelProblem]

  /// Collects problems.
  package init(_ problems: [ModelProblem]) { self.problems = problems }

  /// The rules and messages, one a line.
  public var description: String {
    problems.map { "\($0.rule.rawValue): \($0.message)" }.joined(separator: "\n")
  }
}
