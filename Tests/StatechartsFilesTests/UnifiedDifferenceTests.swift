import Testing

@testable import StatechartsFiles

@Suite("Differences of two versions")
struct UnifiedDifferenceTests {
  @Test("a difference shows the lines that change, with three around them")
  func difference() {
    func difference(_ old: String, _ new: String) -> String {
      UnifiedDifference(from: Array(old.utf8), to: Array(new.utf8), path: "/a/b.md").text
    }
    #expect(difference("same\n", "same\n").isEmpty)
    #expect(
      difference("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n")
        == "--- a/a/b.md\n+++ b/a/b.md\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n")
    #expect(difference("", "a\n") == "--- a/a/b.md\n+++ b/a/b.md\n@@ -0,0 +1,1 @@\n+a\n")
    #expect(
      difference("a", "a\n")
        == "--- a/a/b.md\n+++ b/a/b.md\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n")
    let many = (1...40).map { "\($0)\n" }
    var changed = many
    changed[5] = "x\n"
    changed.remove(at: 30)
    #expect(
      difference(many.joined(), changed.joined()).split(separator: "\n").filter { $0.hasPrefix("@@") }
        == ["@@ -3,7 +3,7 @@", "@@ -28,7 +28,6 @@"])
  }

  @Test("a tab ends a path with spaces, and special characters are in quotes")
  func paths() {
    func head(_ path: String) -> String {
      let text = UnifiedDifference(from: Array("a\n".utf8), to: Array("b\n".utf8), path: path).text
      return String(text.prefix { $0 != "\n" })
    }
    #expect(head("c d.yaml") == "--- a/c d.yaml\t")
    #expect(head("c\"d.yaml") == "--- \"a/c\\042d.yaml\"")
  }

  @Test("of a large file with a word changed here and there only those lines are shown")
  func largeDifference() {
    let old = (0..<3_000).map { $0.isMultiple(of: 3) ? "}\n" : "line \($0)\n" }
    let new = old.enumerated().map { $0.offset % 100 == 50 ? "x\($0.offset)\n" : $0.element }
    let text = UnifiedDifference(
      from: Array(old.joined().utf8), to: Array(("head\n" + new.joined()).utf8), path: "b.md"
    ).text
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("@@") } == 31)
    #expect(lines.count { $0.hasPrefix("-") } == 1 + 30)
    #expect(lines.count { $0.hasPrefix("+") } == 1 + 31)
  }

  @Test("no fewer lines could go and come, and those that stay are the same in both")
  func fewestLines() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let letters = Int.random(in: 1...6, using: &random)
      func lines() -> [Int] {
        (0..<Int.random(in: 0...14, using: &random)).map { _ in Int.random(in: 0..<letters, using: &random) }
      }
      let (old, new) = (lines(), lines())
      var comparison = LineComparison(old: old, new: new)
      comparison.run()
      let kept = old.indices.filter { !comparison.removed.contains($0) }.map { old[$0] }
      #expect(kept == new.indices.filter { !comparison.added.contains($0) }.map { new[$0] })
      let fewest = new.difference(from: old).count
      #expect(comparison.removed.count + comparison.added.count == fewest, "\(old) \(new)")
    }
  }

  @Test("past the bound of work all lines of what is still to be compared go and come")
  func boundedDifference() {
    let old = Array(0..<1_000)
    let new = old.map { $0.isMultiple(of: 2) ? $0 : -$0 }
    var comparison = LineComparison(old: old, new: new, most: 1_000)
    comparison.run()
    #expect(comparison.removed == Set(1..<1_000) && comparison.added == Set(1..<1_000))
    comparison = LineComparison(old: old, new: new)
    comparison.run()
    #expect(comparison.removed.count == 500 && comparison.added.count == 500)
  }
}
