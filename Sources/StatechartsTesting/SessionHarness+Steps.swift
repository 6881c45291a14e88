import Statecharts

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SessionHarness {
  /// Takes steps in order, then `finish()`.
  ///
  /// - Throws: `HarnessFailure` with the story so far when a step fails.
  public func run(_ steps: [SessionStep]) async throws {
    for (number, step) in steps.enumerated() {
      do {
        try await take(step)
      } catch {
        // What went wrong before may be why.
        throw Self.failure(steps, number, Self.problems(of: error) + problems)
      }
      // What went wrong belongs to the step after which it did, unless a later one asks for it.
      let isNamed = steps[(number + 1)...].contains(where: \.namesProblems)
      if !isNamed, !problems.isEmpty { throw Self.failure(steps, number, problems) }
    }
    do {
      try await finish()
    } catch {
      throw Self.failure(steps, steps.count, Self.problems(of: error))
    }
  }

  private func take(_ step: SessionStep) async throws {
    switch step {
    case .start: try Self.require(await start(), isTaken: true, "The session")
    case .send(let event, let data):
      try Self.require(await send(event, data: data), isTaken: true, "`\(event)`")
    case .sendInVain(let event, let data):
      try Self.require(await send(event, data: data), isTaken: false, "`\(event)`")
    case .advance(let span): await advance(by: span)
    case .complete(let id, let result): try await services.complete(id, with: result)
    case .fail(let id, let code, let data): try await services.fail(id, code: code, data: data)
    case .sendFrom(let id, let event, let data):
      try Self.require(
        await services.send(Event(event, data: data), from: id), isTaken: true, "`\(event)`")
    case .restart(let span): try await restart(after: span)
    case .expect(let states): try await expect(configuration: states)
    case .expectOutput(let name, let data): try expect(output: name, data: data)
    case .expectStart(let id, let input): try expect(started: id, input: input)
    case .expectValue(let name, let value): try await expect(variable: name, value)
    case .expectProblem(let text): try expect(problem: text)
    case .expectEnd:
      let update = await session.current
      guard update.status != .final else { return }
      throw HarnessFailure(["The chart has not ended: it is in \(Self.list(update.configuration))."])
    case .skip: skip()
    }
  }

  private static func require(_ outcome: Outcome, isTaken: Bool, _ what: String) throws {
    guard (outcome == .taken) != isTaken else { return }
    if outcome == .taken { throw HarnessFailure(["\(what) was taken."]) }
    throw HarnessFailure(["\(what) was not taken: \(outcome.reason ?? "\(outcome)")"])
  }

  private static func problems(of error: any Error) -> [String] {
    (error as? HarnessFailure)?.problems ?? ["\(error)"]
  }

  /// The story up to where it went wrong, and what went wrong there.
  private static func failure(
    _ steps: [SessionStep], _ failed: Int, _ problems: [String]
  ) -> HarnessFailure {
    let isAtEnd = failed == steps.count
    let story = steps.prefix(failed + 1).enumerated().map { number, step in
      "\(number == failed ? ">" : " ") \(number + 1). \(step)"
    }
    return HarnessFailure(problems, story: story + (isAtEnd ? ["> at the end"] : []))
  }
}
