package import StatechartsYAML

extension SourceText {
  /// How its first line ends: LF, CRLF or CR. A text of one line has LF.
  package var lineEnd: String {
    guard let first = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return "\n" }
    guard bytes[first] == 0x0D else { return "\n" }
    return first + 1 < bytes.count && bytes[first + 1] == 0x0A ? "\r\n" : "\r"
  }

  /// Whether a text is meant as a chart: its root has the key `statechart`. A text that is not YAML has at least the word.
  ///
  /// - Parameter document: The text as YAML; nil when it cannot be read.
  func isChart(_ document: YAMLDocument?) -> Bool {
    guard let document, let root = document.root else {
      return String(decoding: bytes, as: UTF8.self).contains(FormatName.statechart.text)
    }
    return ChartNodes(document).value(of: FormatName.statechart.text, in: root.rawValue) != nil
  }
}

extension YAMLDocument {
  /// The texts of all comments. They are compared without regard to what they belong to.
  var commentTexts: [String] { comments.map { LayoutWalk.text($0, in: source) }.sorted() }
}

extension SourceRange {
  /// Whether an offset is in the range or directly behind it.
  package func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }
}
