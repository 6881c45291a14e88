import Locks
public import Statecharts

// Names and data that the compiler checks, for charts that Swift was generated from.

extension SessionHarness {
  /// Sends an event, and waits until all that follows has happened.
  @discardableResult
  public func send(_ event: some TypedEvent) async -> EventOutcome {
    let event = event.event
    return await send(event.name, data: event.data)
  }

  /// Fails unless these are the active states without children.
  public func expect(
    configuration expected: [some RawRepresentable<String>], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await expect(configuration: expected.map(\.rawValue), fileID: fileID, filePath: filePath, line: line)
  }

  /// Fails unless this is the next output that was not expected.
  public func expect<Output: TypedOutput & Equatable>(
    output expected: Output, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    let location = TestLocation(fileID, filePath, line)
    let next = try nextOutput("`\(Self.name(of: expected))`", at: location)
    do {
      let found = try Output(next)
      guard found != expected else { return }
      let isShown = next.redactedData == next.data && "\(found)" != "\(expected)"
      throw HarnessFailure(
        [
          isShown
            ? "The output was `\(found)`, not `\(expected)`."
            : "The output `\(next.name)` has different data. They are not shown."
        ], at: location)
    } catch let problem as TypedDataProblem {
      throw HarnessFailure(
        ["The output `\(next.name)` is not one of \(Output.self): \(problem)"], at: location)
    }
  }

  /// The name of an output's case, without its data.
  static func name(of output: some TypedOutput) -> String { String("\(output)".prefix { $0 != "(" }) }

  /// Fails unless a variable has this value: `expect(\SignIn.Context.tries, 2)`.
  public func expect<Context: TypedContext, Datum: Equatable>(
    _ variable: KeyPath<Context, Datum>, _ expected: Datum, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    let context = await session.current.context
    // The text of a key path does not name the variable on every platform.
    let read = Locked<[String]>([])
    let reporting = context.reporting { name in
      read.withLock { if !$0.contains(name) { $0.append(name) } }
    }
    let found = Context(reporting)[keyPath: variable]
    guard found != expected else { return }
    let names = read.withLock { $0 }
    let subject = names.count == 1 ? "The variable" : "What is read from"
    let isShown = !names.contains(where: context.holdsSecret)
    throw HarnessFailure(
      [
        "\(subject) \(HarnessFailure.list(names)) "
          + (isShown
            ? "is \(Self.text(found)), not \(Self.text(expected))."
            : "has another value, which is not shown.")
      ], at: TestLocation(fileID, filePath, line))
  }
}
