internal import Locks
internal import Statecharts
import StatechartsModel
internal import StatechartsRepair
public import StatechartsYAML

/// Finds all that is wrong with a chart in one run: in its text, its shape, its references and its structure.
public struct Linter: Sendable {
  /// How many findings of one file are reported. A file with more has one cause that is worth fixing first.
  public static let findingLimit = 1_000

  private let selection: LintSelection
  private let rules: RuleRegistry
  private let resolver: FindingResolver

  /// Loads the charts that a chart runs inside itself.
  package var loader = ChartLoader.advising

  /// Makes a linter that reports the findings of all rules, or of some.
  ///
  /// - Parameter rules: The known rules.
  public init(_ selection: LintSelection = LintSelection(), rules: RuleRegistry = .standard) {
    self.selection = selection
    self.rules = rules
    resolver = FindingResolver(yieldsTo: rules.yieldsTo)
  }

  /// Checks one text.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - looksForFiles: Whether the text's name is the path of a file, so that the charts that it runs inside
  ///     itself can be looked for beside it.
  public func lint(_ source: SourceText, looksForFiles: Bool = false) -> LintedFile {
    lint(ChartReader.advising.read(source), looksForFiles: looksForFiles)
  }

  /// Checks a text that `ChartReader.advising` has read.
  package func lint(_ reading: ChartReading, looksForFiles: Bool) -> LintedFile {
    let source = reading.source
    var diagnostics = reading.diagnostics
    var suppressions = reading.document.map { Suppressions(in: $0, rules) }
    if let document = reading.document, let chart = reading.chart {
      let check = chart.check(isComplete: reading.isUsable)
      let problems = check.problems
      diagnostics += reading.diagnostics(for: problems)
      let context = LintContext(
        document: document, chart: chart, corrections: Self.corrections(problems),
        findings: reading.diagnostics, check: check, isSound: reading.isUsable && problems.isEmpty)
      // An opt-in rule also runs for a comment that suppresses it, to see whether the comment is needed.
      let optIn = rules.optInChecks.sorted { $0.key < $1.key }.filter { id, _ in
        selection.reports(optIn: id) || suppressions?.silences(id) == true
      }
      diagnostics += Self.findings(of: rules.checks + optIn.map(\.value), in: context)
      if looksForFiles, context.usage.invokesCharts {
        diagnostics += findingsWithCharts(reading, Set(diagnostics))
      }
    }
    let values = diagnostics.filter { $0.rule == AllRules.secrets }.map(\.range)
    // Names and comments can hold secrets too. In a text that cannot be read, nobody knows which values hold them.
    let lines = diagnostics.isEmpty ? [] : SecretWords.lines(of: source)
    let found = Set(reading.isUsable ? values.map { source.line(at: $0.lowerBound) } : [])
    let secrets = values + lines.filter { !found.contains(source.line(at: $0.lowerBound)) }
    diagnostics = resolver.resolved(diagnostics)
    if let silenced = suppressions?.apply(to: diagnostics, hasChart: reading.chart != nil) {
      diagnostics = silenced
    }
    let reported = selection.apply(to: diagnostics, optIn: rules.optInChecks.keys)
    let hidden = Self.errors(in: diagnostics) - Self.errors(in: reported)
    let end = reading.document == nil ? reading.diagnostics.last?.range.upperBound : nil
    // A configuration may raise warnings to errors, of which none are hidden then.
    return LintedFile(
      source, reported, secrets: secrets, hiddenErrors: max(hidden, 0),
      readBytes: end ?? source.bytes.count, rules: rules)
  }

  /// How many states a chart has at least whose rules run at the same time. For fewer, it takes longer to wake other cores.
  private static let fewestStates = 20

  /// What rules find, in their order. No rule depends on another.
  private static func findings(of rules: [any LintRule], in context: LintContext) -> [Diagnostic] {
    // Decision: Docs/decisions/linter.md#rules-run-on-all-cores
    guard context.tree.nodes.count >= fewestStates else { return rules.flatMap { $0.check(context) } }
    return concurrentMap(rules) { $0.check(context) }.flatMap { $0 }
  }

  /// How many errors there are, with those that were left out.
  private static func errors(in diagnostics: [Diagnostic]) -> Int {
    diagnostics.reduce(0) { $0 + ($1.severity == .error ? max($1.omitted, 1) : 0) }
  }

  /// What is wrong with a chart when the charts that it runs inside itself are known: their files, and what they
  /// are given. What is known already is left out.
  private func findingsWithCharts(_ reading: ChartReading, _ known: Set<Diagnostic>) -> [Diagnostic] {
    do throws(ChartLoadingFailure) {
      _ = try loader.load(reading)
      return []
    } catch {
      guard case .findings(let files) = error else { return [] }
      return files.filter { $0.source.name == reading.source.name }.flatMap(\.diagnostics).filter {
        $0.severity == .error && !known.contains($0)
      }
    }
  }

  private static func corrections(_ problems: [ModelProblem]) -> [ModelOrigin: String] {
    Dictionary(
      problems.compactMap { problem in problem.suggestion.map { (problem.origin, $0) } },
      uniquingKeysWith: { _, last in last })
  }
}
