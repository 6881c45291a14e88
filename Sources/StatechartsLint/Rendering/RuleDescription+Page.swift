internal import StatechartsYAML

extension RuleDescription {
  /// The rule's page for a terminal, from the same texts as its documentation and its tests.
  public var page: String {
    """
    \(id) (\(severity.rawValue), \(family.rawValue))
    \(title).

    Why it matters: \(why)
    What to do: \(mend)

    Wrong\(bad.place.map { " (line \(line(of: $0)))" } ?? ""):

    \(Self.indented(bad.text))

    Right:

    \(Self.indented(good.text))

    """
  }

  private func line(of offset: Int) -> Int {
    bad.text.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : "    " + VisibleText.escaped(String(line))
    }.joined(separator: "\n")
  }
}
