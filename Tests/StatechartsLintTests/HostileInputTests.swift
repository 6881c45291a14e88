import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Input that no person wrote")
struct HostileInputTests {
  private func findings(_ bytes: [UInt8]) -> [String] {
    let file = Linter().lint(SourceText(name: "test.yaml", bytes: bytes))
    return file.findings.map { finding in
      let place = "\(finding.location.start.line):\(finding.location.start.column)"
      return "\(place) \(finding.diagnostic.rule)"
    }
  }

  private static let chart = "statechart: 1\nid: door\ninitial: open\nstates:\n  open: { type: final }\n"

  @Test(
    "an empty file, and one of spaces, says so at its start", arguments: ["", "\n", "   \n\n", "\u{FEFF}"])
  func empty(_ text: String) {
    #expect(findings(Array(text.utf8)) == ["1:1 yaml-root"])
  }

  @Test("UTF-16 and UTF-32 are refused by name, with and without a byte order mark")
  func otherEncodings() {
    let little = Self.chart.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = Self.chart.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let wide = Self.chart.utf8.flatMap { byte -> [UInt8] in [byte, 0, 0, 0] }
    for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, [0xFF, 0xFE, 0, 0] + wide] {
      #expect(findings(bytes) == ["1:1 encoding"])
    }
  }

  @Test("a byte that is not UTF-8 is found in its line")
  func invalidUTF8() {
    #expect(
      findings(Array("statechart: 1\nid: d".utf8) + [0xE9] + Array("r\n".utf8)).contains("2:6 encoding"))
  }

  @Test(
    "NUL and other control characters are found in their lines",
    arguments: [0x00, 0x07, 0x1B, 0x7F] as [UInt8])
  func control(_ byte: UInt8) {
    let bytes = Array("statechart: 1\nid: door\ntitle: a".utf8) + [byte] + Array("b\n".utf8)
    #expect(findings(bytes + Array("initial: open\nstates: { open: }\n".utf8)) == ["3:9 hidden-character"])
  }

  @Test(
    "a hundred thousand brackets of any kind are one finding",
    arguments: ["[", "{", "- ", "? ", "a: [", "{a: "])
  func deep(_ bracket: String) {
    let text = Self.chart + "x-deep: " + String(repeating: bracket, count: 100_000)
    let found = findings(Array(text.utf8))
    #expect(!found.isEmpty && found.count < 100)
    #expect(found.allSatisfy { $0.hasPrefix("6:") })
  }

  @Test(
    "a line that YAML cannot read is explained at once, whatever stands in it a hundred thousand times",
    arguments: ["(", "( ", "-a(", "entry: a(", "a", "'", "a: "])
  func brokenLine(_ text: String) {
    let line = "x-broken: 'a' \(String(repeating: text, count: 100_000)): b\n"
    let found = findings(Array((Self.chart + line).utf8))
    #expect(!found.isEmpty && found.count < 10, "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix("6:") })
  }

  @Test("a name of thirty thousand lines is reported in short", arguments: ["'", "\"", ";", "."])
  func longName(_ text: String) {
    let lines = String(repeating: " \(text)\n", count: 30_000)
    let found = findings(Array("statechart: 1\nid: door\nstates: { open: }\ninitial: open\n\(lines)".utf8))
    #expect(found.contains("4:10 illegal-name") && found.count < 10, "\(found)")
  }

  @Test("a chart cut off anywhere is read without a crash, and what is found lies in it")
  func truncated() {
    let text = """
      statechart: 1
      id: door
      title: "The \\"front\\" door 🚪"
      context: { knocks: { type: int, initial: 0 } }
      initial: open
      states:
        open:
          on:
            close: { guard: knocks < 3 and in(open), target: closed, actions: { assign: { knocks: 0 } } }
            knock: { actions: { assign: { knocks: knocks + 1 } } }
          after: { 30s: closed }
        closed: { type: final }

      """
    let bytes = Array(text.utf8)
    #expect(findings(bytes).isEmpty)
    for end in 0..<bytes.count {
      let file = Linter().lint(SourceText(name: "test.yaml", bytes: Array(bytes[..<end])))
      for finding in file.findings {
        #expect(finding.diagnostic.range.upperBound <= max(end, 1), "\(end)")
        #expect(finding.location.start <= finding.location.end, "\(end)")
      }
      _ = TextRenderer().render(file)
    }
  }

  @Test("a chart with one byte changed is read without a crash")
  func flipped() {
    let bytes = Array(Self.chart.utf8)
    for index in bytes.indices {
      for byte: UInt8 in [0x00, 0x09, 0x0A, 0x22, 0x27, 0x2D, 0x3A, 0x5B, 0x7B, 0x7C, 0x80, 0xC3, 0xFF] {
        var changed = bytes
        changed[index] = byte
        let file = Linter().lint(SourceText(name: "test.yaml", bytes: changed))
        _ = JSONRenderer().render([file])
      }
    }
  }

  @Test("findings in a line of megabytes are placed and shown in time that grows with the line only")
  func longLine() {
    let item = "\"\u{1}\", "
    let text = Self.chart + "x-long: [" + String(repeating: item, count: 20_000) + "é]\n"
    let file = Linter().lint(SourceText(name: "test.yaml", bytes: Array(text.utf8)))
    #expect(file.findings.count <= Linter.findingLimit + 1)
    #expect(file.findings.count > 100)
    #expect(TextRenderer().render(file).utf8.count < 2_000_000)
  }

  @Test(
    "ways from every region of thousands into another one are looked at in time that grows with the text only"
  )
  func manyRegions() {
    func region(_ number: Int) -> String {
      "r\(number): { initial: x\(number), states: { x\(number): { on: { go: y0 } }, y\(number): {} } }"
    }
    let regions = (0..<1_000).map { "      \(region($0))\n" }.joined()
    let text = "statechart: 1\nid: a\ninitial: p\nstates:\n  p:\n    type: parallel\n    states:\n" + regions
    #expect(findings(Array(text.utf8)).count { $0.hasSuffix(" unreachable-state") } > 0)
  }

  @Test("targets of many regions, and of many histories, give no more findings than there are names")
  func manyTargets() {
    let count = 1_000
    func chart(_ region: (Int) -> String, _ targets: (Int) -> String) -> [UInt8] {
      var text = "statechart: 1\nid: wide\ninitial: a\nstates:\n  a: { on: { go: { target: ["
      text +=
        (0..<count).map(targets).joined(separator: ", ") + "] } } }\n  p:\n    type: parallel\n    states:\n"
      for index in 0..<count { text += "      \(region(index))\n" }
      return Array(text.utf8)
    }
    let plain = chart({ "r\($0): { initial: i\($0), states: { i\($0): } }" }, { "i\($0)" })
    #expect(findings(plain).isEmpty)
    let histories =
      chart({ "h\($0): { type: history, default: r }" }, { "h\($0)" }) + Array("      r:\n".utf8)
    let found = Linter().lint(SourceText(name: "test.yaml", bytes: histories))
    #expect(found.findings.count + found.omitted <= 2 * count)
    #expect(found.findings.contains { $0.diagnostic.rule == "conflicting-targets" })
  }
}
