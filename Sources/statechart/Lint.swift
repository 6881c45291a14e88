import ArgumentParser
import Foundation
import StatechartsLint
import StatechartsYAML

/// `statechart lint`: tells all that is wrong with charts.
struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds mistakes in charts.",
    discussion: """
      Findings go to the standard output, a summary to the standard error. Exits with 0 when no error was found, \
      with 1 when one was, with 2 when a chart could not be read. Warnings count as errors with --strict; notes \
      never do.
      """
  )

  /// How findings are written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(
    help: ArgumentHelp(
      "Charts, folders to search for *.yaml and *.yml, patterns in quotes, or - for the standard input.",
      valueName: "path"))
  var paths: [String] = ["charts"]

  @Option(help: "How findings are written.")
  var format = Format.text

  @Flag(help: "Let warnings fail the run.")
  var strict = false

  @Option(help: ArgumentHelp("What messages call the standard input.", valueName: "name"))
  var stdinName = "<stdin>"

  @Option(help: "Whether to use colours; auto uses them in a terminal unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Write no summary.")
  var quiet = false

  func run() throws {
    let found = PathSearch(paths, for: .charts)
    var problems = found.problems
    let linter = Linter()
    let renderer = TextRenderer(usesColor: color.usesColor)
    var files: [LintedFile] = []
    for path in found.paths {
      do throws(FileProblem) {
        let source = try ChartInput.read(path, standardInputName: stdinName)
        let file = linter.lint(source, looksForFiles: source.name != "<stdin>")
        files.append(file)
        if format == .text { Output.write(renderer.render(file)) }
      } catch {
        problems.append(error)
      }
    }
    if format == .json { Output.write(JSONRenderer().render(files)) }
    for problem in problems { Output.report("error: \(problem.message)") }
    let summary = LintSummary(files)
    if !quiet, !files.isEmpty { Output.report(summary.text) }
    if !problems.isEmpty { throw ExitCode(2) }
    if summary.errors > 0 || (strict && summary.warnings > 0) { throw ExitCode(1) }
  }
}
