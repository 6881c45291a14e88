import Testing

@testable import StatechartsYAML

@Suite("Limits of a file")
struct YAMLLimitsTests {
  func read(_ text: String, _ change: (inout YAMLLimits) -> Void = { _ in }) -> YAMLReading {
    var limits = YAMLLimits.default
    change(&limits)
    return YAMLDocument.read(SourceText(text: text), limits: limits)
  }

  func expectLimit(_ reading: YAMLReading, _ words: String, at range: SourceRange, _ place: SourceLocation) {
    #expect(reading.diagnostics.map(\.rule) == ["limit"], sourceLocation: place)
    #expect(reading.diagnostics.first?.message.contains(words) == true, sourceLocation: place)
    #expect(reading.diagnostics.first?.range == range, sourceLocation: place)
    #expect(!reading.isUsable, sourceLocation: place)
  }

  @Test("the limits are those of the format")
  func defaults() {
    let limits = YAMLLimits.default
    #expect(limits.fileBytes == 4_194_304 && limits.depth == 64 && limits.nodes == 400_000)
    #expect(limits.scalarBytes == 65_536 && limits.keyBytes == 1024 && limits.findings == 1000)
  }

  @Test("a file of the greatest size is read, one byte more is refused")
  func fileSize() {
    let comment = "#" + String(repeating: "x", count: 4_194_304 - 6)
    #expect(read("a: b\n" + comment).isUsable)
    expectLimit(
      read("a: b\n" + comment + "y"), "4194305 bytes; the limit for a file is 4194304",
      at: 4_194_304..<4_194_305, #_sourceLocation)
  }

  @Test("the greatest depth is read, one level more is refused")
  func depth() {
    func nested(_ count: Int) -> String {
      "a: " + String(repeating: "[", count: count - 1) + String(repeating: "]", count: count - 1)
    }
    #expect(read(nested(64)).isUsable)
    expectLimit(read(nested(65)), "deeper than 64 levels", at: 66..<67, #_sourceLocation)
    let lines = (0..<65).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(read(lines.split(separator: "\n").prefix(64).joined(separator: "\n")).isUsable)
    #expect(read(lines).diagnostics.map(\.rule) == ["limit"])
  }

  @Test("the greatest number of nodes is read, one more is refused")
  func nodes() {
    let text = "a: [" + String(repeating: "b, ", count: 97) + "]\n"
    #expect(read(text) { $0.nodes = 100 }.isUsable)
    expectLimit(read(text) { $0.nodes = 99 }, "more than 99 keys and values", at: 292..<293, #_sourceLocation)
  }

  @Test("the longest text is read, one byte more is refused")
  func scalar() {
    let text = String(repeating: "é", count: 32_768)
    #expect(read("a: \(text)").isUsable)
    expectLimit(
      read("a: \(text)x"), "65537 bytes; the limit for a text is 65536", at: 3..<65_540, #_sourceLocation)
    #expect(read("a: >\n  \(text)x\n").diagnostics.map(\.rule) == ["limit"])
  }

  @Test("the longest key is read, one byte more is refused")
  func key() {
    let key = String(repeating: "k", count: 1024)
    #expect(read("a:\n  \(key): b\n").isUsable)
    expectLimit(read("a:\n  \(key)k: b\n"), "the limit for a key is 1024", at: 5..<1030, #_sourceLocation)
    let accented = String(repeating: "é", count: 512)
    #expect(read("\(accented): b\n").isUsable)
    expectLimit(
      read("\(accented)x: b\n"), "1025 bytes; the limit for a key is 1024", at: 0..<1025, #_sourceLocation)
  }

  @Test("findings over the limit are counted, and errors stay")
  func findings() {
    let items = String(repeating: "- no\n", count: 1500)
    let reading = read("a:\n" + items + "b: &x c\n")
    #expect(reading.diagnostics.count == 1002)
    #expect(reading.diagnostics.count { $0.severity == .error } == 1)
    #expect(reading.diagnostics.last?.message == "And 500 more.")
    #expect(reading.diagnostics.last?.severity == .warning)
    let bells = read("a: \"" + String(repeating: "\u{7} ", count: 1001) + "\"").diagnostics
    #expect(bells.count == 1001 && bells.last?.severity == .error && bells.last?.message == "And 1 more.")
  }

  @Test(
    "reading stops at the limit, however much follows", arguments: ["[", "{", "- ", "a: [{", "? ", "[[{"])
  func stopsEarly(unit: String) {
    let source = SourceText(text: String(repeating: unit, count: 1_000_000 / unit.utf8.count))
    var findings = Findings(limit: 1000)
    let scan = TextScan(source, findings: &findings)
    var builder = DocumentBuilder(
      source, scan, limits: .default, findings: findings, explainer: TextExplainer())
    var events = 0
    LibYAML.read(scan.bytes, from: 0) { parser in
      var event = LibYAML.Event()
      while !builder.isStopped, parser.next(&event) {
        events += 1
        builder.take(event)
      }
    }
    #expect(events < 300 && builder.nodes.count < 300)
    #expect(YAMLDocument.read(source).diagnostics.contains { $0.severity == .error })
  }

  @Test("a file of the greatest size with long lines is read whole")
  func largeFlatFile() throws {
    let line = ": " + String(repeating: "Some text with é and 🙂, ", count: 40) + "end\n"
    var text = ""
    var count = 0
    while text.utf8.count + 8 + line.utf8.count < 4_194_304 {
      text += "key\(count)" + line
      count += 1
    }
    let reading = read(text)
    #expect(reading.isUsable && reading.diagnostics.isEmpty)
    let document = try #require(reading.document)
    #expect(document.nodes.count == 2 * count + 1)
    let last = try #require(document.rootEntries.last)
    #expect(document.source.text(in: document.range(of: last.key)) == "key\(count - 1)")
    #expect(document.range(of: last.value).upperBound == text.utf8.count - 1)
  }
}
