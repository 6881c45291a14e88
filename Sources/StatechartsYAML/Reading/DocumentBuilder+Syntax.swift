extension DocumentBuilder {
  /// Reports why libyaml stopped, and what a look at the text alone can find after that place.
  mutating func takeFailure(_ failure: LibYAML.Failure) {
    let place = offsets.offset(of: failure.problemIndex)
    let opening = min(offsets.offset(of: failure.contextIndex), place)
    let lines = TextLines(source)
    guard failure.stage == .scanner || failure.stage == .parser else {
      // proven: the text was decoded before libyaml saw it, so its reader has nothing to refuse.
      findings.add(
        .syntax, .error, lines.span(place, place + 1), "The file could not be read from here on.",
        help: "Try again; the machine may be short of memory.")
      findings.markEnd(Findings.endSentence)
      return
    }
    if let pending = pendingLines, source.line(at: pending.upperBound) < source.line(at: place) {
      reportPendingLines()
    }
    if reportConflicts(before: place) { return findings.markEnd(Findings.endSentence) }
    let explanation = explainer.syntaxError(
      SyntaxError(
        text: lines, problem: failure.problem, context: failure.context, place: place, opening: opening,
        flowStart: open.first { $0.isFlow }.map { Int(nodes[Int($0.node)].start) }, lastQuoted: lastQuoted,
        limits: limits))
    // The same was said of the text before it was known what it leads to.
    if explanation.rule == .missingSpace {
      let start = explanation.range.lowerBound
      findings.withdraw([.missingSpace: [start], .multilineText: [start]])
    } else if explanation.rule == .missingValue {
      findings.withdrawErrors(in: explanation.range)
    }
    findings.add(explanation)
    findings.markEnd(Findings.endSentence)
    reportTabs(after: max(place, explanation.end ?? explanation.range.upperBound))
    // Keys by indentation are sure up to here; what stands in open brackets is not.
    while let frame = open.popLast() {
      if frame.isMapping, !frame.isFlow {
        judgeKeys(from: frame.firstKey, of: frame.node)
      } else {
        keys.removeSubrange(frame.firstKey...)
      }
    }
  }

  private var lastQuoted: SyntaxError.QuotedText? {
    guard lastScalar >= 0 else { return nil }
    let node = nodes[Int(lastScalar)]
    guard node.style == .singleQuoted || node.style == .doubleQuoted else { return nil }
    return SyntaxError.QuotedText(
      range: Int(node.start)..<Int(node.end), isSingle: node.style == .singleQuoted)
  }

  /// Reports the places where two versions of the file were not joined; true when one explains the failure.
  private mutating func reportConflicts(before place: Int) -> Bool {
    var explains = false
    let lines = TextLines(source)
    for start in source.lineStarts where lines.isConflictMark(at: start, "<") {
      if start <= place { explains = true }
      findings.add(
        .syntax, .error, lines.span(start, lines.lineEnd(of: start)),
        "Unresolved merge conflict.",
        help:
          "Keep one of the two versions, and delete the lines that begin with `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`."
      )
    }
    return explains
  }

  /// Tabs in the indentation of lines that libyaml never saw, comments among them: it takes no tab before those either.
  private mutating func reportTabs(after place: Int) {
    let lines = TextLines(source)
    let areSure = lines.isIndentedByTabs
    var line = source.line(at: place) + 1
    while let tabs = lines.tabs(from: line, areSure: areSure) {
      findings.add(
        .tab, .error, tabs.range, tabs.message, help: lines.spaces(for: tabs.range.lowerBound), fix: tabs.fix)
      line = tabs.lines.upperBound + 1
    }
  }
}
