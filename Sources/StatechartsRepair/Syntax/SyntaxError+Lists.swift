import Statecharts
import StatechartsYAML

// Items of lists, and the `- ` before them.
extension SyntaxError {
  /// `-guard: x`, where a list is meant.
  func clingingDash(at start: Int) -> Explanation? {
    guard text.bytes.indices.contains(start + 1), text.bytes[start] == 0x2D, text.isFirst(start),
      (0x61...0x7A).contains(text.bytes[start + 1] | 0x20)
    else { return nil }
    let line = text.source.text(in: text.value(at: start)).dropFirst()
    return Explanation(
      rule: .missingSpace, range: text.span(start, start + 1), message: "A space is missing after the `-`.",
      help: "Write \(shown("- \(line)")).")
  }

  /// `– guard: x`, where another sign stands for the `-` of an item, in the line at `place` or the one above.
  func otherBullet() -> Explanation? {
    let line = text.firstNonBlank(from: text.lineStart(of: place))
    for start in [line, text.textBefore(line)].compactMap(\.self) {
      let value = text.value(at: start)
      let written = text.source.text(in: value)
      guard let sign = written.first, "–—•‣*".contains(sign), written.dropFirst().first == " ",
        let colon = text.colon(in: value), !isInText(start),
        // A star may multiply, or be a key.
        sign != "*" || opening == start && text.firstNonBlank(from: start + 1) < colon
      else { continue }
      let range = text.span(start, start + sign.utf8.count)
      return Explanation(
        range: range, message: "A list item begins with `-`, not with `\(sign)`.",
        help: "Write \(shown("-\(written.dropFirst())")).",
        fix: Diagnostic.Fix(title: "Write `-`", range: range, replacement: "-"))
    }
    return nil
  }

  /// Whether a line belongs to a text: below a `>` or `|`, or below a key for people, which has no items.
  private func isInText(_ start: Int) -> Bool {
    var above = text.textBefore(start)
    while let line = above, text.indentation(of: line) >= text.indentation(of: start) {
      above = text.textBefore(line)
    }
    guard let above else { return false }
    let end = text.source.text(in: text.value(at: above)).suffix(2).drop { $0 == " " }
    return [">", "|", ">-", "|-"].contains(end)
      || ["title", "description", "label"].contains(text.key(at: text.behindDashes(above)))
  }

  /// An item that is indented less than the items above it.
  func shallowItem() -> Explanation? {
    guard let above = text.textBefore(place), text.behindDashes(above) > above else { return nil }
    let spaces = text.indentation(of: above)
    guard spaces > text.indentation(of: place) else { return nil }
    let line = text.source.line(at: above)
    return Explanation(
      range: text.value(at: place),
      message:
        "This list item is indented by \(text.indentation(of: place).spaces), the one above by \(spaces).",
      help: "Begin the line with \(spaces.spaces), like line \(line).",
      related: [Diagnostic.Related(range: text.value(at: above), message: "the item above")])
  }

  /// An item that is indented like the keys of the item above it, and not like its `-`.
  func deepItem() -> Explanation? {
    let spaces = text.indentation(of: place)
    var above = text.textBefore(place)
    while let line = above, text.indentation(of: line) >= spaces { above = text.textBefore(line) }
    guard let item = above, text.behindDashes(item) > item,
      text.indentation(of: text.behindDashes(item)) == spaces
    else { return nil }
    let (own, line) = (text.indentation(of: item), text.source.line(at: item))
    return Explanation(
      range: text.value(at: place),
      message: "This list item is indented by \(spaces.spaces), the one above by \(own).",
      help: "Begin the line with \(own.spaces), like line \(line).",
      related: [Diagnostic.Related(range: text.value(at: item), message: "the item above")])
  }

  /// `guard: x` with deeper keys below and items of a list beside it: the `- ` is missing before it.
  func lostDash(at first: Int) -> Explanation? {
    guard text.behindDashes(first) == first else { return nil }
    let indentation = text.indentation(of: first)
    var next = text.nextText(after: first)
    while let line = next, text.indentation(of: line) > indentation { next = text.nextText(after: line) }
    guard let next, text.indentation(of: next) == indentation, text.behindDashes(next) > next else {
      return nil
    }
    return lostDash(before: first, next, at: first)
  }

  /// The same with a space in the place of the `-`, so that the item's first line stands as deep as its others.
  func lostDash(aboveItem item: Int) -> Explanation? {
    var first: Int?
    var above = text.textBefore(item)
    let indentation = text.indentation(of: item)
    while let line = above, text.indentation(of: line) > indentation {
      first = line
      above = text.textBefore(line)
    }
    guard let first, let above, text.isKeyAlone(above), text.behindDashes(first) == first,
      text.indentation(of: first) == indentation + 2
    else {
      return nil
    }
    return lostDash(before: first, item, at: text.lineStart(of: first) + indentation)
  }

  func lostDash(before first: Int, _ item: Int, at place: Int) -> Explanation {
    let value = text.value(at: first)
    return Explanation(
      range: value, message: "A `- ` is missing before this list item.",
      help: "Write \(shown("- \(text.source.text(in: value))")), with the `-` aligned with the items below.",
      related: [Diagnostic.Related(range: text.value(at: item), message: "an item of the list")],
      fix: text.nextText(after: first).map(text.indentation) == text.indentation(of: item) + 2
        ? Diagnostic.Fix(title: "Begin an item", range: text.span(place, first), replacement: "- ") : nil)
  }

  /// `key: - item`
  func unexpectedItem() -> Explanation {
    let value = text.value(at: place)
    if text.isFirst(place) {
      return Explanation(
        range: value, message: "A list item is not allowed here.",
        help: "Indent it like the items above, or begin the list on the line after its key.")
    }
    let item = text.source.text(in: text.span(text.firstNonBlank(from: place + 1), value.upperBound))
    let flow = item.hasPrefix("-") || item.contains(": ") ? "" : ", or write `[\(item)]`"
    return Explanation(
      range: value, message: "A list item is not allowed on the line of its key.",
      help:
        "Begin the list on the next line\(flow). If it is text, put it in quotes.")
  }
}
