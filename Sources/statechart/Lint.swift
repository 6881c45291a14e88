public import ArgumentParser
import Statecharts
import StatechartsFiles
public import StatechartsLint
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `statechart lint`: reports problems in charts.
struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Finds problems in charts and fixes some of them.",
    discussion: """
      Findings go to the standard output, a summary to the standard error. A file that is not UTF-8 or not YAML is a \
      finding too; the rest of that file is not checked.

      --fix applies all safe fixes and reports what is left. It changes nothing else in the file. For the standard \
      input the fixed text goes to the standard output, and the findings go to the standard error. --diff only shows \
      what --fix would change.

      A file .statechart.yaml in the charts' folder or above sets the severities of a project. \
      Docs/guide/checking-charts.md describes it.

      Exit codes: 0 when no finding reaches the fail level, 1 when one does, 2 when a chart cannot be opened, the \
      configuration has errors, or a file cannot be written. Errors always fail the run.
      """
  )

  /// The format of findings.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, github, short
  }

  /// The path when none is given.
  static let defaultPath = "charts"

  @Argument(
    help: ArgumentHelp(
      "Charts, folders to search for *.yaml and *.yml, patterns in quotes, or - for the standard input.",
      valueName: "path"),
    completion: Completions.charts)
  var paths: [String] = [Self.defaultPath]

  @Option(help: "The format of the findings.")
  var format = Format.text

  @Flag(help: "Fail on warnings. The same as --fail-level warning.")
  var strict = false

  @Option(
    help:
      "The lowest severity that fails the run. The default comes from the configuration, else it is error.")
  var failLevel: FailLevel?

  @Option(
    help: ArgumentHelp("Report only findings of these rules.", valueName: "rule,…"),
    completion: Completions.rules)
  var only: [String] = []

  @Option(
    help: ArgumentHelp("Report no findings of these rules.", valueName: "rule,…"),
    completion: Completions.rules)
  var skip: [String] = []

  @Flag(help: "Apply all safe fixes.")
  var fix = false

  @Flag(help: "Show what --fix would change.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      "The configuration for all charts, instead of the nearest .statechart.yaml.", valueName: "file"),
    completion: Completions.charts)
  var config: String?

  @Option(help: ArgumentHelp("The name of the standard input in messages.", valueName: "name"))
  var stdinName: String?

  @Option(help: "Whether to use colors. `auto` uses them in a terminal unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Write no summary.")
  var quiet = false

  /// For the build plugin: a build command must write an output file.
  @Option(help: .hidden)
  var stamp: String?

  func validate() throws {
    if strict, failLevel != nil {
      throw ValidationError("--strict and --fail-level cannot be used together.")
    }
    if fix, diff { throw ValidationError("--fix and --diff cannot be used together.") }
    if diff, format != .text {
      throw ValidationError("--diff always writes a unified diff. Leave out --format.")
    }
    if stdinName != nil, !paths.contains("-") {
      throw ValidationError("--stdin-name needs the path `-`, which stands for the standard input.")
    }
    // An empty variable in a script must not turn all rules off.
    if !only.isEmpty, Self.rules(only).isEmpty { throw ValidationError("--only needs the name of a rule.") }
    for rule in Self.rules(only) + Self.rules(skip) where RuleRegistry.standard.rule(rule) == nil {
      let near = NearNames.suggestion(for: rule, in: RuleRegistry.standard.all.map(\.id))
      let help = near.map { "Did you mean `\($0)`?" } ?? "`statechart rules` lists them."
      throw ValidationError("`\(VisibleText.escaped(rule))` is not a rule. \(help)")
    }
    for rule in Self.rules(skip) where RuleRegistry.standard.rule(rule)?.severity == .error {
      throw ValidationError(
        "The rule `\(rule)` finds errors, which cannot be skipped: a chart with errors cannot be used.")
    }
  }

  func run() throws {
    var run = LintRun(self)
    let found = PathSearch(paths, for: .charts)
    run.check(found.paths)
    for problem in found.problems { run.fail(problem.message) }
    try run.finish()
    guard let stamp else { return }
    do {
      try Data().write(to: URL(fileURLWithPath: stamp))
    } catch {
      Output.report("error: The file `\(stamp)` cannot be written.")
      throw ExitCode(2)
    }
  }

  /// The rules of an option that may be repeated, and may hold several rules.
  static func rules(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { $0.filter { $0 != " " } } }
  }
}

extension FailLevel: ExpressibleByArgument {}
