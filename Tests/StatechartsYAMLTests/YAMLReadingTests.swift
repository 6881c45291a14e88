import StatechartsYAML
import Testing

@Suite("Reading YAML")
struct YAMLReadingTests {
  @Test("nodes know their text, kind, style and place")
  func nodes() throws {
    let reading = YAMLDocument.read(
      SourceText(name: "a.yaml", text: "a: 'b'\nc: # why\n  - d\n  - {e: f, g: []}\n"))
    #expect(reading.diagnostics.isEmpty)
    let document = try #require(reading.document)
    #expect(
      document.outline
        == "{a 0..<1: 'b' 3..<6, c 7..<8: [d 20..<21, flow {e 27..<28: f 30..<31, g 33..<34: flow [] 36..<38} 26..<39]"
        + " 18..<39} 0..<39"
    )
    #expect(document.comments.map(\.range) == [10..<15])
  }
}
