public import Statecharts

/// One step of a test of a session, as a value: what happens, or what is expected. It knows the line of the test that it
/// stands in.
///
/// A test that is a list of steps reads as a story, can be printed, cut short and put together from parts.
public struct SessionStep: Sendable, CustomStringConvertible {
  // Decision: Docs/decisions/tooling-and-tests.md#a-step-of-a-test-is-a-value-that-runs-itself
  /// The step as a sentence of a story. Of data it shows only the names, because values may be secret.
  public let description: String
  /// Where the step stands in the test.
  public let location: TestLocation
  /// What this step is about.
  let subject: Subject
  let take: @Sendable (SessionHarness) async throws -> Void

  enum Subject { case session, servicesAndOutputs, problems }

  init(
    _ description: String, _ location: TestLocation, about subject: Subject = .session,
    take: @escaping @Sendable (SessionHarness) async throws -> Void
  ) {
    self.description = description
    self.location = location
    self.subject = subject
    self.take = take
  }

  /// Starts the session.
  public static func start(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line)
    -> SessionStep
  {
    SessionStep("start", TestLocation(fileID, filePath, line)) { harness in
      let outcome = await harness.start()
      guard outcome != .taken else { return }
      throw HarnessFailure(["The session did not start: \(outcome.clause)"])
    }
  }

  /// Sends an event from the app, and fails unless it is taken.
  public static func send(
    _ event: String, _ data: ChartValue = .unset, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    SessionStep("send `\(event)`\(names(data))", TestLocation(fileID, filePath, line)) { harness in
      try await harness.require(event, isTaken: true, await harness.send(event, data: data))
    }
  }

  /// Sends an event from the app, and fails if something handles it here.
  public static func sendIgnored(
    _ event: String, _ data: ChartValue = .unset, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    SessionStep("send `\(event)`\(names(data)), which is to be ignored", TestLocation(fileID, filePath, line))
    { harness in
      try await harness.require(event, isTaken: false, await harness.send(event, data: data))
    }
  }

  /// Lets time pass.
  public static func advance(
    _ span: Duration, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    SessionStep("let \(span) pass", TestLocation(fileID, filePath, line)) { await $0.advance(by: span) }
  }

  /// Lets a service succeed.
  public static func complete(
    _ id: String, with result: ChartValue = .unset, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    SessionStep(
      "`\(id)` succeeds\(names(result))", TestLocation(fileID, filePath, line), about: .servicesAndOutputs
    ) {
      harness in
      try await harness.services.complete(id, with: result)
    }
  }

  /// Lets a service fail with an error code.
  public static func fail(
    _ id: String, code: String, _ data: ChartValue = .unset, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    SessionStep(
      "`\(id)` fails with `\(code)`\(names(data))", TestLocation(fileID, filePath, line),
      about: .servicesAndOutputs
    ) {
      harness in
      try await harness.services.fail(id, code: code, data: data)
    }
  }

  /// Lets a service send an event while it runs, and fails unless the event is taken.
  public static func sendFrom(
    _ id: String, event: String, _ data: ChartValue = .unset, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    SessionStep(
      "`\(id)` sends `\(event)`\(names(data))", TestLocation(fileID, filePath, line),
      about: .servicesAndOutputs
    ) { harness in
      let outcome = try await harness.services.send(ChartEvent(event, data: data), from: id)
      try await harness.require(event, isTaken: true, outcome)
    }
  }

  /// Ends the process without notice, and lets another one continue the stored session after a time.
  public static func restart(
    after span: Duration = .zero, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    let text = "start again from the store" + (span == .zero ? "" : " after \(span)")
    return SessionStep(text, TestLocation(fileID, filePath, line)) { try await $0.restart(after: span) }
  }

  /// Fails unless these are the active states without children.
  public static func expect(
    _ states: [String], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    let text = "expect " + (states.isEmpty ? "no state" : HarnessFailure.list(states))
    return SessionStep(text, TestLocation(fileID, filePath, line)) {
      try await $0.expect(configuration: states)
    }
  }

  /// Fails unless this is the next output. Data that are nil may be anything.
  public static func expectOutput(
    _ name: String, _ data: ChartValue? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    let text = "expect the output `\(name)`\(names(data ?? .unset))"
    return SessionStep(text, TestLocation(fileID, filePath, line), about: .servicesAndOutputs) {
      try $0.expect(output: name, data: data)
    }
  }

  /// Fails unless this is the next start of a service or child chart. An input that is nil may be anything.
  public static func expectStart(
    _ id: String, input: ChartValue? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    let text = "expect the start of `\(id)`\(names(input ?? .unset))"
    return SessionStep(text, TestLocation(fileID, filePath, line), about: .servicesAndOutputs) {
      try $0.expect(started: id, input: input)
    }
  }

  /// Fails unless a variable has this value.
  public static func expectValue(
    _ name: String, _ value: ChartValue, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    SessionStep("expect a value of `\(name)`", TestLocation(fileID, filePath, line)) { harness in
      try await harness.expect(variable: name, value)
    }
  }

  /// Fails unless this is the next problem: a text that is part of its sentence.
  public static func expectProblem(
    _ text: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    SessionStep("expect the problem `\(text)`", TestLocation(fileID, filePath, line), about: .problems) {
      try $0.expect(problem: text)
    }
  }

  /// Fails unless the chart has reached its end.
  public static func expectEnd(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line)
    -> SessionStep
  {
    SessionStep("expect the end", TestLocation(fileID, filePath, line)) { harness in
      let update = await harness.session.current
      guard update.status != .final else { return }
      throw HarnessFailure([
        "The chart has not ended: it is in \(HarnessFailure.list(update.configuration))."
      ])
    }
  }

  /// Ignores the outputs, starts and problems that were not expected until here.
  public static func skip(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line)
    -> SessionStep
  {
    SessionStep("ignore the rest", TestLocation(fileID, filePath, line), about: .problems) { $0.skip() }
  }

  static func names(_ data: ChartValue) -> String {
    switch data {
    case .unset: ""
    case .map(let fields): fields.isEmpty ? "" : " with " + fields.keys.sorted().joined(separator: ", ")
    default: " with a value"
    }
  }
}
