/// How much a file may hold. Each limit that is passed is a finding that names it.
public struct YAMLLimits: Hashable, Sendable {
  // Decision: Docs/decisions/format.md#limits-of-a-file-4-mib-and-400000-nodes
  /// Bytes in the file.
  public var fileBytes = 4 * 1024 * 1024
  /// Lists and mappings inside one another, the outermost counted.
  public var depth = 64
  /// Keys, values, lists and mappings together.
  public var nodes = 400_000
  /// UTF-8 bytes in one text, after unquoting.
  public var scalarBytes = 64 * 1024
  /// UTF-8 bytes in one key, after unquoting. More than 1,024 is never read: libyaml has that limit
  /// itself, counted in characters of the key as it is written, quotes included.
  public var keyBytes = 1024
  /// Findings that are listed; the rest is counted.
  public var findings = 1000

  /// The limits that the commands use.
  public static let `default` = YAMLLimits()

  /// The default limits, to be changed one by one.
  public init() {}
}
