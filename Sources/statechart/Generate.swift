import ArgumentParser
import Statecharts
import StatechartsCodegen
import StatechartsDocs
import StatechartsFiles
import StatechartsModel
import StatechartsYAML

/// `statechart generate`: Swift from a chart.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract:
      "Generates Swift from a chart.",
    discussion: """
      The file has the chart, and types for its states, events, data and handlers. It imports only the module \
      Statecharts, so the app needs no YAML. The app implements the protocol `Handlers` of the file. A handler that is \
      renamed in the chart but not in the app fails the build.

      With --check nothing is written, and the differences go to the standard output. A file that this command did not \
      write is not replaced, unless it is empty.

      Exit codes: 1 when the chart has errors or --check finds differences, 2 when a file cannot be opened or written, or \
      was not written by this command.
      """
  )

  @Argument(
    help: ArgumentHelp("The chart, or - for the standard input.", valueName: "chart"),
    completion: Completions.charts)
  var chart: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The Swift file. The default is the standard output.", valueName: "file"),
    completion: .file(extensions: ["swift"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The name of the generated type. The default comes from the chart's id.", valueName: "type"))
  var name: String?

  @Flag(
    help: """
      Let the compiler's notes about handlers point to lines of the chart. Use it only if each build generates the file, \
      because the file changes whenever a line moves.
      """)
  var sourceLocations = false

  @Flag(help: "Only check whether the Swift file is up to date.")
  var check = false

  func validate() throws {
    if check, output == nil {
      throw ValidationError("--check needs the file to compare with: --output FILE.")
    }
    if let output, !output.hasSuffix(".swift") {
      throw ValidationError("`\(output)` is not a Swift file. Write a name that ends in `.swift`.")
    }
    if let name, !SwiftChart.isTypeName(name) {
      throw ValidationError("`\(name)` cannot be the name of the type. Write a name such as `SignInFlow`.")
    }
  }

  func run() throws {
    // Read first, so that a later change by somebody else is not lost.
    let file = try output.map { try ChartInput.replacement(of: $0) }
    let (model, reading) = try ChartInput.chartWithoutErrors(ChartInput.source(at: chart))
    let compiled: CompiledChart
    do {
      compiled = try CompiledChart(model)
    } catch {
      // Its errors were reported before.
      throw ExitCode(1)
    }
    // Decision: Docs/decisions/code-generation.md#one-generated-file-for-each-chart
    var swift = SwiftChart(compiled, file: chart == "-" ? "the standard input" : chart, typeName: name)
    if sourceLocations {
      swift.handlerLine = { reading.source.position(at: reading.range(of: $0.origin).lowerBound).line }
    }
    let text = swift.text
    guard let output, let file else { return Output.write(text) }
    let new = Array(text.utf8)
    if check {
      guard let old = file.old else {
        Output.report("error: `\(output)` does not exist. Generate it: \(command(writing: output))")
        throw ExitCode(1)
      }
      if old == new { return }
      Output.write(UnifiedDifference(from: old, to: new, path: output))
      Output.report("error: `\(output)` is out of date. Generate it again: \(command(writing: output))")
      throw ExitCode(1)
    }
    // An unchanged file keeps its date, so that it causes no build.
    guard file.old != new else { return }
    // Decision: Docs/decisions/code-generation.md#only-a-generated-file-is-replaced
    if let old = file.old, !old.isEmpty, !Self.isGenerated(old) {
      Output.report(
        "error: `\(output)` was not written by `statechart generate`, so it was not replaced. Choose another name, or delete the file."
      )
      throw ExitCode(2)
    }
    do throws(FileReplacement.Refusal) {
      try file.write(new)
    } catch {
      Output.report("error: \(error.message)")
      throw ExitCode(2)
    }
  }

  /// The command that writes the file.
  private func command(writing output: String) -> String {
    let options =
      (name.map { " --name \($0.shellWord)" } ?? "") + (sourceLocations ? " --source-locations" : "")
    return "statechart generate \(chart.shellWord)\(options) -o \(output.shellWord)"
  }

  /// Whether a file begins as `SwiftChart` lets it begin, or let it begin in an older version.
  private static func isGenerated(_ bytes: [UInt8]) -> Bool {
    // Git may have changed the line endings.
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    return ["// Generated from ", "// Made from "].contains { line.starts(with: $0.utf8) }
      && line.reversed().starts(with: " by `statechart generate`.".utf8.reversed())
  }
}
