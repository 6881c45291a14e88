package import StatechartsYAML

/// Keys that appear twice, and what may have led to that.
extension DuplicateKeys {
  /// The explanations of the keys. Of a chart that is there twice, there is one for all of its keys.
  package func explain() -> [Explanation] {
    guard let start = pairs.first else { return [] }
    guard isRoot, let copy = pairs.first(where: { $0.second.key == "statechart" }),
      pairs.contains(where: { $0.second.key == "states" && comes($0, after: copy) })
    else { return explanations(of: pairs, start) }
    return [explanation(ofChart: copy)] + explanations(of: pairs.filter { comes(copy, after: $0) }, start)
  }

  private func comes(_ pair: Pair, after other: Pair) -> Bool {
    pair.second.range.lowerBound > other.second.range.lowerBound
  }

  private func explanations(
    of pairs: [Pair], _ start: Pair
  ) -> [Explanation] {
    let isState = holder == "states"
    let help: String
    if isState {
      help = "Give the second state an id of its own."
    } else if pairs.count == 1 {
      help = self.help(for: start)
    } else {
      let line = text.source.line(at: start.second.range.lowerBound)
      help =
        isItem
        ? "If another list item begins in line \(line), write `- ` before its first line. If not, delete one of the two."
        : "If something else begins in line \(line), write its name and a `:` above it, indented less than this line. "
          + "If not, delete one of the two."
    }
    let isEach = pairs.allSatisfy(areEqual)
    return pairs.map { pair in
      let hasEmptyValue = [pair.first, pair.second].contains { $0.value?.isEmpty == true }
      let isOwn = isEach || isState && (hasEmptyValue || areEqual(pair))
      return explanation(pair, isOwn ? self.help(for: pair) : help)
    }
  }

  // MARK: Charts

  private func explanation(ofChart copy: Pair) -> Explanation {
    let (first, second) = (copy.first.range, copy.second.range)
    let ids = pairs.first { $0.second.key == "id" }
    let id = ids?.first.value?.text
    let isSame = id != nil && id == ids?.second.value?.text
    return Explanation(
      rule: .duplicateKey, range: second,
      message: isSame ? "The file contains the chart twice." : "The file contains two charts.",
      help: isSame
        ? help(forChart: first, copiedTo: second)
        : "Move everything from line \(firstLine(ofChart: second)) on to a file of its own.",
      related: [Diagnostic.Related(range: first, message: "the first chart")])
  }

  /// The line in which a chart begins that follows another one: comments before its first key belong to it.
  private func firstLine(ofChart key: SourceRange) -> Int {
    var first = text.source.line(at: key.lowerBound)
    for line in (1..<first).reversed() {
      let start = text.firstNonBlank(from: text.source.lineStarts[line - 1])
      if text.bytes[text.span(start, start + 1)].first == 0x23 {
        first = line
      } else if !text.word(at: start).isEmpty {
        break
      }
    }
    return first
  }

  /// What to do about a chart and its copy. Either may be the newer one.
  private func help(forChart key: SourceRange, copiedTo copy: SourceRange) -> String {
    let start = firstLine(ofChart: copy)
    var (left, right): (Int?, Int?) = (key.lowerBound, copy.lowerBound)
    var last = copy.lowerBound
    while let one = left, let other = right, one < copy.lowerBound,
      text.bytes[text.line(of: one)].elementsEqual(text.bytes[text.line(of: other)])
    {
      last = other
      (left, right) = (text.nextText(after: one), text.nextText(after: other))
    }
    if right == nil, left.map({ $0 >= copy.lowerBound }) == true {
      return "Both copies say the same. Delete everything from line \(start) on."
    }
    while let line = text.nextText(after: last) { last = line }
    let end = text.textBefore(copy.lowerBound).map(text.source.line) ?? 1
    return "The two copies differ, first in line \(text.source.line(at: right ?? left ?? last)). "
      + "Keep one of them: lines 1 to \(end), or lines \(start) to \(text.source.line(at: last))."
  }

  // MARK: Single keys

  /// What to do about a single key.
  private func help(for pair: Pair) -> String {
    let rename = "or rename one if they are different things."
    let merge = "Put everything under the first and delete the second, \(rename)"
    guard let first = pair.first.value, let second = pair.second.value else { return merge }
    let lines = [pair.first, pair.second].map { text.source.line(at: $0.range.lowerBound) }
    func delete(_ number: Int) -> String {
      lines[0] == lines[1] ? "Delete it." : "Delete the one in line \(lines[number])."
    }
    if areEqual(pair) {
      let last = text.source.line(at: second.range.upperBound)
      return "Both have the same value. "
        + (lines[0] == lines[1]
          ? "Delete one." : lines[1] < last ? "Delete the second (lines \(lines[1]) to \(last))." : delete(1))
    }
    if first.isEmpty { return "The first has no value. \(delete(0))" }
    if second.isEmpty { return "The second has no value. \(delete(1))" }
    return first.text != nil && second.text != nil ? "Delete one of the two, \(rename)" : merge
  }

  /// Whether a key has the same value both times, and has one.
  private func areEqual(_ pair: Pair) -> Bool {
    guard let first = pair.first.value?.range, let second = pair.second.value?.range, !first.isEmpty,
      !second.isEmpty
    else { return false }
    return text.bytes[first].elementsEqual(text.bytes[second])
  }
}

extension DuplicateKeys.Value {
  fileprivate var isEmpty: Bool { !isQuoted && text == "" }
}
