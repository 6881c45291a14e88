public import StatechartsYAML

/// What a rule of the linter is about: its page in `statechart explain`, its documentation and its test at once.
public struct RuleDescription: Hashable, Sendable {
  /// What a rule looks at.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    /// The file as text and as YAML.
    case file
    /// Which keys stand where, with which kind of value.
    case shape
    /// What states, events and handlers are called.
    case names
    /// Whether what is named exists and fits.
    case references
    /// Conditions and values.
    case expressions
    /// How states and transitions hang together.
    case structure
    /// Services, their ends and failures, and time.
    case services
    /// Secrets and what people type.
    case security
    /// The linter's own comments.
    case comments
  }

  /// The rule's id, in kebab case; it never changes.
  public let id: String
  /// The problem that the rule finds, in a few words.
  public let title: String
  /// How severe a finding is.
  public let severity: Diagnostic.Severity
  /// Whether the rule is a matter of policy and therefore off by default.
  public let isOptIn: Bool
  /// What the rule looks at.
  public let family: Family
  /// Why a finding matters, in one or two sentences.
  public let why: String
  /// How to fix a finding. It is shown as help where a finding has no help of its own.
  public let howToFix: String
  // Examples are made on demand, because the linter reads many descriptions and needs no examples.
  private let badTexts: [String]
  private let goodTexts: [String]
  /// Whether the texts leave out the lines that `completed` adds.
  private var isShort = false

  /// Charts that break only this rule, the simplest first.
  public var bad: [Example] { badTexts.map(example) }
  /// Charts that do not break it, the first bad one with its fix first.
  public var good: [Example] { goodTexts.map(example) }

  private func example(_ text: String) -> Example { Example(isShort ? Self.completed(text) : text) }

  /// Adds the lines that nearly all charts have: `statechart` and `id`, and `initial` before `states`. A text with the word
  /// `statechart` is complete.
  private static func completed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard !text.contains("statechart"), let states = lines.firstIndex(where: { $0.hasPrefix("states:") })
    else { return text }
    if !lines.contains(where: { $0.hasPrefix("initial:") }) { lines.insert("initial: open", at: states) }
    return (["statechart: 1", "id: door"] + lines).joined(separator: "\n")
  }

  /// A chart as text, with the location of the finding in it.
  public struct Example: Hashable, Sendable {
    /// The chart.
    public let text: String
    /// The UTF-8 offset at which the finding starts; nil in a good example.
    public let offset: Int?

    /// Takes a chart in which `▸` stands before the finding.
    init(_ marked: String) {
      var bytes: [UInt8] = []
      var offset: Int?
      for scalar in marked.unicodeScalars {
        if scalar == "▸" {
          offset = bytes.count
        } else {
          bytes.append(contentsOf: String(scalar).utf8)
        }
      }
      self.text = String(decoding: bytes, as: UTF8.self)
      self.offset = offset
    }
  }

  /// Describes a rule.
  ///
  /// - Parameters:
  ///   - id: The id, in kebab case. The ids of a project's rules begin with `x-`.
  ///   - title: The problem that the rule finds, in a few words.
  ///   - severity: How severe a finding is. Findings that are errors cannot be suppressed.
  ///   - family: What the rule looks at.
  ///   - isOptIn: Whether the rule is off by default.
  ///   - why: Why a finding matters, in one or two sentences.
  ///   - howToFix: How to fix a finding.
  ///   - bad: Charts that break only this rule, the simplest first. `▸` stands before the text that is wrong, and is left
  ///     out of the example.
  ///   - good: Charts that do not break it, the first bad one with its fix first.
  public init(
    id: String, title: String, severity: Diagnostic.Severity, family: Family, isOptIn: Bool = false,
    why: String,
    howToFix: String, bad: [String], good: [String]
  ) {
    self.id = id
    self.title = title
    self.severity = severity
    self.family = family
    self.why = why
    self.howToFix = howToFix
    self.isOptIn = isOptIn
    badTexts = bad
    goodTexts = good
  }

  init(
    _ id: String, _ title: String, _ severity: Diagnostic.Severity = .error, _ family: Family,
    isOptIn: Bool = false, why: String, howToFix: String, bad: String, good: String, alsoBad: [String] = [],
    alsoGood: [String] = []
  ) {
    self.init(
      id: id, title: title, severity: severity, family: family, isOptIn: isOptIn, why: why,
      howToFix: howToFix,
      bad: [bad] + alsoBad, good: [good] + alsoGood)
    isShort = true
  }
}
