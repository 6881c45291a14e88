public import StatechartsYAML

/// A finding with its places as lines and columns.
public struct Finding: Sendable {
  /// Where a range starts and ends; the end is the place after its last character.
  public struct Place: Hashable, Sendable {
    /// The place of the first character.
    public let start: SourcePosition
    /// The place after the last character.
    public let end: SourcePosition
  }

  /// What was found; its help is never nil for a registered rule.
  public let diagnostic: Diagnostic
  /// Where it was found.
  public let place: Place
  /// Where the related places are, in their order.
  public let relatedPlaces: [Place]
  /// Which text the fix replaces.
  public let fixPlace: Place?

  init(_ diagnostic: Diagnostic, _ places: PlaceTable) {
    var diagnostic = diagnostic
    if diagnostic.help == nil { diagnostic.help = RuleRegistry.standard.rule(diagnostic.rule)?.howToFix }
    self.diagnostic = diagnostic
    self.place = places.place(of: diagnostic.range)
    self.relatedPlaces = diagnostic.related.map { places.place(of: $0.range) }
    self.fixPlace = (diagnostic.fix?.range).map { places.place(of: $0) }
  }
}
