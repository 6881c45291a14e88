import Foundation
import StatechartsYAML
import Testing

/// The inputs of the public YAML test suite, with what a strict chart file makes of each. They are not part of
/// the repository: they are looked for beside it, or where `STATECHARTS_YAML_TEST_SUITE` says.
struct YAMLTestSuite {
  struct Case: CustomTestStringConvertible {
    var id: String
    var isAccepted: Bool
    var reasons: Set<String>
    var bytes: [UInt8]
    var testDescription: String { id }
    var source: SourceText { SourceText(name: "\(id).yaml", bytes: bytes) }
  }

  static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["STATECHARTS_YAML_TEST_SUITE"].map { URL(filePath: $0) }
    let place = named ?? root.deletingLastPathComponent().appending(path: "shared/yaml-test-suite")
    let isThere = FileManager.default.fileExists(atPath: place.appending(path: "manifest.tsv").path)
    let found = isThere ? place : nil
    if found == nil {
      print("NOT RUN: the YAML test suite was not found; set STATECHARTS_YAML_TEST_SUITE to its folder.")
    }
    return found
  }()

  static func cases() throws -> [Case] {
    guard let folder else { return [] }
    let manifest = try String(contentsOf: folder.appending(path: "manifest.tsv"), encoding: .utf8)
    return try manifest.split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let policy = try #require(columns.count > 7 ? columns[7] : nil)
      let data = try Data(contentsOf: folder.appending(path: "inputs/\(columns[0]).yaml"))
      let reasons =
        policy.hasPrefix("reject:") ? policy.dropFirst(7).split(separator: ",").map(String.init) : []
      return Case(id: columns[0], isAccepted: policy == "accept", reasons: Set(reasons), bytes: Array(data))
    }
  }
}

@Suite(
  "The YAML test suite",
  .disabled(if: YAMLTestSuite.folder == nil, "the inputs are not here; set STATECHARTS_YAML_TEST_SUITE"))
struct YAMLTestSuiteTests {
  @Test("every input is read as strict charts want it, every refusal has its place")
  func all() throws {
    let cases = try YAMLTestSuite.cases()
    #expect(cases.count == 402)
    #expect(cases.count { $0.isAccepted } == 80)
    for one in cases {
      let reading = YAMLDocument.read(one.source)
      let errors = reading.diagnostics.filter { $0.severity == .error }
      #expect(errors.isEmpty == one.isAccepted, "\(one.id): \(errors.map(\.message))")
      #expect(reading.isUsable == one.isAccepted, "\(one.id)")
      for finding in reading.diagnostics {
        #expect(
          finding.range.lowerBound >= 0 && finding.range.upperBound <= one.bytes.count,
          "\(one.id): \(finding)")
        #expect(!finding.message.isEmpty && finding.help?.isEmpty == false, "\(one.id): \(finding)")
      }
      if let document = reading.document { #expect(document.problems == [], "\(one.id)") }
    }
  }

  @Test("each reason for refusing is found under its own rule")
  func reasons() throws {
    let rules: [String: YAMLRule] = [
      "alias": .unsupported, "anchor": .unsupported, "tag": .unsupported, "directive": .unsupported,
      "multi-doc": .unsupported, "complex-key": .unsupported, "empty-key": .emptyKey, "empty-stream": .root,
      "root-scalar": .root, "root-sequence": .root,
    ]
    for one in try YAMLTestSuite.cases() where !one.isAccepted && !one.reasons.contains("syntax-error") {
      let found = Set(YAMLDocument.read(one.source).diagnostics.filter { $0.severity == .error }.map(\.rule))
      // Reading stops at a second document, and a refused document is not judged as a whole.
      let wanted = one.reasons.contains("multi-doc") ? ["multi-doc"] : one.reasons
      for reason in wanted {
        let rule = try #require(rules[reason], "\(one.id): \(reason)")
        #expect(found.contains(rule.rawValue), "\(one.id): \(reason) not in \(found)")
      }
    }
  }

  @Test("accepted inputs have the structure that the suite describes", arguments: YAMLTestSuiteTests.shapes)
  func shape(id: String, shape: String) throws {
    let one = try #require(try YAMLTestSuite.cases().first { $0.id == id })
    #expect(YAMLDocument.read(one.source).document?.shape == shape)
  }

  static let shapes = [
    ("36F6", #"{plain: a b\nc}"#),
    ("3UYS", #"{escaped slash: "a/b"}"#),
    ("4ZYM", #"{plain: text lines, quoted: "text lines", block: |text\n \tlines\n}"#),
    ("5GBF", #"{Folding: "Empty line\nas a line feed", Chomping: |Clipped empty lines\n}"#),
    ("5WE3", #"{explicit key: , |block key\n: [one, two]}"#),
    ("6SLA", #"{"foo\nbar:baz\tx \\$%^&*()x": 23, 'x\\ny:z\\tx $%^&*()x': 24}"#),
    ("7ZZ5", "{nested sequences: [[[[]]], [[{}]]], key1: [], key2: {}}"),
    ("A6F9", #"{strip: |text, clip: |text\n, keep: |text\n}"#),
    ("C2DT", #"{"adjacent": value, "readable": value, "empty": }"#),
    ("F3CP", "{a: [b, c, {d: [e, f]}]}"),
    (
      "HMK4",
      #"{name: Mark McGwire, accomplishment: >Mark set a major league home run record in 1998.\n, "#
        + #"stats: |65 Home Runs\n0.278 Batting Average\n}"#
    ),
    ("JQ4R", "{block sequence: [one, {two: three}]}"),
    ("S9E8", "{sequence: [one, two], mapping: {sky: blue, sea: green}}"),
    ("ZK9H", "{key: [[[value]]]}"),
  ]
}
