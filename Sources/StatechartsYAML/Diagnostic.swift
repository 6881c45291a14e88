/// One finding about a file: what is wrong, where, and what to write instead.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The chart cannot be used.
    case error
    /// The chart runs but probably not as meant.
    case warning
    /// Worth knowing.
    case note
  }

  /// Another place that belongs to the finding, such as a first definition.
  public struct Related: Hashable, Sendable {
    /// Where it is.
    public var range: SourceRange
    /// What it is.
    public var message: String

    /// Makes a related place.
    public init(range: SourceRange, message: String) {
      self.range = range
      self.message = message
    }
  }

  /// A replacement of text that fixes the finding.
  public struct Fix: Hashable, Sendable {
    /// What the replacement does, as a command to the reader.
    public var title: String
    /// The text to replace; empty inserts.
    public var range: SourceRange
    /// What to put there.
    public var replacement: String

    /// Makes a fix.
    public init(title: String, range: SourceRange, replacement: String) {
      self.title = title
      self.range = range
      self.replacement = replacement
    }
  }

  /// The rule's id, in kebab case.
  public var rule: String
  /// How bad it is.
  public var severity: Severity
  /// One plain sentence: what is wrong.
  public var message: String
  /// What to write instead; nil only where the message says it already.
  public var help: String?
  /// The text that a person must edit.
  public var range: SourceRange
  /// Other places that belong to it.
  public var related: [Related]
  /// A mechanical correction, where one is safe.
  public var fix: Fix?
  /// How many findings it stands for, which are not listed; 0 for a finding of its own.
  package private(set) var omitted = 0
  /// Where other text begins that the finding is about, so that it can be recognized which findings have one cause.
  package var claims: [Int] = []

  /// Makes a finding.
  public init(
    rule: String, severity: Severity = .error, message: String, help: String? = nil, range: SourceRange,
    related: [Related] = [], fix: Fix? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.help = help
    self.range = range
    self.related = related
    self.fix = fix
  }

  /// Makes one that stands for others, where there are more than are listed.
  package init(omitting count: Int, rule: String, severity: Severity, limit: Int, range: SourceRange) {
    self.init(
      rule: rule, severity: severity, message: "And \(count) more.",
      help: "At most \(limit) findings are listed for a file. Fix these and check again.", range: range)
    omitted = count
  }
}
