import Foundation
import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Findings as JSON")
struct JSONRendererTests {
  private func file(_ text: String, _ diagnostics: [Diagnostic]) -> LintedFile {
    LintedFile(SourceText(name: "a.yaml", bytes: Array(text.utf8)), diagnostics)
  }

  @Test("no finding is an empty array")
  func empty() { #expect(JSONRenderer().render([file("a: b\n", [])]) == "[]\n") }

  @Test("a finding has all its fields, related places and the fix")
  func whole() {
    let diagnostic = Diagnostic(
      rule: "some-rule", severity: .warning, message: "`é` is wrong.", help: "Fix it.", range: 7..<10,
      related: [Diagnostic.Related(range: 0..<1, message: "here")],
      fix: Diagnostic.Fix(title: "Replace it", range: 7..<10, replacement: "\"c\""))
    #expect(
      JSONRenderer().render([file("a: b\né: ccc\n", [diagnostic])]) == """
        [
          {"rule": "some-rule", "severity": "warning", "message": "`é` is wrong.", "file": "a.yaml", \
        "line": 2, "column": 2, "endLine": 2, "endColumn": 5, "help": "Fix it.", \
        "related": [{"message": "here", "line": 1, "column": 1, "endLine": 1, "endColumn": 2}], \
        "fix": {"title": "Replace it", "line": 2, "column": 2, "endLine": 2, "endColumn": 5, \
        "replacement": "\\"c\\""}}
        ]

        """)
  }

  @Test("any text comes back from a JSON reader as it was")
  func roundTrip() throws {
    let text = "\u{0}\u{1B}\u{7F}\u{202E}\u{2028}\"\\/\n\r\t\u{1F600}\u{E0041}é\u{FEFF}"
    let diagnostic = Diagnostic(rule: "some-rule", message: text, help: text, range: 0..<1)
    let json = JSONRenderer().render([file("a: b\n", [diagnostic])])
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(objects.first?["message"] as? String == text)
    #expect(objects.first?["help"] as? String == text)
    #expect(!json.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
  }

  @Test("findings of several files come in the files' order")
  func order() throws {
    let first = Diagnostic(rule: "b-rule", message: "One.", range: 0..<1)
    let second = Diagnostic(rule: "a-rule", message: "Two.", range: 0..<1)
    let json = JSONRenderer().render([file("a: b\n", [first]), file("a: b\n", [first, second])])
    let objects = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(objects.map { $0["rule"] as? String } == ["b-rule", "a-rule", "b-rule"])
  }
}
