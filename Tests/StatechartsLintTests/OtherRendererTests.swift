import Foundation
import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Findings for other tools")
struct OtherRendererTests {
  private func file(
    _ text: String, _ range: Range<Int>, name: String = "charts/a.yaml", help: String? = "Fix it."
  ) -> LintedFile {
    let diagnostic = Diagnostic(
      rule: "unknown-target", severity: .error, message: "There is no `é🚪` at 100 %.", help: help,
      range: range,
      related: [.init(range: 0..<2, message: "the first")],
      fix: .init(title: "Write `x`", range: range, replacement: "x"))
    return LintedFile(SourceText(name: name, bytes: Array(text.utf8)), [diagnostic])
  }

  @Test("short is one line for each finding")
  func short() {
    #expect(
      ShortRenderer().render(
        lint("statechart: 1\nid: door\ninitial: opn\nstates:\n  open: { type: final }\n"))
        == "test.yaml:3:10: error: `opn` is not a state. [unknown-target]\n")
    #expect(
      ShortRenderer().render(lint("statechart: 1\nid: d\ninitial: o\nstates: { o: { type: final } }\n")) == ""
    )
  }

  @Test("GitHub gets commands in which nothing can begin another one")
  func github() {
    #expect(
      GitHubRenderer().render(file("a: bcd\n", 3..<6, name: "a,b:c%.yaml", help: "One.\n::error::two"))
        == "::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=4,endColumn=6,title=unknown-target"
        + "::There is no `é🚪` at 100 %25.%0AOne.%0A::error::two\n")
    #expect(
      GitHubRenderer().render(file("a:\n b", 0..<5)).hasPrefix(
        "::error file=charts/a.yaml,line=1,endLine=2,title="))
  }

  private func log(_ files: [LintedFile]) throws -> [String: Any] {
    let text = SARIFRenderer(version: "1.2.3").render(files)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("SARIF has the rules, the places in UTF-16 columns, and the fixes")
  func sarif() throws {
    let log = try log([file("é🚪: bc\n", 8..<10, name: "charts/a b.yaml")])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "utf16CodeUnits")
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.count == RuleRegistry.standard.all.count)
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    let index = try #require(result["ruleIndex"] as? Int)
    #expect(rules[index]["id"] as? String == "unknown-target")
    #expect(result["level"] as? String == "error")
    #expect(
      (result["message"] as? [String: Any])?["text"] as? String == "There is no `é🚪` at 100 %. Fix it.")
    let location = try #require(
      (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    #expect((location["artifactLocation"] as? [String: Any])?["uri"] as? String == "charts/a%20b.yaml")
    let region = try #require(location["region"] as? [String: Int])
    #expect(region == ["startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 8])
    #expect((result["relatedLocations"] as? [Any])?.count == 1)
    let fix = try #require((result["fixes"] as? [[String: Any]])?.first)
    let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect(replacement["deletedRegion"] as? [String: Int] == region)
    #expect((replacement["insertedContent"] as? [String: Any])?["text"] as? String == "x")
  }

  @Test("SARIF of nothing is a run without results, and a path from the root is a URL")
  func noResults() throws {
    let run = try #require((try log([])["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.isEmpty == true)
    #expect(
      SARIFRenderer(version: "1").render([file("a: b", 0..<1, name: "/c/é.yaml")]).contains(
        "\"file:///c/%C3%A9.yaml\""))
  }
}
