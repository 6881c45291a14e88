public import Statecharts

// Steps whose names and data the compiler checks, for charts that Swift was generated from.

extension SessionStep {
  /// Sends an event from the app, and fails unless it is taken.
  public static func send(
    _ event: some TypedEvent, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    let event = event.event
    return .send(event.name, event.data, fileID: fileID, filePath: filePath, line: line)
  }

  /// Sends an event from the app, and fails if something handles it here.
  public static func sendIgnored(
    _ event: some TypedEvent, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    let event = event.event
    return .sendIgnored(event.name, event.data, fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets a service succeed.
  public static func complete(
    _ id: some RawRepresentable<String>, with result: some TypedData, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    .complete(id.rawValue, with: result.chartValue, fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets a service without a result succeed.
  public static func complete(
    _ id: some RawRepresentable<String>, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    .complete(id.rawValue, fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets a service fail with an error that it declares.
  public static func fail(
    _ id: some RawRepresentable<String>, _ failure: some DeclaredFailure, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    .fail(id.rawValue, code: failure.code, failure.data, fileID: fileID, filePath: filePath, line: line)
  }

  /// Fails unless these are the active states without children.
  public static func expect(
    _ states: [some RawRepresentable<String>], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    .expect(states.map(\.rawValue), fileID: fileID, filePath: filePath, line: line)
  }

  /// Fails unless this is the next output.
  public static func expectOutput(
    _ output: some TypedOutput & Equatable, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    // The name of the case alone: its data may be secret.
    let name = SessionHarness.name(of: output)
    return SessionStep("expect the output `\(name)`", TestLocation(fileID, filePath, line)) {
      try $0.expect(output: output)
    }
  }

  /// Fails unless this is the next start of a service or child chart.
  public static func expectStart(
    _ id: some RawRepresentable<String>, input: some TypedData, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> SessionStep {
    .expectStart(id.rawValue, input: input.chartValue, fileID: fileID, filePath: filePath, line: line)
  }

  /// Fails unless this is the next start of a service or child chart, with any input.
  public static func expectStart(
    _ id: some RawRepresentable<String>, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    .expectStart(id.rawValue, fileID: fileID, filePath: filePath, line: line)
  }

  /// Fails unless a variable has this value: `.expectValue(\SignIn.Context.tries, 2)`.
  public static func expectValue<Context: TypedContext, Datum: Equatable & Sendable>(
    _ variable: any KeyPath<Context, Datum> & Sendable, _ value: Datum, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line
  ) -> SessionStep {
    SessionStep("expect a value of \(name(of: variable))", TestLocation(fileID, filePath, line)) {
      try await $0.expect(variable, value)
    }
  }

  /// What a step calls a variable. Not every platform knows the names in a key path.
  private static func name(of variable: AnyKeyPath) -> String {
    let text = "\(variable)"
    return text.hasPrefix("\\") && !text.contains("<") ? "`\(text)`" : "a variable"
  }
}
