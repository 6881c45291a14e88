import Statecharts

extension SessionHarness {
  /// Takes steps in order, then `finish()`.
  ///
  /// - Throws: `HarnessFailure` with the story so far and the line of the step that fails.
  public func run(
    _ steps: [SessionStep], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    for (number, step) in steps.enumerated() {
      do {
        try await step.take(self)
      } catch {
        // The problems before it may be its cause.
        throw Self.failure(steps, number, Self.problems(of: error) + problems, step.location)
      }
      // A problem belongs to the step after which it occurs, unless a later one asks for it.
      let isNamed = steps[(number + 1)...].contains(where: \.isAboutProblems)
      if !isNamed, !problems.isEmpty { throw Self.failure(steps, number, problems, step.location) }
    }
    do {
      try await finish()
    } catch {
      let hint =
        hasUnexpected
        ? ["Expect each of them with `.expectStart(…)` or `.expectOutput(…)`, or ignore them with `.skip()`."]
        : []
      throw Self.failure(
        steps, steps.count, Self.problems(of: error) + hint, TestLocation(fileID, filePath, line))
    }
  }

  private static func problems(of error: any Error) -> [String] {
    (error as? HarnessFailure)?.problems ?? ["\(error)"]
  }

  /// The story up to the step that failed, and its problems.
  private static func failure(
    _ steps: [SessionStep], _ failed: Int, _ problems: [String], _ location: TestLocation
  ) -> HarnessFailure {
    let isAtEnd = failed == steps.count
    let story = steps.prefix(failed + 1).enumerated().map { number, step in
      "\(number == failed ? ">" : " ") \(number + 1). \(step)"
    }
    return HarnessFailure(problems, story: story + (isAtEnd ? ["> at the end"] : []), at: location)
  }
}
