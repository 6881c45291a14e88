// Lines that do not fit the block around them.
extension SyntaxError {
  /// Something that is neither a key of the mapping nor an item of the list around it.
  func brokenBlock() -> Explanation {
    if let quoted = afterQuote() { return quoted }
    let isList = failure.problem.contains("'-'")
    let column = text.indentation(of: opening)
    let line = text.source.line(at: opening)
    let parent = [
      Diagnostic.Related(
        range: text.word(at: opening), message: isList ? "the list begins here" : "the mapping begins here")
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
    if own == column {
      if let dash = clingingDash(at: isList ? place : opening) { return dash }
      return Explanation(
        range: text.word(at: place),
        message: isList
          ? "A key is among the items of a list."
          : isItem ? "A list item is among keys." : "A key is expected here.",
        help: isList
          ? "Begin the line with `- `, or indent it further to make it part of the item above."
          : "Write `key: value`. A list belongs below its key.",
        related: parent)
    }
    if isItem, own > column, let dash = lostDash(aboveItem: place) { return dash }
    return Explanation(
      range: text.word(at: place),
      message: "This line is indented by \(own) spaces, which matches no line above it.",
      help: "Indent it like the lines next to it. "
        + "The \(isList ? "list" : "mapping") around it, from line \(line), is indented by \(column).",
      related: parent)
  }

  /// Something behind the end of the whole chart.
  func afterEnd() -> Explanation {
    if let bracket = strayBracket() { return bracket }
    if let quoted = afterQuote() { return quoted }
    if let mark = endMark() {
      return Explanation(
        range: mark, message: "`...` ends the chart here, but more follows.", help: "Delete this line.")
    }
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
