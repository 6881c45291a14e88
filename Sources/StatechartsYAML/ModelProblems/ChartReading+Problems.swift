package import Statecharts
public import StatechartsModel

extension ChartReading {
  /// Turns what is wrong with the model into findings about the text.
  ///
  /// A problem that points at the very place of a reported error is left out: it says the same in other words.
  package func diagnostics(for problems: [ModelProblem]) -> [Diagnostic] {
    let known = Set(diagnostics.lazy.filter { $0.severity == .error }.map(\.range))
    var found = problems.compactMap { problem -> LocatedProblem? in
      let place = place(of: problem.origin, textRange: problem.textRange)
      if isConsequence(problem, at: place, ofErrorsAt: known) { return nil }
      let finding = Diagnostic(
        rule: problem.rule.rawValue, message: problem.message.shortened, help: problem.help,
        range: place.range,
        related: problem.related.map {
          Diagnostic.Related(range: self.range(of: $0.origin), message: $0.message)
        })
      return LocatedProblem(
        problem: problem, node: place.node, isComposed: composed[problem.origin.rawValue] != nil,
        finding: finding)
    }
    if let document { advise(&found, problems, document, chart) }
    return found.map { located in
      var finding = located.finding
      finding.help = finding.help?.shortened
      return finding
    }
  }

  /// Whether a problem is there only because of something that was reported.
  private func isConsequence(
    _ problem: ModelProblem, at place: Place, ofErrorsAt known: Set<SourceRange>
  ) -> Bool {
    if consequences.nodes.contains(problem.origin.rawValue) { return true }
    if known.contains(place.range) || known.contains(range(of: problem.origin)) { return true }
    // What has no place is missing, which was reported.
    if problem.origin == .none { return !known.isEmpty }
    guard problem.rule == .unknownTarget || problem.rule == .unknownState else { return false }
    // Without any, the states were not found at all.
    return chart?.root.states.isEmpty == true || consequences.states.contains(text(of: problem.origin))
  }

  private func text(of origin: ModelOrigin) -> String {
    document?.node(of: origin).flatMap { document?.text(of: $0) } ?? ""
  }

  /// The place of a part of the model; the first byte of the text for a part without a place.
  public func range(of origin: ModelOrigin) -> SourceRange {
    guard let document, let node = document.node(of: origin) else { return 0..<0 }
    return document.range(of: node)
  }

  private struct Place {
    /// The scalar that the range lies in, where it lies in one.
    var node: YAMLDocument.NodeID?
    var range: SourceRange
  }

  /// The place of a part of the text at an origin, which may have been put together from several scalars.
  private func place(of origin: ModelOrigin, textRange: Range<Int>?) -> Place {
    guard let document, let node = document.node(of: origin) else { return Place(node: nil, range: 0..<0) }
    let whole = document.range(of: node)
    guard let textRange, document.kind(of: node) == .scalar || composed[origin.rawValue] != nil else {
      let isWhole = document.kind(of: node) == .scalar && composed[origin.rawValue] == nil
      return Place(node: isWhole ? node : nil, range: whole)
    }
    guard let expression = composed[origin.rawValue] else {
      return Place(node: node, range: document.range(of: node, textRange: textRange))
    }
    guard let (scalar, part) = expression.origin(of: textRange) else { return Place(node: nil, range: whole) }
    let id = YAMLDocument.NodeID(scalar)
    return Place(node: id, range: document.range(of: id, textRange: part))
  }
}

extension YAMLDocument {
  /// The node that a part of a model came from.
  public func node(of origin: ModelOrigin) -> NodeID? {
    nodes.indices.contains(Int(origin.rawValue)) ? NodeID(origin.rawValue) : nil
  }
}
