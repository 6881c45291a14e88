public import StatechartsYAML

/// A finding with its locations as lines and columns.
public struct Finding: Sendable {
  /// Where a range starts and ends; the end is the position after its last character.
  public struct Location: Hashable, Sendable {
    /// The position of the first character.
    public let start: SourcePosition
    /// The position after the last character.
    public let end: SourcePosition
  }

  /// What was found; its help is never nil for a registered rule.
  public let diagnostic: Diagnostic
  /// Where it was found.
  public let location: Location
  /// Where the related texts are, in their order.
  public let relatedLocations: [Location]
  /// Which text the fix replaces.
  public let fixLocation: Location?

  init(_ diagnostic: Diagnostic, _ places: PlaceTable, _ rules: RuleRegistry) {
    var diagnostic = diagnostic
    if diagnostic.help == nil { diagnostic.help = rules.rule(diagnostic.rule)?.howToFix }
    self.diagnostic = diagnostic
    self.location = places.place(of: diagnostic.range)
    self.relatedLocations = diagnostic.related.map { places.place(of: $0.range) }
    self.fixLocation = (diagnostic.fix?.range).map { places.place(of: $0) }
  }
}
