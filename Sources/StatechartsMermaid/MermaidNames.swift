import StatechartsModel

internal import Statecharts

/// Names for words: words that are a name keep it, and all others get one that is made of them and belongs to no other
/// words.
struct MermaidNames {
  // Decision: Docs/decisions/conversion.md#texts-of-a-mermaid-diagram-become-names
  private let fallback: String
  private var names = FreshNames()
  private var known: [String: String] = [:]

  /// Starts with all words that are to be named, for a made name is none that stands in the diagram.
  ///
  /// - Parameter isName: Whether words are a name already.
  init(
    _ texts: [String], else fallback: String, where isName: (String) -> Bool = NameRule.isExpressionName
  ) {
    self.fallback = fallback
    for text in texts where isName(text) {
      names.insert(text)
      known[text] = text
    }
  }

  /// The name for some words.
  mutating func name(for words: String) -> String {
    if let name = known[words] { return name }
    let name = names.new(MermaidLabel.name(from: words, else: fallback), "_")
    known[words] = name
    return name
  }
}
