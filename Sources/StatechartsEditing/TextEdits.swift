package import StatechartsYAML

/// A replacement of text.
package struct TextEdit: Hashable, Sendable {
  /// The text to replace; empty inserts.
  package var range: SourceRange
  /// What to put there.
  package var replacement: String

  /// Makes an edit.
  package init(range: SourceRange, replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

/// Edits of one text that do not touch one another, in the order of the text. Fixes, renaming and formatting all change
/// a text through this.
package struct TextEdits: Hashable, Sendable {
  /// The edits.
  package let list: [TextEdit]
  /// For each of them, its number among those that were given.
  package let numbers: [Int]

  /// Takes the edits that do not touch one another; of two that do, the first.
  package init(_ edits: [TextEdit]) {
    let order = edits.indices.sorted { left, right in
      let (first, second) = (edits[left].range, edits[right].range)
      return (first.lowerBound, first.upperBound, left) < (second.lowerBound, second.upperBound, right)
    }
    var numbers: [Int] = []
    for number in order {
      let range = edits[number].range
      if let last = numbers.last {
        // Two insertions at one place have no order.
        let before = edits[last].range
        if range.lowerBound < before.upperBound || range.lowerBound == before.lowerBound { continue }
      }
      numbers.append(number)
    }
    self.numbers = numbers
    list = numbers.map { edits[$0] }
  }

  /// A file's text with the edits.
  package func apply(to source: SourceText) -> SourceText {
    SourceText(name: source.name, bytes: apply(to: source.bytes).bytes)
  }

  /// Where a range is in the text with the edits. No edit crosses its bounds.
  func moved(_ range: SourceRange) -> SourceRange {
    func moved(_ offset: Int) -> Int {
      list.reduce(offset) { result, edit in
        edit.range.upperBound <= offset ? result + edit.replacement.utf8.count - edit.range.count : result
      }
    }
    return moved(range.lowerBound)..<moved(range.upperBound)
  }

  /// The text with the edits, and where in it their replacements are.
  package func apply(to bytes: [UInt8]) -> (bytes: [UInt8], places: [SourceRange]) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var places: [SourceRange] = []
    var end = 0
    for edit in list {
      let range = edit.range.clamped(to: end..<bytes.count)
      result += bytes[end..<range.lowerBound]
      let start = result.count
      result += edit.replacement.utf8
      places.append(start..<result.count)
      end = range.upperBound
    }
    return (result + bytes[end...], places)
  }
}
