public import Statecharts

// The same with the names and data of a chart that Swift knows.
extension ScriptedServices {
  /// Lets a service succeed, and waits until all that follows has happened.
  ///
  /// - Throws: `HarnessFailure` with the line of the call, if the service does not run.
  public func complete(
    _ id: some RawRepresentable<String>, with result: some TypedData, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await complete(
      id.rawValue, with: result.chartValue, fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets a service without a result succeed, and waits until all that follows has happened.
  ///
  /// - Throws: `HarnessFailure` with the line of the call, if the service does not run.
  public func complete(
    _ id: some RawRepresentable<String>, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await complete(id.rawValue, fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets a service fail with an error that it declares, and waits until all that follows has happened.
  ///
  /// - Throws: `HarnessFailure` with the line of the call, if the service does not run.
  public func fail(
    _ id: some RawRepresentable<String>, _ failure: some DeclaredFailure, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await fail(
      id.rawValue, code: failure.code, data: failure.data, fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets a service send an event while it runs.
  ///
  /// - Returns: The outcome of the event.
  /// - Throws: `HarnessFailure` with the line of the call, if the service does not run.
  @discardableResult
  public func send(
    _ event: some TypedEvent, from id: some RawRepresentable<String>, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws -> EventOutcome {
    try await send(event.event, from: id.rawValue, fileID: fileID, filePath: filePath, line: line)
  }
}
