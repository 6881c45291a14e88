import StatechartsYAML

extension SourceText {
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
