public import ArgumentParser
import Statecharts
public import StatechartsLint
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `statechart lint`: tells all that is wrong with charts.
struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Finds mistakes in charts, and mends some.",
    discussion: """
      Findings go to the standard output, a summary to the standard error. Exits with 0 when nothing at or above the \
      fail level was found, with 1 when something was, with 2 when a chart cannot be opened, when the configuration has \
      mistakes, or when a file cannot be written. Errors always fail the run. A file that is not UTF-8 or not YAML is \
      a finding like others; nothing after it is checked.

      --fix writes the charts anew with everything mended that can be mended safely, and tells the rest. Nothing but \
      the wrong places is changed. Of the standard input the mended text goes to the standard output and the findings \
      to the standard error. --diff only shows what --fix would change.

      How findings count in a project is set in a file .statechart.yaml in the charts' folder or above; \
      Docs/guide/checking-charts.md describes it.
      """
  )

  /// How findings are written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, github, short
  }

  /// What is read where no path is given.
  static let defaultPath = "charts"

  @Argument(
    help: ArgumentHelp(
      "Charts, folders to search for *.yaml and *.yml, patterns in quotes, or - for the standard input.",
      valueName: "path"))
  var paths: [String] = [Self.defaultPath]

  @Option(help: "How findings are written.")
  var format = Format.text

  @Flag(help: "Let warnings fail the run: the same as --fail-level warning.")
  var strict = false

  @Option(
    help: "From which severity on findings fail the run; by default what the configuration says, else error.")
  var failLevel: FailLevel?

  @Option(help: ArgumentHelp("Tell only the findings of these rules.", valueName: "rule,…"))
  var only: [String] = []

  @Option(help: ArgumentHelp("Tell no findings of these rules.", valueName: "rule,…"))
  var skip: [String] = []

  @Flag(help: "Mend what can be mended safely.")
  var fix = false

  @Flag(help: "Show what --fix would change.")
  var diff = false

  @Option(
    help: ArgumentHelp(
      "The configuration for all charts, in place of the nearest .statechart.yaml.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("What messages call the standard input.", valueName: "name"))
  var stdinName: String?

  @Option(help: "Whether to use colours; auto uses them in a terminal unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Write no summary.")
  var quiet = false

  /// What the build tool asks for: a command of a build has to leave something behind.
  @Option(help: .hidden)
  var stamp: String?

  func validate() throws {
    if strict, failLevel != nil { throw ValidationError("--strict and --fail-level exclude each other.") }
    if fix, diff { throw ValidationError("--fix and --diff exclude each other.") }
    if diff, format != .text { throw ValidationError("--diff writes a difference, in no other format.") }
    if stdinName != nil, !paths.contains("-") {
      throw ValidationError("--stdin-name names the standard input, which is read for the path `-`.")
    }
    // A variable of a script that is not set must not turn everything off.
    if !only.isEmpty, Self.rules(only).isEmpty { throw ValidationError("--only names no rule.") }
    for rule in Self.rules(only) + Self.rules(skip) where RuleRegistry.rule(rule) == nil {
      let near = NearNames.suggestion(for: rule, in: RuleRegistry.all.map(\.id))
      let help = near.map { "Did you mean `\($0)`?" } ?? "`statechart rules` lists them."
      throw ValidationError("There is no rule `\(VisibleText.escaped(rule))`. \(help)")
    }
    for rule in Self.rules(skip) where RuleRegistry.rule(rule)?.severity == .error {
      throw ValidationError(
        "The rule `\(rule)` finds errors, which cannot be skipped: the chart could not be used.")
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
