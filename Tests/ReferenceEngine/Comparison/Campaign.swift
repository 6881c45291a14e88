import Statecharts

/// Many comparisons, one a seed.
package struct Campaign: Sendable, CustomStringConvertible {
  /// Runs in which nothing differed.
  package var agreeing = 0
  /// Runs in which nothing differed until the chart had gone on for too long to wait for it.
  package var broken = 0
  /// Steps that were compared in them.
  package var steps = 0
  /// Charts that the product did not accept.
  package var invalid: [UInt64] = []
  /// Seeds on which the engines differ.
  package var differing: [UInt64] = []

  /// What came of it, in one line.
  package var description: String {
    "\(agreeing) runs agree to the end and \(broken) until broken off, in \(steps) steps, \(differing.count) differ, \(invalid.count) charts were not accepted"
  }

  private static let block: UInt64 = 100

  /// Compares the charts of some seeds in so many tasks at once.
  ///
  /// - Parameters:
  ///   - isFirstOnly: whether to stop at the first difference, without making its chart smaller.
  ///   - say: told the report of each of the first differing runs.
  package static func run(
    seeds: Range<UInt64>, jobs: Int, isFirstOnly: Bool = false, say: @escaping @Sendable (String) -> Void
  ) async -> Campaign {
    await withTaskGroup(of: Campaign.self) { group in
      var next = seeds.lowerBound
      var total = Campaign()
      var running = 0
      while next < seeds.upperBound || running > 0 {
        while running < jobs, next < seeds.upperBound {
          let end = min(next + block, seeds.upperBound)
          let part = next..<end
          group.addTask { run(part, isFirstOnly: isFirstOnly, say: say) }
          next = end
          running += 1
        }
        guard let part = await group.next() else { break }
        running -= 1
        total.agreeing += part.agreeing
        total.broken += part.broken
        total.steps += part.steps
        total.invalid += part.invalid
        total.differing += part.differing
        if total.differing.count >= (isFirstOnly ? 1 : 10) {
          next = seeds.upperBound
        }
      }
      return total
    }
  }

  private static func run(_ seeds: Range<UInt64>, isFirstOnly: Bool, say: (String) -> Void) -> Campaign {
    var result = Campaign()
    for seed in seeds {
      let scenario = Scenario(seed: seed)
      switch Comparison.run(scenario) {
      case .agrees(let steps):
        result.agreeing += 1
        result.steps += steps
      case .gaveUp(let steps):
        result.broken += 1
        result.steps += steps
      case .invalid(let problems):
        result.invalid.append(seed)
        if result.invalid.count <= 1 {
          say("seed=\(seed): the chart was not accepted: \(problems.first?.message ?? "?")")
        }
      case .differs(let difference):
        result.differing.append(seed)
        if isFirstOnly {
          say(
            (["seed=\(seed): \(difference.kind)."] + difference.violations.prefix(1)).joined(separator: " "))
          return result
        }
        if result.differing.count <= 3 { say(FailureReport.text(seed: seed, scenario, difference)) }
      }
    }
    return result
  }
}
