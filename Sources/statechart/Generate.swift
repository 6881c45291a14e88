import ArgumentParser
import Statecharts
import StatechartsCodegen
import StatechartsDocs

/// `statechart generate`: Swift from a chart.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract:
      "Writes Swift for a chart: its states, events, data and handlers as types, and the chart itself.",
    discussion: """
      The Swift imports nothing but the module Statecharts: an app that uses it needs no YAML. A type that implements \
      the protocol Handling in it provides what the chart needs, so a handler that is renamed in the chart and not in \
      Swift fails the build.

      With --check nothing is written: the differences go to the standard output. Exits with 1 when there are any, and \
      when the chart has mistakes, with 2 when a file cannot be opened or written.
      """
  )

  @Argument(help: ArgumentHelp("The chart, or - for the standard input.", valueName: "chart"))
  var chart: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The Swift file; without it the standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp("The name of the type that holds everything; else the chart's id.", valueName: "type"))
  var name: String?

  @Flag(help: "Only tell whether the Swift file is up to date.")
  var check = false

  func validate() throws {
    if check, output == nil {
      throw ValidationError("`--check` needs the file to compare with: `--output FILE`.")
    }
    if let output, !output.hasSuffix(".swift") {
      throw ValidationError("`\(output)` is no file of Swift. Write a name that ends in `.swift`.")
    }
    if let name, !SwiftChart.isTypeName(name) {
      throw ValidationError("`\(name)` cannot be the name of the type. Write a name such as `SignInFlow`.")
    }
  }

  func run() throws {
    // Read first: what is saved there from now on is not lost.
    let file = try output.map { try ChartInput.replacement(of: $0) }
    let model = try ChartInput.chart(at: chart, requiresSense: true)
    let compiled: CompiledChart
    do {
      compiled = try CompiledChart(model)
    } catch {
      // Its mistakes were reported before.
      throw ExitCode(1)
    }
    let text = SwiftChart(compiled, file: chart == "-" ? "the standard input" : chart, typeName: name).text
    guard let output, let file else { return Output.write(text) }
    let new = Array(text.utf8)
    if check {
      guard let old = file.old else {
        Output.report("error: `\(output)` is missing. Write it: statechart generate \(chart) -o \(output)")
        throw ExitCode(1)
      }
      if old == new { return }
      Output.write(UnifiedDifference(from: old, to: new, path: output))
      Output.report(
        "error: `\(output)` is out of date. Write it anew: statechart generate \(chart) -o \(output)")
      throw ExitCode(1)
    }
    // A file that stays as it is keeps its date, so that nothing is built anew because of it.
    guard file.old != new else { return }
    do throws(FileReplacement.Refusal) {
      try file.write(new)
    } catch {
      Output.report("error: \(error.message)")
      throw ExitCode(2)
    }
  }
}
