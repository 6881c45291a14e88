import Foundation
import Testing

@Suite("statechart schema")
struct SchemaCommandTests {
  private func run(_ chart: String) throws -> BuiltCommand.Outcome {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write(chart, to: "a.yaml")
    return try BuiltCommand.run(["schema", "--chart", "a.yaml"], in: folder.url)
  }

  @Test("a chart that is no YAML has findings with their places, and ends with 1")
  func broken() throws {
    for chart in ["statechart: 1\nid: [door\n", "statechart: 1\nid: door\nid: door\n", "- 1\n"] {
      let outcome = try run(chart)
      #expect(outcome.exitCode == 1, "\(chart)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("a.yaml:"), "\(outcome.errors)")
    }
  }

  @Test("a chart with a target that does not exist still has its names")
  func mistaken() throws {
    let outcome = try run(
      "statechart: 1\nid: door\ninitial: open\nstates: { open: { on: { close: closd } }, closed: }\n")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("\"enum\": [\"open\", \"closed\"]"))
  }
}
