public import StatechartsYAML

/// A text with all that was found in it.
public struct LintedFile: Sendable {
  /// The text.
  public let source: SourceText
  /// The findings by line, column and rule, each once; where there are too many, a last one counts the rest.
  public let findings: [Finding]
  /// How many findings were left out because there were too many.
  public let omitted: Int
  /// All that was found, with what was left out of the findings because there were too many.
  package let diagnostics: [Diagnostic]
  /// How many errors of rules that were not asked for there are.
  public let hiddenErrors: Int
  /// How many there are of each severity, with those that were left out.
  private let counts: [Diagnostic.Severity: Int]
  /// How far the text was read, in bytes; all of it where YAML does not break.
  let readBytes: Int
  /// Where secrets are written in the text, in the order of the text. They are hidden where the text is shown, also where
  /// nobody wants to hear of them.
  package let secretRanges: [SourceRange]

  /// Sorts findings and looks up their places.
  ///
  /// - Parameters:
  ///   - source: The text that the findings are about.
  ///   - diagnostics: The findings in any order. Those without help get their rule's.
  ///   - hiddenErrors: How many errors there are beside these.
  ///   - rules: The known rules.
  public init(
    _ source: SourceText, _ diagnostics: [Diagnostic], hiddenErrors: Int = 0, rules: RuleRegistry = .standard
  ) {
    // Nobody has looked for secrets in all values, so lines with one are hidden as a whole.
    let lines = diagnostics.isEmpty ? [] : SecretWords.lines(of: source)
    self.init(
      source, diagnostics,
      secrets: diagnostics.filter { $0.rule == AllRules.secrets }.map(\.range) + lines,
      hiddenErrors: hiddenErrors, readBytes: source.bytes.count, rules: rules)
  }

  init(
    _ source: SourceText, _ diagnostics: [Diagnostic], secrets: [SourceRange], hiddenErrors: Int,
    readBytes: Int, rules: RuleRegistry
  ) {
    secretRanges = secrets.sorted { $0.lowerBound < $1.lowerBound }
    let texts = Set(secrets.map { SecretWords.unquoted($0, of: source) })
    let words = SecretWords.words(of: secrets, in: source)
    let diagnostics = diagnostics.map { $0.hiding(texts, words) }
    // What the reader left out is counted with the rest.
    let left = Set(diagnostics.lazy.filter { $0.omitted > 0 })
    let sorted = Self.sorted(left.isEmpty ? diagnostics : diagnostics.filter { $0.omitted == 0 })
    var counts: [Diagnostic.Severity: Int] = [:]
    for diagnostic in sorted { counts[diagnostic.severity, default: 0] += 1 }
    var reported = sorted
    // The line that counts a single finding would be as long as the finding.
    if sorted.count > Linter.findingLimit + 1 || !left.isEmpty {
      // An error must not be crowded out by the warnings before it.
      let errors = min(counts[.error] ?? 0, Linter.findingLimit)
      var room = Linter.findingLimit - errors
      var errorsLeft = errors
      reported = sorted.filter { diagnostic in
        if diagnostic.severity == .error {
          errorsLeft -= 1
          return errorsLeft >= 0
        }
        room -= 1
        return room >= 0
      }
    }
    for diagnostic in left { counts[diagnostic.severity, default: 0] += diagnostic.omitted }
    self.counts = counts
    omitted = counts.values.reduce(0, +) - reported.count
    if omitted > 0, let range = (reported.last ?? left.first)?.range {
      let worst = Diagnostic.Severity.allCases.first { severity in
        (counts[severity] ?? 0) > reported.count { $0.severity == severity }
      }
      reported.append(
        Diagnostic(
          omitting: omitted, rule: YAMLRule.limit.rawValue, severity: worst ?? .note,
          limit: Linter.findingLimit, range: range))
    }
    let offsets = reported.flatMap(\.offsets)
    let places = PlaceTable(offsets, in: source)
    self.source = source
    self.diagnostics = sorted
    self.findings = reported.map { Finding($0, places, rules) }
    self.hiddenErrors = hiddenErrors
    self.readBytes = readBytes
  }

  /// Findings by place, rule and message, each once.
  private static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    // Numbers are compared first, and findings are not moved: there may be a hundred thousand.
    let order = diagnostics.indices.sorted { left, right in
      let (leftStart, rightStart) = (diagnostics[left].range.lowerBound, diagnostics[right].range.lowerBound)
      if leftStart != rightStart { return leftStart < rightStart }
      let (left, right) = (diagnostics[left], diagnostics[right])
      return (left.rule, left.range.upperBound, left.message) < (
        right.rule, right.range.upperBound, right.message
      )
    }
    var result: [Diagnostic] = []
    result.reserveCapacity(order.count)
    for number in order {
      let diagnostic = diagnostics[number]
      // Equal ones are neighbors, but for those that say the same and differ in their help.
      var index = result.count - 1
      while index >= 0, result[index] != diagnostic, result[index].range == diagnostic.range,
        result[index].message == diagnostic.message
      {
        index -= 1
      }
      if index < 0 || result[index] != diagnostic { result.append(diagnostic) }
    }
    return result
  }

  /// How many findings have a severity, those that were left out included.
  public func count(of severity: Diagnostic.Severity) -> Int { counts[severity] ?? 0 }

  /// The secrets as they may stand in what is made of the chart.
  package var secretTexts: [String] { secretRanges.flatMap { SecretWords.texts(in: $0, of: source) } }
}

extension Diagnostic {
  /// The same finding without secrets that stand in single quotes in its sentences, and without words that look like keys
  /// or are words of secrets. Its fix stays.
  fileprivate func hiding(_ secrets: Set<String>, _ words: Set<String>?) -> Diagnostic {
    func hidden(_ text: String) -> String {
      guard !secrets.isEmpty else { return SecretWords.hidden(in: text, besides: words) }
      let parts = text.split(separator: "'", omittingEmptySubsequences: false)
      return SecretWords.hidden(
        in: parts.map { secrets.contains(String($0)) ? "…" : $0 }.joined(separator: "'"), besides: words)
    }
    var result = self
    result.message = hidden(message)
    result.help = help.map(hidden)
    result.related = related.map { Related(range: $0.range, message: hidden($0.message)) }
    return result
  }
}
