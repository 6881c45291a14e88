public import StatechartsYAML

/// A text with all that was found in it.
public struct LintedFile: Sendable {
  /// The text.
  public let source: SourceText
  /// The findings by line, column and rule, each once; where there are too many, a last one counts the rest.
  public let findings: [Finding]
  /// How many findings were left out because there were too many.
  public let omitted: Int
  /// How many errors of rules that were not asked for there are.
  public let hiddenErrors: Int
  /// How many there are of each severity, with those that were left out.
  private let counts: [Diagnostic.Severity: Int]

  /// Sorts findings and looks up their places.
  ///
  /// - Parameters:
  ///   - source: The text that the findings are about.
  ///   - diagnostics: The findings in any order. Those without help get their rule's.
  ///   - hiddenErrors: How many errors there are beside these.
  public init(_ source: SourceText, _ diagnostics: [Diagnostic], hiddenErrors: Int = 0) {
    let sorted = Self.sorted(diagnostics)
    var told = sorted
    // To count a single one would take as much room as to tell it.
    if sorted.count > Linter.findingLimit + 1 {
      // An error must not be crowded out by the warnings before it.
      let errors = sorted.filter { $0.severity == .error }.prefix(Linter.findingLimit)
      var room = Linter.findingLimit - errors.count
      var errorsLeft = errors.count
      told = sorted.filter { diagnostic in
        if diagnostic.severity == .error {
          errorsLeft -= 1
          return errorsLeft >= 0
        }
        room -= 1
        return room >= 0
      }
    }
    omitted = sorted.count - told.count
    counts = sorted.reduce(into: [:]) { $0[$1.severity, default: 0] += 1 }
    if omitted > 0, let last = told.last {
      let hasErrors = sorted.count { $0.severity == .error } > Linter.findingLimit
      told.append(
        Diagnostic(
          rule: YAMLRule.limit.rawValue, severity: hasErrors ? .error : .warning,
          message: "And \(omitted) more.",
          help: "At most \(Linter.findingLimit) findings are listed for a file.", range: last.range))
    }
    let offsets = told.flatMap(\.offsets)
    let places = PlaceTable(offsets, in: source)
    self.source = source
    self.findings = told.map { Finding($0, places) }
    self.hiddenErrors = hiddenErrors
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
      // Equal ones are neighbours, but for those that say the same and differ in their help.
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
}
