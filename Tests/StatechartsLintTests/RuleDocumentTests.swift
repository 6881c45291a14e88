import Foundation
import StatechartsLint
import StatechartsYAML
import Testing

/// With `STATECHARTS_UPDATE_DOCUMENTS` set, the pages are written again.
@Suite("The pages of the rules")
struct RuleDocumentTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Docs/reference/rules")

  @Test("every rule has its page as it is written from the rule, and no page is left over")
  func pages() throws {
    let pages = RuleDocuments.all
    if ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_DOCUMENTS"] != nil {
      try? FileManager.default.removeItem(at: Self.folder)
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      for page in pages { try Data(page.text.utf8).write(to: Self.folder.appendingPathComponent(page.name)) }
    }
    for page in pages {
      let file = Self.folder.appendingPathComponent(page.name)
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      #expect(
        text == page.text,
        "Docs/reference/rules/\(page.name): run this test with STATECHARTS_UPDATE_DOCUMENTS=1")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(pages.map(\.name)))
  }

  @Test("a page has the texts of the rule and up to two examples of each kind, and the index leads to it")
  func contents() throws {
    let pages = RuleDocuments.all
    let index = try #require(pages.first?.text)
    for rule in RuleRegistry.standard.all {
      let page = try #require(pages.first { $0.name == "\(rule.id).md" }?.text)
      for text in [rule.title, rule.why, rule.howToFix, rule.severity.rawValue] {
        #expect(page.contains(text), "\(rule.id): \(text)")
        #expect(rule.page.contains(text), "\(rule.id): \(text)")
      }
      let examples = rule.bad.prefix(2).count + rule.good.prefix(2).count
      #expect(
        page.components(separatedBy: "\n```yaml\n").count == examples + (rule.isOptIn ? 2 : 1), "\(rule.id)")
      #expect(index.contains("(\(rule.id).md)"))
    }
  }

  @Test("the list for other tools is JSON with every rule")
  func list() throws {
    let text = RuleListRenderer().render(RuleRegistry.standard.all)
    let rules = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == RuleRegistry.standard.all.map(\.id))
    for rule in rules {
      for key in ["family", "title", "severity", "default", "why", "howToFix"] {
        #expect((rule[key] as? String)?.isEmpty == false, "\(key)")
      }
      let bad = try #require(rule["bad"] as? [[String: Any]])
      #expect(!bad.isEmpty && bad.allSatisfy { ($0["line"] as? Int ?? 0) > 0 })
    }
    #expect(rules.contains { $0["default"] as? String == "off" })
  }
}
