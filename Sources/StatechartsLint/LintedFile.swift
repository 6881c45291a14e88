public import StatechartsYAML

/// A text with all that was found in it.
public struct LintedFile: Sendable {
  /// The text.
  public let source: SourceText
  /// The findings by line, column and rule, each once.
  public let findings: [Finding]
  /// How many findings were left out because there were too many.
  public let omitted: Int
  /// How many errors of rules that were not asked for there are.
  public let hiddenErrors: Int

  /// Sorts findings and looks up their places.
  ///
  /// - Parameters:
  ///   - source: The text that the findings are about.
  ///   - diagnostics: The findings in any order. Those without help get their rule's.
  ///   - hiddenErrors: How many errors there are beside these.
  public init(_ source: SourceText, _ diagnostics: [Diagnostic], hiddenErrors: Int = 0) {
    var seen: Set<Diagnostic> = []
    let sorted = diagnostics.filter { seen.insert($0).inserted }.sorted { left, right in
      let leftKey = (left.range.lowerBound, left.rule, left.range.upperBound, left.message)
      return leftKey < (right.range.lowerBound, right.rule, right.range.upperBound, right.message)
    }
    var told = sorted
    if sorted.count > Linter.findingLimit {
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
    let offsets = told.flatMap(\.offsets)
    let places = PlaceTable(offsets, in: source)
    self.source = source
    self.findings = told.map { Finding($0, places) }
    self.omitted = sorted.count - told.count
    self.hiddenErrors = hiddenErrors
  }

  /// How many findings have a severity.
  public func count(of severity: Diagnostic.Severity) -> Int {
    findings.count { $0.diagnostic.severity == severity }
  }
}
