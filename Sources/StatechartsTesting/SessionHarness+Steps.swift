import Statecharts

extension SessionHarness {
  /// Takes steps in order, then stops the session, and fails if something happened that no step expects.
  ///
  /// - Throws: `HarnessFailure` with the story so far and the line of the step that fails, or that caused what was not
  ///   expected.
  public func run(_ steps: [SessionStep]) async throws {
    for (number, step) in steps.enumerated() {
      begin(step: number + 1)
      do {
        try await step.take(self)
      } catch {
        // The problems before it may be its cause.
        throw Self.failure(steps, number, Self.problems(of: error) + problems)
      }
      // A problem belongs to the step after which it occurs, unless a later one asks for it.
      let isNamed = steps[(number + 1)...].contains(where: { $0.subject == .problems })
      if !isNamed, !problems.isEmpty { throw Self.failure(steps, number, problems) }
    }
    let unexpected = await end()
    guard let first = unexpected.map(\.step).min() else { return }
    var sentences = unexpected.map { each in
      each.step == first ? each.sentence : "\(each.sentence) It belongs to step \(each.step)."
    }
    if unexpected.contains(where: { !$0.isProblem }) {
      sentences.append(
        "Expect each of them with `.expectStart(…)` or `.expectOutput(…)`, or ignore them with `.skip()`.")
    }
    // What happened before the first step is shown there.
    throw Self.failure(steps, max(first, 1) - 1, sentences)
  }

  private static func problems(of error: any Error) -> [String] {
    (error as? HarnessFailure)?.problems ?? ["\(error)"]
  }

  /// The story up to a step, its line, and the problems.
  private static func failure(_ steps: [SessionStep], _ failed: Int, _ problems: [String]) -> HarnessFailure {
    let story = steps.prefix(failed + 1).enumerated().map { number, step in
      "\(number == failed ? ">" : " ") \(number + 1). \(step)"
    }
    let location = steps.indices.contains(failed) ? steps[failed].location : nil
    return HarnessFailure(problems, story: story, at: location)
  }
}
