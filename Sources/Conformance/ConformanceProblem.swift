/// Why a test cannot be run.
public struct ConformanceProblem: Error, CustomStringConvertible {
  /// What is wrong, with its place.
  public var text: String

  /// The same.
  public var description: String { text }
}
