public import Statecharts

/// A session under test of a chart that Swift was generated from, whose steps name only what that chart has:
/// `TypedHarness<Door>(Lock()).run([.start(), .send(.enter(code: "4711")), .expect([.open])])`.
public struct TypedHarness<Chart: TypedChart>: Sendable {
  // Decision: Docs/decisions/tooling-and-tests.md#typed-steps-have-types-of-their-own
  /// The harness with names and values in place of the generated types.
  public let untyped: SessionHarness

  /// Makes a session that is ready to start.
  ///
  /// - Parameters:
  ///   - handlers: A value of a type that implements the generated protocol `Handlers`.
  ///   - children: Child charts by the path that invokes them.
  ///   - id: The id of the session, which is not random here.
  ///   - input: The input at the start.
  ///   - sealer: Seals the secrets that `restart` stores; nil leaves them out.
  ///   - isExhaustive: Whether what no step expects fails the test.
  /// - Throws: `ModelProblems` and `BindingProblems`.
  public init(
    _ handlers: Chart.AnyHandlers, children: [String: HarnessChild] = [:], id: String = "test",
    input: Chart.Input, sealer: (any SecretSealer)? = nil, isExhaustive: Bool = true
  ) throws {
    try self.init(
      handlers: Chart.handlers(handlers), children: children, id: id, input: input, sealer: sealer,
      isExhaustive: isExhaustive)
  }

  /// Makes a session that is ready to start, without input.
  ///
  /// - Parameters:
  ///   - handlers: A value of a type that implements the generated protocol `Handlers`.
  ///   - children: Child charts by the path that invokes them.
  ///   - id: The id of the session, which is not random here.
  ///   - sealer: Seals the secrets that `restart` stores; nil leaves them out.
  ///   - isExhaustive: Whether what no step expects fails the test.
  /// - Throws: `ModelProblems` and `BindingProblems`.
  public init(
    _ handlers: Chart.AnyHandlers, children: [String: HarnessChild] = [:], id: String = "test",
    sealer: (any SecretSealer)? = nil, isExhaustive: Bool = true
  ) throws where Chart.Input: OptionalInput {
    try self.init(
      handlers: Chart.handlers(handlers), children: children, id: id, sealer: sealer,
      isExhaustive: isExhaustive)
  }

  /// Makes a session that is ready to start.
  ///
  /// - Parameters:
  ///   - handlers: What the generated `handlers(_:)` returns; services that are missing in it are scripted.
  ///   - children: Child charts by the path that invokes them.
  ///   - id: The id of the session, which is not random here.
  ///   - input: The input at the start.
  ///   - sealer: Seals the secrets that `restart` stores; nil leaves them out.
  ///   - isExhaustive: Whether what no step expects fails the test.
  /// - Throws: `ModelProblems` and `BindingProblems`.
  public init(
    handlers: ChartHandlers = ChartHandlers(), children: [String: HarnessChild] = [:], id: String = "test",
    input: Chart.Input, sealer: (any SecretSealer)? = nil, isExhaustive: Bool = true
  ) throws {
    untyped = try SessionHarness(
      Chart.compiled.get(), handlers: handlers, children: children, id: id, input: input.values,
      sealer: sealer,
      isExhaustive: isExhaustive)
  }

  /// Makes a session that is ready to start, without input.
  ///
  /// - Parameters:
  ///   - handlers: What the generated `handlers(_:)` returns; services that are missing in it are scripted.
  ///   - children: Child charts by the path that invokes them.
  ///   - id: The id of the session, which is not random here.
  ///   - sealer: Seals the secrets that `restart` stores; nil leaves them out.
  ///   - isExhaustive: Whether what no step expects fails the test.
  /// - Throws: `ModelProblems` and `BindingProblems`.
  public init(
    handlers: ChartHandlers = ChartHandlers(), children: [String: HarnessChild] = [:], id: String = "test",
    sealer: (any SecretSealer)? = nil, isExhaustive: Bool = true
  ) throws where Chart.Input: OptionalInput {
    untyped = try SessionHarness(
      Chart.compiled.get(), handlers: handlers, children: children, id: id, sealer: sealer,
      isExhaustive: isExhaustive)
  }

  /// Takes steps in order, then fails if something happened that no step expects.
  ///
  /// - Throws: `HarnessFailure` with the story so far and the line of the step that fails, or that caused what was not
  ///   expected.
  public func run(_ steps: [TypedStep<Chart>]) async throws { try await untyped.run(steps.map(\.untyped)) }
}
