import Statecharts
import StatechartsYAML

// One line that is indented otherwise than the lines that it belongs next to.
extension SyntaxError {
  /// A line above `place` whose indentation is why the one there fits nowhere: the first line of a block that is
  /// deeper than the others, or the key above it that is less deep than the keys next to it.
  func oddLineAbove() -> Explanation? {
    let (owner, deeper) = linesAbove()
    let first = owner.map(text.isKeyAlone) == false ? nil : deeper
    if let owner, let line = shallowLine(owner, first) { return line }
    guard let first, isAlone(first) else { return nil }
    let own = text.indentation(of: place)
    let outer = owner.map(keyColumn) ?? -1
    let (column, key) = (text.indentation(of: first), text.behindDashes(first))
    let (isItem, isPlaceItem) = (key > first, text.behindDashes(place) > place)
    var (spaces, like, hasSibling) = (own, place, false)
    var next = text.nextText(after: place)
    while let line = next, text.indentation(of: line) > outer {
      let indentation = text.indentation(of: line)
      if indentation < spaces {
        (spaces, like) = (indentation, line)
      } else if indentation == own {
        hasSibling = true
      }
      next = text.nextText(after: line)
    }
    // Whether `place` belongs into the first line, as its value or as a key of its item, and is not its sibling.
    let isValue =
      text.nextText(after: first) == place
      && (text.isKeyAlone(first) || text.colon(in: text.value(at: place)) == nil && !isPlaceItem)
    let isInside = isValue || isItem && !isPlaceItem
    if spaces < own {
      guard isInside else { return nil }
    } else if isValue, own - (key - first) - 2 > outer,
      fit([place], at: level(of: first)?.below(text.key(at: first)))
    {
      spaces -= key - first + 2
    } else if isInside, isItem {
      spaces -= key - first
    } else if isItem != isPlaceItem || owner != nil && own != outer + 2 && !hasSibling {
      return nil
    }
    guard spaces < column, spaces > outer else { return nil }
    let (number, others) = (text.source.line(at: like), text.indentation(of: like))
    let below = owner.map { ", also below `\(text.key(at: $0))`," } ?? ""
    return Explanation(
      range: text.word(at: first),
      message: others == spaces
        ? "This line is indented by \(column.spaces), but line \(number)\(below) "
          + "\(others == 0 ? "is not indented" : "by \(others)")."
        : "This line is indented by \(column.spaces), which is too far for line \(number) below it.",
      help: spaces == 0
        ? "Begin it in the first column."
        : "Begin the line with \(spaces.spaces)\(others == spaces ? ", like line \(number)" : "").")
  }

  /// The first of the lines above `place` that are deeper, and the line before them, to which they belong.
  private func linesAbove() -> (owner: Int?, first: Int?) {
    let own = text.indentation(of: place)
    var first: Int?
    var above = text.textBefore(place)
    while let line = above, keyColumn(line) > own {
      first = line
      above = text.textBefore(line)
    }
    return (above, first)
  }

  private func keyColumn(_ line: Int) -> Int { text.indentation(of: text.behindDashes(line)) }

  /// Whether no line between a line and `place` is its sibling. Below a key that is two spaces too deep, what belongs to
  /// it looks like its siblings.
  private func isAlone(_ first: Int) -> Bool {
    let column = text.indentation(of: first)
    let next = text.nextText(after: first)
    let isLevel = text.isKeyAlone(first) && next.map(text.indentation) == column
    var line = next
    while let between = line, between < place {
      let indentation = text.indentation(of: between)
      if isLevel ? indentation < column : indentation <= column { return false }
      line = text.nextText(after: between)
    }
    return true
  }

  /// A line that is less deep than the keys before it and the one at `place`, which belong next to it.
  ///
  /// - Parameter first: The first line below the line, if it is a key alone.
  private func shallowLine(_ owner: Int, _ first: Int?) -> Explanation? {
    let own = text.indentation(of: place)
    guard text.behindDashes(owner) == owner, text.indentation(of: owner) < own,
      let before = text.line(before: owner, indentedBy: own)
    else { return nil }
    let (here, there) = (level(of: owner), level(of: before))
    guard fit([owner, place], at: there) else { return nil }
    if let first {
      let key = text.key(at: owner)
      guard fit([first], at: there?.below(key)) else { return nil }
      // Where the first line alone is deeper, it may be the wrong one.
      if isAlone(first), fit([owner], at: here), fit([first, place], at: here?.below(key)) { return nil }
    }
    return oddLine(owner, like: (before, place), indentedBy: own)
  }

  /// The level of the format that a line is at, by the lines above it; nil where that is unknown.
  func level(of line: Int) -> FormatLevel? {
    var path: [String] = []
    var column = keyColumn(line)
    var above = text.textBefore(line)
    while column > 0, let owner = above {
      if keyColumn(owner) < column {
        column = keyColumn(owner)
        path.append(text.key(at: owner))
      }
      above = text.textBefore(owner)
    }
    return path.reversed().reduce(FormatLevel.top) { $0?.below($1) }
  }

  /// Whether the keys of lines can be at a level; true where that is unknown.
  private func fit(_ lines: [Int], at level: FormatLevel?) -> Bool {
    lines.allSatisfy { level?.has(text.key(at: $0)) ?? true || text.colon(in: text.value(at: $0)) == nil }
  }

  /// A line between two others that are indented alike.
  func oddLine(_ line: Int, like others: (Int, Int), indentedBy spaces: Int) -> Explanation {
    let (before, after) = (text.source.line(at: others.0), text.source.line(at: others.1))
    return Explanation(
      range: text.word(at: line),
      message:
        "This line is indented by \(text.indentation(of: line).spaces), but the keys next to it by \(spaces) "
        + "(lines \(before) and \(after)).",
      help: "Begin the line with \(spaces.spaces).",
      related: [Diagnostic.Related(range: text.word(at: others.1), message: "noticed here")])
  }

  /// The line at `place`, when it is deeper or less deep than the only other line below their key.
  func deepLine() -> Explanation? {
    let own = text.indentation(of: place)
    guard case (let owner?, let first?) = linesAbove(), text.isKeyAlone(owner),
      text.indentation(of: owner) < own,
      (text.bytes[first] == 0x2D) == (text.bytes[place] == 0x2D)
    else { return nil }
    let spaces = text.indentation(of: first)
    // It may belong next to the key above instead.
    let next = text.isKeyAlone(place) ? text.nextText(after: place) : nil
    if next.map({ text.indentation(of: $0) <= spaces }) == true
      || Self.isKeyOfFormat(text.key(at: place)) && Self.holders.contains(Substring(text.key(at: owner)))
    {
      return nil
    }
    let line = text.source.line(at: first)
    return Explanation(
      range: text.word(at: place),
      message:
        "This line is indented by \(own.spaces), but line \(line), also below `\(text.key(at: owner))`, "
        + "by \(spaces).",
      help: "Begin the line with \(spaces.spaces), like line \(line).")
  }
}
