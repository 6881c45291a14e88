extension YAMLDocument {
  /// Reads a text as strict YAML 1.2: one document, a mapping, without anchors, aliases, tags, merge keys,
  /// directives, duplicate or complex keys. Every scalar is a text; what it means is for the reader of charts.
  ///
  /// Work and memory grow linearly with the text and are bounded by the limits, whatever the bytes are.
  public static func read(_ source: SourceText, limits: YAMLLimits = .default) -> YAMLReading {
    read(source, limits: limits, explainer: TextExplainer())
  }

  /// Reads a text, with the sentences of an explainer for what is wrong.
  package static func read(
    _ source: SourceText, limits: YAMLLimits = .default, explainer: TextExplainer
  ) -> YAMLReading {
    var findings = Findings(limit: limits.findings)
    // Offsets are kept in 32 bits.
    let largest = min(limits.fileBytes, Int(Int32.max) - 1)
    guard source.bytes.count <= largest else {
      let place = max(largest, 0)..<max(largest, 0) + 1
      findings.add(
        .limit, .error, place,
        "The file has \(source.bytes.count) bytes; the limit for a file is \(largest).",
        help: "Split the chart into several files.")
      findings.markEnd(Findings.nothingSentence)
      return YAMLReading(document: nil, diagnostics: findings.sorted())
    }
    let scan = TextScan(source, findings: &findings)
    guard scan.isReadable else {
      findings.markEnd(Findings.nothingSentence)
      return YAMLReading(document: nil, diagnostics: findings.sorted())
    }
    var builder = DocumentBuilder(source, scan, limits: limits, findings: findings, explainer: explainer)
    let isComplete = LibYAML.read(scan.parsed, from: source.lineStarts[0]) { parser in
      var event = LibYAML.Event()
      while parser.next(&event) {
        builder.take(event)
        if event.kind == .streamEnd { return true }
        if builder.isStopped { return false }
      }
      builder.takeFailure(parser.failure)
      return false
    }
    return YAMLReading(
      document: isComplete ? builder.document() : nil, diagnostics: builder.findings.sorted())
  }
}
