import Foundation
import OurRules
import StatechartsLint
import StatechartsYAML

/// Checks charts with the rules of the package and our own: `lint-charts FILE…`
@main struct LintCharts {
  static func main() throws {
    let linter = Linter(rules: try RuleRegistry(adding: [LongTitle()]))
    let files = try CommandLine.arguments.dropFirst().map { path in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      return linter.lint(SourceText(name: path, bytes: Array(bytes)), looksForFiles: true)
    }
    for file in files { print(ShortRenderer().render(file), terminator: "") }
    let summary = LintSummary(files)
    print(summary.text)
    if FailLevel.warning.fails(summary) { exit(1) }
  }
}
