/// Finds what variables can hold, from everything that sets them.
enum FactInference {
  // Decision: Docs/decisions/conversion.md#possible-differences-are-reported-and-kept
  /// How often what sets variables is followed. A number that is still small then grows too slowly to matter.
  static let rounds = 128
  /// How many assignments are followed altogether.
  static let mostSteps = 200_000

  /// Follows everything that sets variables again and again, until nothing new is learnt of them.
  ///
  /// Where that takes too long, everything is possible for all of them; only numbers that do nothing but grow are let go.
  ///
  /// - Parameters:
  ///   - learner: what the facts belong to.
  ///   - facts: what is known of the variables.
  ///   - flows: how many things set variables.
  ///   - unknown: what is possible where nothing is known.
  ///   - follow: adds to the facts what each of them sets, once.
  static func settle<Learner>(
    _ learner: inout Learner, _ facts: WritableKeyPath<Learner, [String: ValueFacts]>, flows: Int,
    unknown: ValueFacts, _ follow: (inout Learner) -> Void
  ) {
    let rounds = min(Self.rounds, mostSteps / max(flows, 1) + 2)
    var before = learner[keyPath: facts]
    for round in 1...rounds {
      follow(&learner)
      let after = learner[keyPath: facts]
      if after == before { return }
      if round == rounds, rounds < Self.rounds || !hasSameKinds(before, after) {
        learner[keyPath: facts] = after.mapValues { $0.union(unknown) }
      }
      before = after
    }
  }

  private static func hasSameKinds(_ left: [String: ValueFacts], _ right: [String: ValueFacts]) -> Bool {
    left.count == right.count
      && left.allSatisfy { name, facts in
        right[name]?.kinds == facts.kinds && right[name]?.elements == facts.elements
      }
  }
}
