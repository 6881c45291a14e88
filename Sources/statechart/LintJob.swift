import Locks
import StatechartsLint
import StatechartsRepair
import StatechartsYAML

/// One chart to check. Its findings depend on nothing else, so several charts are checked at a time.
struct LintJob: Sendable {
  /// The result.
  struct Outcome: Sendable {
    /// The findings in the text as it is.
    var file: LintedFile
    /// The fixed text, where that was asked for.
    var fixed: FixedText?
  }

  /// How many charts are read before the findings of the first are written.
  static let batch = 64

  var source: SourceText
  /// The path as it was asked for.
  var path: String
  var linter: Linter
  var fixes: Bool

  /// Checks the chart.
  func run() -> Outcome {
    let looksForFiles = source.name != "<stdin>"
    guard fixes else { return Outcome(file: linter.lint(source, looksForFiles: looksForFiles)) }
    let lint = { (source: SourceText) in
      linter.lint(ChartReader.fixing.read(source), looksForFiles: looksForFiles)
    }
    let file = lint(source)
    return Outcome(file: file, fixed: FixedText(file, lint: lint))
  }

  /// Checks charts, as many at a time as there are cores; the outcomes are in the order of the jobs.
  static func run(_ jobs: [LintJob]) -> [Outcome] {
    jobs.count > 1 ? concurrentMap(jobs) { $0.run() } : jobs.map { $0.run() }
  }
}
