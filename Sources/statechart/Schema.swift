import ArgumentParser
import StatechartsYAML

/// `statechart schema`: the JSON Schema of the chart format, for editors.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of charts, with which editors complete and explain keys.",
    discussion: """
      Write this comment in the first line of a chart, with the path of the file that holds the schema:

        # yaml-language-server: $schema=../Docs/schema/statechart.schema.json

      With --chart the schema knows the chart's own states, events and handlers, so that an editor completes them too. \
      It holds for that chart only, and until names are added to it or changed.
      """
  )

  @Option(
    help: ArgumentHelp(
      "Print nothing, and exit with 1 unless this file holds the schema, with 2 when it cannot be opened.",
      valueName: "file"))
  var check: String?

  @Option(help: ArgumentHelp("Put the names of this chart into the schema.", valueName: "file"))
  var chart: String?

  func validate() throws {
    if check != nil, chart != nil { throw ValidationError("--check and --chart exclude each other.") }
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
        "`\(check)` is not the schema of this version. Write it anew: statechart schema > \(check)")
      throw ExitCode(1)
    }
  }

  /// Writes the schema of one chart, which may have mistakes as long as its names can be read: as long as it is YAML.
  private func write(for path: String) throws {
    let source = try ChartInput.source(at: path)
    let reading = ChartReader().read(source)
    let findings = reading.diagnostics.filter { $0.severity == .error }
    guard let chart = reading.chart, !findings.contains(where: { YAMLRule(rawValue: $0.rule) != nil }) else {
      ChartInput.report(findings, in: source)
      throw ExitCode(1)
    }
    Output.write(ChartSchema.json(for: chart))
  }
}
