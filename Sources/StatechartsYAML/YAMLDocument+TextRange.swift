extension YAMLDocument {
  /// The place in the source of a part of a scalar's text, given in UTF-8 offsets of the unquoted text; the
  /// whole node where it cannot be told.
  public func range(of node: NodeID, textRange: Range<Int>) -> SourceRange {
    let whole = range(of: node)
    guard let text = text(of: node) else { return whole }
    let quote = style(of: node) == .plain ? 0 : 1
    guard whole.count == text.utf8.count + 2 * quote else { return whole }
    return
      (whole.lowerBound + quote + textRange.lowerBound)..<(whole.lowerBound + quote + textRange.upperBound)
  }
}
