import Conformance
import Testing

@Suite("Rendering the tests of the W3C")
struct ConformanceRenderingTests {
  private func document(_ content: String) throws -> String {
    let text = """
      <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:conf="http://www.w3.org/2005/scxml-conformance">
      \(content)
      </scxml>
      """
    return try ConformanceRendering().document(Array(text.utf8))
  }

  @Test(
    "what is not known of the tests' own vocabulary is an error with its place",
    arguments: [
      ("<state><transition conf:targetpast=\"\"/></state>", "2:20: `conf:targetpast` is not known"),
      ("<conf:passed/>", "2:1: `conf:passed` is not known"),
      ("<if conf:VarEqVar=\"1 2 3\"/>", "2:5: `conf:VarEqVar` is not known"),
      ("<if conf:idVal=\"1\"/>", "2:5: `conf:idVal` is not known"),
    ])
  func unknown(_ content: String, _ expected: String) throws {
    let problem = #expect(throws: ConformanceProblem.self) { try document(content) }
    #expect(problem?.text == expected)
  }

  @Test("what is known is rendered")
  func known() throws {
    let text = try document(
      "<state><transition conf:idVal=\"1=2\" conf:targetpass=\"\"/></state><conf:pass/>")
    #expect(text.contains("cond=\"Var1 === 2\""))
    #expect(text.contains("target=\"pass\""))
    #expect(text.contains("<final id=\"pass\""))
  }
}
