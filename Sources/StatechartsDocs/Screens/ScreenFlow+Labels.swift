internal import StatechartsWalk

// The words at arrows.
extension ScreenFlow {
  /// The words for each screen to which a cause leads, or on which it stays: what happened, and where that depends on
  /// something, what it was.
  ///
  /// - Parameter isNamed: Whether the cause is already named elsewhere.
  func labels(of group: Group, isNamed: Bool) -> [(to: Int, label: String)] {
    let title = group.cause.map(words.title) ?? ""
    let plain = group.moves.filter(\.errors.isEmpty)
    // Staying is an outcome too.
    guard unique(plain.map(\.to)).count > 1 else { return group.targets.map { ($0, title) } }
    let outcomes = Self.outcomes(of: plain)
    // If only other regions distinguish several outcomes, "otherwise" would not be true of each.
    let rest = outcomes.count { $0.words.isEmpty } > 1 ? "in some cases" : "otherwise"
    let stays = plain.contains { $0.to == group.from }
    // What is left over comes last.
    return (outcomes.filter { !$0.words.isEmpty } + outcomes.filter(\.words.isEmpty)).map { target, own in
      var outcome = own.joined(separator: " or ")
      var isRest = false
      if own.isEmpty || own.count > 2 {
        // What is left over needs no list if everything else has words.
        isRest =
          own.isEmpty || outcomes.allSatisfy { $0.to == target || !$0.words.isEmpty && $0.words.count <= 2 }
        outcome = isRest ? "" : "\(own[0]) or \(own.count - 1) other ways"
      }
      if isRest, target != work?.state {
        let label = Self.lastLabel(plain.filter { $0.to == target })
        isRest = label == nil
        outcome = label ?? rest
      }
      if isNamed { return (target, outcome) }
      // The title alone says "otherwise" too, but would be wrong if the event also stays.
      let isTitleEnough = outcome.isEmpty || isRest && (!stays || target == group.from)
      return (target, isTitleEnough ? title : "\(title): \(outcome)")
    }
  }

  /// What distinguishes the ways to each target: labels, or conditions if several targets have ways without labels.
  private static func outcomes(of moves: [ScreenMove]) -> [(to: Int, words: [String])] {
    func found(
      _ moves: [ScreenMove], _ chain: KeyPath<ScreenMove, [String]>, _ whole: KeyPath<ScreenMove, [String]>
    ) -> [(to: Int, words: [String])] {
      unique(moves.map(\.to)).map { target in
        let others = moves.filter { $0.to != target }.map { $0[keyPath: whole] }
        let words = moves.filter { $0.to == target }.map { move in
          move[keyPath: chain].last { label in !others.contains { $0.contains(label) } }
        }
        // If one of the ways has no words of its own, the words of the others would not be the whole truth.
        return (target, words.contains(nil) ? [] : unique(words.compactMap(\.self)))
      }
    }
    var outcomes = found(moves, \.chain, \.wholeChain)
    // Conditions that a target with words of its own shares still distinguish the others from each other.
    for isAmongRest in [false, true] {
      let rest = outcomes.filter(\.words.isEmpty).map(\.to)
      guard rest.count > 1 else { break }
      let compared = isAmongRest ? moves.filter { rest.contains($0.to) } : moves
      let byCondition = found(compared, \.conditions, \.conditions)
      for place in outcomes.indices where outcomes[place].words.isEmpty {
        outcomes[place].words = byCondition.first { $0.to == outcomes[place].to }?.words ?? []
      }
    }
    return outcomes
  }

  /// The label with which all ways to a screen end, even if other ways have it too.
  private static func lastLabel(_ moves: [ScreenMove]) -> String? {
    let labels = unique(moves.map(\.chain.last))
    return labels.count == 1 ? labels[0] : nil
  }
}
