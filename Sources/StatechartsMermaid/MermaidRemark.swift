/// Something that was noticed while a diagram was converted.
public struct MermaidRemark: Hashable, Sendable, CustomStringConvertible {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The diagram cannot be converted at all.
    case error
    /// Something could not be carried over.
    case lost
    /// Something that the diagram does not say was chosen.
    case note
  }

  /// How much it matters.
  public var severity: Severity
  /// One plain sentence.
  public var message: String
  /// The line that it is about, from 1.
  public var line: Int
  /// The name of the diagram's file.
  public var file: String

  /// `file:line:1: severity: sentence`.
  public var description: String { "\(file):\(line):1: \(severity.rawValue): \(message)" }
}
