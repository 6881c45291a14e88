import Foundation
import StatechartsLint
import StatechartsYAML
import Testing

/// A bad chart in `Fixtures` with what must be found in it.
///
/// `NAME.yaml` is the chart; each line of `NAME.expected` is `LINE:COLUMN RULE WORD`, the word standing in
/// the message or in the help.
struct Fixture: Sendable, CustomTestStringConvertible {
  /// One expected finding.
  struct Expectation: Hashable, Sendable {
    var place: String
    var rule: String
    var word: String
  }

  let name: String
  let source: SourceText
  let expected: [Expectation]

  var testDescription: String { name }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  /// All fixtures by name.
  static let all: [Fixture] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.sorted().map { Fixture(String($0.dropLast(5))) }
  }()

  /// A file that is missing leaves its part empty, so that its test fails instead of being left out.
  init(_ name: String) {
    let chart = Self.folder.appendingPathComponent(name + ".yaml")
    let list = Self.folder.appendingPathComponent(name + ".expected")
    let bytes = (try? Data(contentsOf: chart)) ?? Data()
    let lines = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
    self.name = name
    source = SourceText(name: name + ".yaml", bytes: Array(bytes))
    expected = lines.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      return Expectation(
        place: parts.first ?? "", rule: parts.dropFirst().first ?? "", word: parts.dropFirst(2).first ?? "")
    }
  }
}

/// What was found in a text, one line each: place, rule, message and help.
func reportedLines(_ file: LintedFile) -> [String] {
  file.findings.map { finding in
    let diagnostic = finding.diagnostic
    let place = "\(finding.location.start.line):\(finding.location.start.column)"
    return "\(place) \(diagnostic.rule) \(diagnostic.message) (\(diagnostic.help ?? "no help"))"
  }
}

/// Checks a text.
func lint(_ text: String) -> LintedFile {
  Linter().lint(SourceText(name: "test.yaml", bytes: Array(text.utf8)))
}
