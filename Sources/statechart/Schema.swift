import ArgumentParser
import StatechartsYAML

/// `statechart schema`: the JSON Schema of the chart format, for editors.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the JSON Schema of charts, with which editors complete and explain keys.",
    discussion: """
      Write this comment in the first line of a chart, with the path of the file that holds the schema:

        # yaml-language-server: $schema=../Docs/schema/statechart.schema.json
      """
  )

  @Option(
    help: ArgumentHelp(
      "Print nothing, and exit with 1 unless this file holds the schema, with 2 when it cannot be opened.",
      valueName: "file"))
  var check: String?

  func run() throws {
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
}
