import Statecharts
import StatechartsYAML

// Lines that do not fit the block around them.
extension SyntaxError {
  /// Something that is neither a key of the mapping nor an item of the list around it.
  func brokenBlock() -> Explanation {
    if let quoted = afterQuote() { return quoted }
    let isList = problem.contains("'-'")
    let column = text.indentation(of: opening)
    let parent = [
      Diagnostic.Related(
        range: text.word(at: opening),
        message: isList ? "the list begins here" : "the keys around it begin here")
    ]
    guard place < text.bytes.count else {
      return at(place, "The file ends too early.", "Is the end of the file missing?")
    }
    if let bracket = strayBracket() { return bracket }
    guard text.isFirst(place) else {
      return Explanation(
        range: text.value(at: place), message: "This is not allowed after the value before it.",
        help: "Put the whole value in quotes, or begin a new line.", related: parent)
    }
    let own = text.indentation(of: place)
    let isItem = text.bytes[place] == 0x2D && !isList
    if let line = oddLineAbove() { return line }
    if own == column {
      if let dash = clingingDash(at: isList ? place : opening) { return dash }
      if isItem, let item = shallowItem() ?? deepItem() { return item }
      let spaces = text.indentation(of: text.behindDashes(text.item(before: place) ?? opening))
      return Explanation(
        range: text.word(at: place),
        message: isList
          ? "A key is among the items of a list."
          : isItem ? "A list item is among keys." : "A key is expected here.",
        help: isList
          ? "Begin the line with \(spaces.spaces) if it belongs to the item above. If it begins a new item, write `- ` before it."
          : "Write `key: value`. A list belongs below its key.",
        related: parent)
    }
    if isItem, own > column, let dash = lostDash(aboveItem: place) { return dash }
    if let line = shallowText(place) { return line }
    if let line = deepLine() { return line }
    return Explanation(
      range: text.word(at: place),
      message: "This line is indented by \(own.spaces), which matches no line above it.",
      help: linesBeside(), related: parent)
  }

  /// The lines above next to which a line may belong whose indentation matches none of them.
  private func linesBeside() -> String {
    let own = text.indentation(of: place)
    var above = text.textBefore(place)
    var choices: [String] = []
    // The keys of the block before, and those of the block around it.
    while let line = above, choices.count < 2 {
      let key = text.behindDashes(line)
      let spaces = text.indentation(of: key)
      if text.colon(in: text.value(at: key)) != nil, spaces > own ? choices.isEmpty : spaces < own {
        choices.append(
          "\(spaces == 0 ? "in the first column" : "with \(spaces.spaces)") if it belongs next to `\(text.key(at: line))` in line \(text.source.line(at: line))"
        )
        if spaces < own { break }
      }
      above = text.textBefore(line)
    }
    return choices.isEmpty
      ? "Indent it like the line that it belongs next to."
      : "Begin the line \(choices.joined(separator: ", or "))."
  }

  /// A line of the text that a `>` or `|` above begins, but indented less than that text, so that it is not part of it.
  func shallowText(_ line: Int) -> Explanation? {
    guard let above = text.textBefore(line), text.indentation(of: above) > text.indentation(of: line) else {
      return nil
    }
    let spaces = text.indentation(of: above)
    var header: Int? = above
    while let line = header, text.indentation(of: line) >= spaces { header = text.textBefore(line) }
    guard let header, let colon = text.colon(in: text.value(at: header)) else { return nil }
    let mark = text.bytes[text.value(at: text.firstNonBlank(from: colon + 1))]
    // Digits and a sign may follow (YAML 1.2.2, 8.1.1).
    guard let first = mark.first, first == 0x3E || first == 0x7C, mark.count <= 3 else { return nil }
    let isDeeper = text.indentation(of: line) > text.indentation(of: header)
    guard isDeeper || text.colon(in: text.value(at: line)) == nil else { return nil }
    return Explanation(
      range: text.value(at: line),
      message: "This line is indented less than the text of `\(text.key(at: header))` above it.",
      help:
        "If it belongs to the text, begin the line with \(spaces.spaces), like line \(text.source.line(at: above)).",
      related: [Diagnostic.Related(range: text.value(at: header), message: "the text begins here")])
  }

  /// Something behind the end of the whole chart.
  func afterEnd() -> Explanation {
    if let bracket = strayBracket() { return bracket }
    if let quoted = afterQuote() { return quoted }
    if let mark = endMark() {
      return Explanation(
        range: mark, message: "`...` ends the chart here, but more follows.", help: "Delete this line.")
    }
    if let line = oddLineAbove() { return line }
    return Explanation(
      range: text.value(at: place), message: "This line is indented less than the first key of the file.",
      help: "Begin all keys of the chart in the first column.")
  }

  /// A line `...` before what could not be read.
  private func endMark() -> Range<Int>? {
    var end = min(place, text.bytes.count)
    while end > 0, [0x0A, 0x0D, 0x20].contains(text.bytes[end - 1]) { end -= 1 }
    guard end >= 3, text.bytes[end - 3..<end].elementsEqual([0x2E, 0x2E, 0x2E]) else { return nil }
    let isWholeLine = end == 3 || [0x0A, 0x0D].contains(text.bytes[end - 4])
    return isWholeLine ? text.span(end - 3, end) : nil
  }
}
