/// Keys of a mapping that appear twice.
package struct DuplicateKeys {
  package struct Entry {
    package let key: String
    /// Where the key is.
    package let range: SourceRange
    /// Nil where a syntax error comes before it.
    package let value: Value?
  }

  package struct Value {
    package let range: SourceRange
    /// Nil for a list or a mapping.
    package let text: String?
    package let isQuoted: Bool
  }

  package let text: TextLines
  /// Each key that appears again, with the one before, in document order.
  package let pairs: [(first: Entry, second: Entry)]
  /// The key whose value the mapping is; nil for an item of a list.
  package let holder: String?
  /// Whether it is the whole text.
  package let isRoot: Bool
  /// Whether it is an item of a list.
  package let isItem: Bool

  /// What is said without repairs.
  package var plainExplanations: [Explanation] { pairs.map { explanation($0, "Delete one of the two.") } }

  /// What is said of one key, with what to do.
  package func explanation(_ pair: (first: Entry, second: Entry), _ help: String) -> Explanation {
    let (kind, key) = (holder == "states" ? "state" : "key", pair.second.key)
    let line = text.source.line(at: pair.first.range.lowerBound)
    return Explanation(
      rule: .duplicateKey, range: pair.second.range,
      message: "The \(kind) `\(key)` appears twice. The first is in line \(line).", help: help,
      related: [Diagnostic.Related(range: pair.first.range, message: "the first `\(key)`")])
  }
}
