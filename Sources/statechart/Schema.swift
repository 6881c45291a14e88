import ArgumentParser
import StatechartsRepair
import StatechartsYAML

/// `statechart schema`: the JSON Schema of the chart format, for editors.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of charts for editors.",
    discussion: """
      With the schema, editors that support YAML complete and explain keys. Save it in a file, and write this comment in \
      the first line of a chart, with the path of that file:

        # yaml-language-server: $schema=../Docs/schema/statechart.schema.json

      With --chart the schema has the chart's own states, events and handlers, and editors complete them too. Use it \
      for that chart only, and make it again when names change.
      """
  )

  @Option(
    help: ArgumentHelp(
      "Only check this file: exit with 1 when it is out of date, with 2 when it cannot be opened.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var check: String?

  @Option(
    help: ArgumentHelp("Add the names of this chart to the schema.", valueName: "file"),
    completion: Completions.charts)
  var chart: String?

  func validate() throws {
    if check != nil, chart != nil { throw ValidationError("--check and --chart cannot be used together.") }
  }

  func run() throws {
    if let chart { return try write(for: chart) }
    guard let check else {
      // The schema ends with a line break of its own.
      return Output.write(ChartSchema.json)
    }
    let file = try ChartInput.source(at: check)
    guard file.bytes.elementsEqual(ChartSchema.json.utf8) else {
      Output.report(
        "error: `\(check)` is out of date. Write it again: statechart schema > \(check.shellWord)")
      throw ExitCode(1)
    }
  }

  /// Writes the schema of one chart. It may have errors, as long as it is YAML.
  private func write(for path: String) throws {
    let source = try ChartInput.source(at: path)
    let reading = ChartReader.advising.read(source)
    let findings = reading.diagnostics.filter { $0.severity == .error }
    guard let chart = reading.chart, !findings.contains(where: { YAMLRule(rawValue: $0.rule) != nil }) else {
      ChartInput.report(findings, in: source)
      throw ExitCode(1)
    }
    Output.write(ChartSchema.json(for: chart))
  }
}
