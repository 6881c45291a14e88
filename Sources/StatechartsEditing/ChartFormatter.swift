import StatechartsModel
package import StatechartsYAML

/// Writes charts in one layout: the keys in their order, braces and brackets as far as they fit in a line, quotes where
/// they are needed, comments with what they belong to.
///
/// The chart stays the same. What is written was read again and compared with what was there, comments included.
package struct ChartFormatter: Sendable {
  /// Why a text was not formatted.
  package struct Refusal: Error {
    /// The reasons, in the order of the text.
    package let diagnostics: [Diagnostic]
    /// Whether the text is meant as a chart. Folders of charts may have other YAML files.
    package let isChart: Bool

    /// Makes a refusal.
    package init(diagnostics: [Diagnostic], isChart: Bool = true) {
      (self.diagnostics, self.isChart) = (diagnostics, isChart)
    }
  }

  /// The rule of a finding about a text that cannot be formatted safely.
  package static let rule = "format"

  private let reader: ChartReader

  /// Makes a formatter.
  ///
  /// - Parameter reader: Explains why a text cannot be read.
  package init(reader: ChartReader = ChartReader()) { self.reader = reader }

  /// A chart's text in its one layout.
  ///
  /// Names need not exist and keys need not be right, but the text has to be YAML with the key `statechart`.
  ///
  /// - Throws: `Refusal` when it is not, or when comments or the chart would change.
  package func format(_ source: SourceText) throws(Refusal) -> [UInt8] {
    let before = reader.read(source)
    guard source.isChart(before.document) else { throw Self.otherFile }
    let errors = before.diagnostics.filter { $0.severity == .error && YAMLRule(rawValue: $0.rule) != nil }
    guard errors.isEmpty, let document = before.document, let root = document.root,
      document.kind(of: root) == .mapping, before.chart != nil
    else { throw Refusal(diagnostics: before.diagnostics.filter { $0.severity == .error }) }
    let layout = ChartLayout(document, root: root.rawValue)
    let bytes = Self.withLineEnds(of: source, LayoutWriter(layout).bytes)
    if bytes == source.bytes { return bytes }
    let after = ChartReader().read(SourceText(name: source.name, bytes: bytes))
    guard let written = after.document, let writtenRoot = written.root else {
      throw Self.refusal(document.range(of: root))
    }
    // Decision: Docs/decisions/tooling-and-tests.md#format-reads-again-what-it-writes
    let other = ChartLayout(written, root: writtenRoot.rawValue)
    if let node = layout.firstDifference(from: other) {
      throw Self.refusal(document.range(of: YAMLDocument.NodeID(node)))
    }
    guard document.commentTexts == written.commentTexts else { throw Self.refusal(document.range(of: root)) }
    guard let old = before.chart, let new = after.chart,
      ChartWriter().writesSame(old, new),
      Self.hasNoNewFindings(after, before)
    else { throw Self.refusal(document.range(of: root)) }
    return bytes
  }

  private static func hasNoNewFindings(_ after: ChartReading, _ before: ChartReading) -> Bool {
    var counts: [String: Int] = [:]
    for diagnostic in before.diagnostics { counts[diagnostic.rule, default: 0] += 1 }
    for diagnostic in after.diagnostics { counts[diagnostic.rule, default: 0] -= 1 }
    return counts.values.allSatisfy { $0 >= 0 }
  }

  private static let otherFile = Refusal(
    diagnostics: [
      Diagnostic(
        rule: rule, message: "This file is not a chart: it has no key `statechart`.",
        help: "Add `statechart: 1` if it is meant as one.", range: 0..<0)
    ], isChart: false)

  private static func refusal(_ range: SourceRange) -> Refusal {
    Refusal(diagnostics: [
      Diagnostic(
        rule: rule, message: "This cannot be formatted without changing the chart or a comment.",
        help: "Write it more simply, for example without a comment inside brackets.", range: range)
    ])
  }

  /// Ends lines as the first line of a text ends.
  static func withLineEnds(of source: SourceText, _ bytes: [UInt8]) -> [UInt8] {
    let end = Array(source.lineEnd.utf8)
    guard end != [0x0A] else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 16)
    for byte in bytes {
      if byte == 0x0A { result += end } else { result.append(byte) }
    }
    return result
  }
}
