/// Collects errors and other findings, up to a number of each, and counts the rest.
struct Findings {
  private var errors: [Diagnostic] = []
  private var others: [Diagnostic] = []
  /// How many were left out, by severity and rule.
  private var dropped: [Diagnostic.Severity: [String: Int]] = [:]
  private let limit: Int
  /// Where the text has errors: what is wrong with the chart there follows from them.
  private var textErrors: Set<SourceRange>

  /// - Parameter text: The findings about the text, to which those about the chart are added.
  init(limit: Int, text: [Diagnostic] = []) {
    self.limit = max(limit, 1)
    textErrors = Set(text.lazy.filter { $0.severity == .error }.map(\.range))
    for finding in text { add(finding) }
  }

  /// Whether an error was found.
  var hasErrors: Bool { !errors.isEmpty }

  /// Adds a finding; its words are made only when it is kept.
  mutating func add(
    _ rule: YAMLRule, _ severity: Diagnostic.Severity = .error, _ range: SourceRange,
    _ message: @autoclosure () -> String, help: @autoclosure () -> String? = nil,
    related: @autoclosure () -> [Diagnostic.Related] = [], fix: @autoclosure () -> Diagnostic.Fix? = nil
  ) {
    guard admits(rule.rawValue, severity) else { return }
    add(
      Diagnostic(
        rule: rule.rawValue, severity: severity, message: message(), help: help(), range: range,
        related: related(), fix: fix()))
  }

  /// Whether no more errors are kept.
  var isFull: Bool { errors.count >= limit }

  /// Whether another finding would be kept; when not, it is counted.
  private mutating func admits(_ rule: String, _ severity: Diagnostic.Severity) -> Bool {
    if (severity == .error ? errors.count : others.count) < limit { return true }
    dropped[severity, default: [:]][rule, default: 0] += 1
    return false
  }

  /// Adds a finding about the chart, unless an error of the text is in the same place. When there are enough, it is
  /// counted.
  ///
  /// - Parameter places: Where findings begin that it explains, by rule. They are taken back.
  mutating func report(_ finding: Diagnostic, explaining places: [YAMLRule: Set<Int>] = [:]) {
    guard !textErrors.contains(finding.range), admits(finding.rule, finding.severity) else { return }
    withdraw(places)
    add(finding)
  }

  /// Adds a finding that was made elsewhere.
  mutating func add(_ finding: Diagnostic) {
    var finding = finding
    finding.message = finding.message.shortened
    finding.help = finding.help?.shortened
    if finding.severity == .error { errors.append(finding) } else { others.append(finding) }
  }

  /// Takes back findings where more is known now.
  ///
  /// - Parameter places: Where they begin, by rule.
  mutating func withdraw(_ places: [YAMLRule: Set<Int>]) {
    for (rule, places) in places where !places.isEmpty {
      let isExplained: (Diagnostic) -> Bool = {
        $0.rule == rule.rawValue && places.contains($0.range.lowerBound)
      }
      textErrors.subtract(errors.lazy.filter(isExplained).map(\.range))
      errors.removeAll(where: isExplained)
      others.removeAll(where: isExplained)
    }
  }

  /// Takes back errors in a range, which follow from an error that is the whole range.
  mutating func withdrawErrors(in range: SourceRange) {
    errors.removeAll { range.contains($0.range.lowerBound) && $0.range.upperBound <= range.upperBound }
  }

  /// What to say where the text could not be read on.
  static let endSentence = "The rest of the file was not checked."
  /// What to say of a file that is not read at all.
  static let nothingSentence = "The file was not checked."

  /// Says of the error that was added last that it ended the checking.
  mutating func markEnd(_ sentence: String) {
    guard let last = errors.indices.last else { return }
    errors[last].help = errors[last].help.map { "\($0) \(sentence)" } ?? sentence
  }

  /// The findings in the order of the text; last ones stand for those that were left out.
  func sorted() -> [Diagnostic] {
    var result = errors + others
    let order = result.indices.sorted { left, right in
      let (a, b) = (result[left].range, result[right].range)
      return (a.lowerBound, a.upperBound, left) < (b.lowerBound, b.upperBound, right)
    }
    result = order.map { result[$0] }
    guard let last = result.last else { return result }
    for severity in Diagnostic.Severity.allCases {
      for (rule, count) in (dropped[severity] ?? [:]).sorted(by: { $0.key < $1.key }) {
        result.append(
          Diagnostic(omitting: count, rule: rule, severity: severity, limit: limit, range: last.range))
      }
    }
    return result
  }
}

extension String {
  /// Longer texts help nobody, and one long name shall not fill a screen.
  private static let longestSentence = 1000

  /// The text, cut in its middle when it is very long.
  var shortened: String {
    guard utf8.count > Self.longestSentence, count > Self.longestSentence else { return self }
    return "\(prefix(Self.longestSentence / 2)) … \(suffix(200)) (shortened: \(count) characters)"
  }
}
