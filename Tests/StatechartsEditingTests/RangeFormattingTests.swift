import ReferenceEngine
import StatechartsEditing
import StatechartsYAML
import TestExtent
import Testing

@Suite("Formatting a range")
struct RangeFormattingTests {
  private static let text = """
    # A door.
    id:   door
    statechart: 1
    initial: open
    states:
        open:
            # What happens.
            on:
                close:   { target: closed,guard: "true" } # Now.
                ring: "open"
            title:   Open
        closed: {type: final}
        ajar:
          entry:
          -   { emit: a }
          - emit:   b
            data:   { x:   1 }

    """

  /// The text after the lines from one word to another are formatted.
  private func formatted(_ first: String, _ last: String? = nil, in text: String = Self.text) throws -> String
  {
    let start = try #require(text.firstRange(of: first)).lowerBound
    let end = try #require(text.firstRange(of: last ?? first)).upperBound
    let offsets = [start, end].map { text.utf8.distance(from: text.startIndex, to: $0) }
    let source = FormatterTests.source(text)
    let edits = try ChartFormatter().edits(formatting: offsets[0]..<offsets[1], of: source)
    return String(decoding: edits.apply(to: source.bytes).bytes, as: UTF8.self)
  }

  @Test("a line is formatted where it is, and nothing around it")
  func oneLine() throws {
    let close = #"            close:   { target: closed,guard: "true" } # Now."#
    let text = Self.text
    #expect(
      try formatted("close:")
        == text.replacing(close, with: #"            close: { guard: "true", target: closed } # Now."#))
    #expect(try formatted("title:  ") == text.replacing("title:   Open", with: "title: Open"))
    #expect(try formatted("{type") == text.replacing("{type: final}", with: "{ type: final }"))
    #expect(try formatted("{ emit") == text.replacing("-   { emit", with: "- { emit"))
    #expect(try formatted("{ x:") == text.replacing("data:   { x:   1 }", with: "data: { x: 1 }"))
    #expect(try formatted("initial") == text)
  }

  @Test("several lines are formatted, with the blocks that begin in them")
  func severalLines() throws {
    let text = Self.text
    #expect(
      try formatted("ring", "title:")
        == text.replacing(
          """
                  # What happens.
                  on:
                      close:   { target: closed,guard: "true" } # Now.
                      ring: "open"
                  title:   Open
          """,
          with: """
                    # What happens.
                    on:
                      close: { guard: "true", target: closed } # Now.
                      ring: open
                    title: Open
            """))
  }

  @Test("a range of the whole chart formats it as without a range")
  func wholeChart() throws {
    #expect(try formatted("id:", "1 }") == FormatterTests.formatted(Self.text))
  }

  @Test("a comment that moves takes the entry around it along")
  func movedComment() throws {
    let text = Self.text.replacing("title:   Open", with: "title:\n          # c\n          Open")
    let formatted = try formatted("# c", in: text)
    #expect(try FormatterTests.comments(formatted) == ["# A door.", "# c", "# What happens.", "# Now."])
    #expect(formatted.hasPrefix("# A door.\nid:   door\n") && formatted.contains("closed: {type: final}"))
  }

  @Test("what cannot be formatted is refused, and a formatted chart stays")
  func refusals() throws {
    #expect(throws: ChartFormatter.Refusal.self) { try formatted("id", in: "statechart: 1\nid: [\n") }
    let right = try FormatterTests.formatted(Self.text)
    #expect(try formatted("id", "ajar", in: right) == right)
  }

  @Test(
    "most ranges of random charts can be formatted, only their entries change, and the chart stays the same")
  func randomRanges() throws {
    var (changed, refused) = (0, 0)
    let count = TestExtent.count(6, whole: 1_000)
    for seed in 0..<UInt64(count) {
      let chart = try CommentedChart(seed: seed).text
      var random = RandomSource(seed: seed)
      let source = FormatterTests.source(chart)
      let start = random.below(source.bytes.count)
      let range = start..<min(source.bytes.count, start + random.below(200))
      let edits: TextEdits
      do {
        edits = try ChartFormatter().edits(formatting: range, of: source)
      } catch {
        refused += 1
        continue
      }
      let lines =
        source.line(at: range.lowerBound)...source.line(at: max(range.upperBound - 1, range.lowerBound))
      for edit in edits.list {
        let changedLines = source.line(at: edit.range.lowerBound)...source.line(at: edit.range.upperBound)
        #expect(changedLines.overlaps(lines), "seed \(seed)")
      }
      if !edits.list.isEmpty { changed += 1 }
      let after = String(decoding: edits.apply(to: source.bytes).bytes, as: UTF8.self)
      #expect(try FormatterTests.formatted(after) == FormatterTests.formatted(chart), "seed \(seed)")
      #expect(try FormatterTests.model(after) == FormatterTests.model(chart), "seed \(seed)")
    }
    #expect(changed > TestExtent.count(1, whole: 300), "\(changed)")
    #expect(refused * 10 < count, "\(refused)")
  }
}
