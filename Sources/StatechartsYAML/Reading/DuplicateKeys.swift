/// Keys of a mapping that appear twice.
package struct DuplicateKeys {
  package struct Entry {
    package let key: String
    /// Where the key is.
    package let range: SourceRange
    /// Nil where a syntax error comes before it.
    package let value: Value?
  }

  /// A key that appears again, with the one before.
  package struct Pair {
    package let first: Entry
    package let second: Entry
  }

  package struct Value {
    package let range: SourceRange
    /// Nil for a list or a mapping.
    package let text: String?
    package let isQuoted: Bool
  }

  package let text: TextLines
  /// In document order.
  package let pairs: [Pair]
  /// The key whose value the mapping is; nil for an item of a list.
  package let holder: String?
  /// Whether it is the whole text.
  package let isRoot: Bool
  /// Whether it is an item of a list.
  package let isItem: Bool

  /// What to say without repairs.
  package var plainExplanations: [Explanation] { pairs.map { explanation($0, "Delete one of the two.") } }

  /// What to say of one key.
  ///
  /// - Parameter help: What to do.
  package func explanation(_ pair: Pair, _ help: String) -> Explanation {
    let (kind, key) = (holder == "states" ? "state" : "key", pair.second.key)
    let line = text.source.line(at: pair.first.range.lowerBound)
    return Explanation(
      rule: .duplicateKey, range: pair.second.range,
      message: "The \(kind) `\(key)` appears twice. The first is in line \(line).", help: help,
      related: [Diagnostic.Related(range: pair.first.range, message: "the first `\(key)`")])
  }
}
