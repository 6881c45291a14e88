import StatechartsYAML
import Testing

@Suite("Places inside a scalar")
struct YAMLTextRangeTests {
  @Test(
    "a word of the text is found where it is written",
    arguments: [
      ("a: one ⟦two⟧ three\n", "two"),
      ("a: 'one ⟦two⟧'\n", "two"),
      ("a: 'it''s ⟦two⟧'\n", "two"),
      ("a: 'x ⟦it''s⟧ two'\n", "it's"),
      ("a: \"one \\\"x\\\" ⟦two⟧\"\n", "two"),
      ("a: \"\\u263A \\x41 ⟦t\\u0077o⟧\"\n", "two"),
      ("a: \"é 😀 ⟦two⟧\"\n", "two"),
      ("a: one\n  and ⟦two⟧\n", "two"),
      ("a: one\n\n  and ⟦two⟧\n", "two"),
      ("a: one\n\n\n  and ⟦two⟧\n", "two"),
      ("a: 'one \n  and ⟦two⟧'\n", "two"),
      ("a: \"one \\\n  and ⟦two⟧\"\n", "two"),
      ("a: |\n  one\n   x\n\n  and ⟦two⟧\n", "two"),
      ("a: >\n  one\n  or\n\n    x\n  and ⟦two⟧\n", "two"),
      ("a: >-  # c\r\n  one\r\n  and ⟦two⟧\r\n", "two"),
      ("a: |2\n    x ⟦two⟧\n", "two"),
    ])
  func word(marked: String, word: String) throws {
    let marked = MarkedText(marked)
    let document = try #require(marked.read().document)
    let value = try #require(document.rootEntries.first?.value)
    let text = try #require(document.text(of: value))
    let found = try #require(text.firstRange(of: word))
    let start = text.utf8.distance(from: text.startIndex, to: found.lowerBound)
    let range = document.range(of: value, textRange: start..<start + word.utf8.count)
    #expect(range == marked.ranges.first, "`\(document.source.text(in: range))` in \(text.debugDescription)")
    #expect(document.range(of: value, textRange: start..<start).lowerBound == range.lowerBound)
  }

  @Test("offsets that are not in the text, and lists, give the whole node")
  func whole() throws {
    let document = try #require(MarkedText("a: [b]\n").read().document)
    let list = try #require(document.rootEntries.first?.value)
    let item = try #require(document.children(of: list).first { _ in true })
    #expect(document.range(of: list, textRange: 0..<1) == 3..<6)
    #expect(document.range(of: item, textRange: 0..<9) == 4..<5)
    #expect(document.range(of: item, textRange: -1..<1) == 4..<5)
    #expect(document.range(of: item, textRange: 1..<1) == 5..<5)
  }
}
