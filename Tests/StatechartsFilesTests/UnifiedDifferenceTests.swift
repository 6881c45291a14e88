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

  @Test("the lines that stay and those that come are the new version")
  func randomDifferences() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      func lines() -> [String] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in "\(Int.random(in: 0...3, using: &random))\n" }
      }
      let (old, new) = (lines(), lines())
      let text = UnifiedDifference(
        from: Array(old.joined().utf8), to: Array(new.joined().utf8), path: "b.md"
      ).text
      guard old != new else {
        #expect(text.isEmpty)
        continue
      }
      // So few lines are all in one hunk.
      let shown = text.split(separator: "\n").dropFirst(3)
      #expect(shown.filter { !$0.hasPrefix("-") }.map { $0.dropFirst() + "\n" } == new.map { $0[...] })
      #expect(shown.filter { !$0.hasPrefix("+") }.map { $0.dropFirst() + "\n" } == old.map { $0[...] })
    }
  }

  @Test("of more lines than are compared, all from the first to the last change go and come")
  func tooManyLines() {
    var lines = (0...UnifiedDifference.mostLines / 2).map { "\($0)\n" }
    let old = Array(lines.joined().utf8)
    lines[1] = "x\n"
    lines[lines.count - 2] = "x\n"
    let text = UnifiedDifference(from: old, to: Array(lines.joined().utf8), path: "b.md").text
    #expect(text.split(separator: "\n").count { $0.hasPrefix("-") } == lines.count - 2 + 1)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("+") } == lines.count - 2 + 1)
  }
}
