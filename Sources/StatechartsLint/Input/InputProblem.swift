/// Why a chart could not be read at all: nothing was checked.
public struct InputProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path as the caller wrote it.
  public let path: String
  /// What is wrong, in a few words.
  public let reason: String

  /// Makes a problem.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The path and the reason.
  public var description: String { "\(VisibleText.escaped(path)): \(reason)" }
}
