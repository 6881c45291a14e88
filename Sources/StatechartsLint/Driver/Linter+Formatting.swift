internal import Statecharts
package import StatechartsEditing
internal import StatechartsRepair
package import StatechartsYAML

extension Linter {
  /// A chart's text in its one layout.
  ///
  /// A comment `lint:disable` is about a line, and a layout can change which line that is. So a chart with such a comment
  /// has the same findings before and after.
  ///
  /// - Throws: `ChartFormatter.Refusal` if the text is no chart, or cannot be formatted without changing more than its layout.
  package static func formatted(_ source: SourceText) throws(ChartFormatter.Refusal) -> [UInt8] {
    let bytes = try ChartFormatter(reader: .explaining).format(source)
    try checkSuppressions(source, SourceText(name: source.name, bytes: bytes))
    return bytes
  }

  /// The edits that give the lines of a range their layout.
  ///
  /// - Throws: `ChartFormatter.Refusal` as `formatted` does, and where these lines cannot be formatted alone.
  package static func edits(
    formatting range: SourceRange, of source: SourceText
  ) throws(ChartFormatter.Refusal) -> TextEdits {
    let edits = try ChartFormatter(reader: .explaining).edits(formatting: range, of: source)
    try checkSuppressions(source, edits.apply(to: source))
    return edits
  }

  private static func checkSuppressions(
    _ source: SourceText, _ after: SourceText
  ) throws(ChartFormatter.Refusal) {
    let word = Array("lint:disable".utf8)
    guard after.bytes != source.bytes,
      let start = source.bytes.indices.first(where: {
        source.bytes[$0] == word[0] && source.bytes[$0...].starts(with: word)
      })
    else { return }
    func rules(_ source: SourceText) -> [String] { Linter().lint(source).findings.map(\.diagnostic.rule) }
    guard rules(source).sorted() == rules(after).sorted() else {
      throw ChartFormatter.Refusal(diagnostics: [
        Diagnostic(
          rule: ChartFormatter.rule,
          message:
            "This chart is not formatted, because a comment `lint:disable` would be about another line.",
          help: "Write the comment at the end of the line that it is about.",
          range: start..<start + word.count)
      ])
    }
  }
}
