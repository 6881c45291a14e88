import StatechartsYAML
import Testing

@Suite("Places in the text")
struct YAMLPositionsTests {
  /// Something of everything, with findings of many kinds.
  static let sample = """
    # a chart
    statechart: 1
    title: "Größe 😀 \\u263A" # why
    text: |  # kept
      one
        two

      three

    # between
    folded: >-
      a
      b
    on: {cancel: no, email}
    list:
    - 'it''s'
    - [a, {b: c}, yes]   # end
    -
      x: !tag y
      X: &a z
      x: 2
      label: Step #2
    naïve: ~

    # the end
    """

  /// What is to stay the same whatever the line breaks are: findings by line and column, nodes by their text.
  struct Picture: Equatable {
    var findings: [String] = []
    var comments: [String] = []
    var shape = ""
    var nodes: [String] = []

    init(_ bytes: [UInt8], lineShift: Int = 0) {
      let reading = YAMLDocument.read(SourceText(name: "chart.yaml", bytes: bytes))
      let source = SourceText(name: "chart.yaml", bytes: bytes)
      func place(_ range: SourceRange) -> String {
        let (start, end) = (source.position(at: range.lowerBound), source.position(at: range.upperBound))
        return "\(start.line - lineShift):\(start.column)-\(end.line - lineShift):\(end.column)"
      }
      findings = reading.diagnostics.map {
        "\(place($0.range)) \($0.rule) \($0.related.map { place($0.range) })"
      }
      guard let document = reading.document else { return }
      shape = document.shape
      comments = document.comments.map { "\(place($0.range)) \($0.isOnOwnLine) \(source.text(in: $0.range))" }
      var waiting = document.root.map { [$0] } ?? []
      while let node = waiting.popLast() {
        nodes.append(place(document.range(of: node)))
        waiting += document.children(of: node)
      }
    }
  }

  @Test("a line begins behind each line end, wherever it stands", arguments: ["\n", "\r", "\r\n"])
  func lineStarts(_ end: String) {
    for length in 0..<40 {
      for text in [String(repeating: "a", count: length), String(repeating: "\tö", count: length)] {
        let line = Array((text + end).utf8)
        let source = SourceText(name: "a.yaml", bytes: line + line + [0x61])
        #expect(source.lineStarts == [0, line.count, 2 * line.count])
      }
    }
  }

  @Test("the sample is what the other tests take it for")
  func picture() {
    let picture = Picture(Array(Self.sample.utf8))
    #expect(
      picture.findings == [
        "14:14-14:16 unquoted-scalar []", "14:18-14:23 missing-value []", "17:15-17:18 unquoted-scalar []",
        "19:6-19:10 unsupported-yaml []",
        "20:3-20:4 similar-keys [\"19:3-19:4\"]",
        "20:6-20:8 unsupported-yaml []", "21:3-21:4 duplicate-key [\"19:3-19:4\"]", "22:15-22:17 cut-text []",
        "23:8-23:9 unquoted-scalar []",
      ])
    #expect(
      picture.comments == [
        "1:1-1:10 true # a chart", "3:25-3:30 false # why", "4:10-4:16 false # kept",
        "10:1-10:10 true # between",
        "17:22-17:27 false # end", "22:15-22:17 false #2", "25:1-25:10 true # the end",
      ])
  }

  @Test("they are the same with a byte order mark, CRLF, CR and comments before them")
  func lineBreaks() {
    let plain = Array(Self.sample.utf8)
    let picture = Picture(plain)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let crlf = plain.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    let cr = plain.map { $0 == 0x0A ? 0x0D : $0 }
    #expect(Picture(mark + plain) == picture)
    #expect(Picture(crlf) == picture)
    #expect(Picture(mark + crlf) == picture)
    #expect(Picture(cr) == picture)
    #expect(Picture(mark + cr) == picture)
    #expect(Picture(plain + [0x0A]) == picture)
    var shifted = Picture(Array("# 👨‍👩‍👧 ünï\n".utf8) + plain, lineShift: 1)
    #expect(shifted.comments.removeFirst() == "0:1-0:8 true # 👨‍👩‍👧 ünï")
    #expect(shifted == picture)
  }

  @Test("spaces and tabs at the ends of lines change nothing")
  func trailingBlanks() {
    let picture = Picture(Array(Self.sample.utf8))
    for space in [" ", "\t", "  \t"] {
      let text = Self.sample.replacing("cancel: no, email}\n", with: "cancel: no, email}\(space)\n")
        .replacing("statechart: 1\n", with: "statechart: 1\(space)\n").replacing(
          "list:\n", with: "list:\(space)\n")
      #expect(Picture(Array(text.utf8)) == picture)
    }
  }

  @Test("columns count characters")
  func characters() throws {
    let marked = MarkedText("a: {\"👩🏽‍💻é\": ⟦no⟧}\n")
    let finding = try #require(marked.read().diagnostics.first)
    #expect(finding.range == marked.ranges.first)
    #expect(
      SourceText(text: marked.text).position(at: finding.range.lowerBound)
        == SourcePosition(line: 1, column: 11))
  }

  @Test("a node ends where its text ends, not where the next begins")
  func ends() throws {
    let text = "a:\n  - b\n\n  # c\n\nd: |\n  e\n\n# f\ng: {h: i} # j\nk:\n"
    let document = try #require(MarkedText(text).read().document)
    #expect(document.problems == [])
    let texts = document.rootEntries.map {
      document.source.text(in: document.range(of: $0.value))
    }
    #expect(texts == ["- b", "|\n  e", "{h: i}", ""])
  }

  @Test("an empty value stands behind its colon")
  func emptyValue() throws {
    let document = try #require(MarkedText("a:   # c\nb: 1\n").read().document)
    let value = try #require(document.rootEntries.first?.value)
    #expect(document.range(of: value) == 2..<2)
  }
}
