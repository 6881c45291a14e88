public import Statecharts

// The same with the names and data of a chart that Swift knows.
extension ScriptedServices {
  /// Lets a service succeed, and waits until all that follows has happened.
  ///
  /// - Throws: If the service does not run.
  public func complete(_ id: some RawRepresentable<String>, with result: some TypedData) async throws {
    try await complete(id.rawValue, with: result.chartValue)
  }

  /// Lets a service without a result succeed, and waits until all that follows has happened.
  ///
  /// - Throws: If the service does not run.
  public func complete(_ id: some RawRepresentable<String>) async throws { try await complete(id.rawValue) }

  /// Lets a service fail with an error that it declares, and waits until all that follows has happened.
  ///
  /// - Throws: If the service does not run.
  public func fail(_ id: some RawRepresentable<String>, _ failure: some DeclaredFailure) async throws {
    try await fail(id.rawValue, code: failure.code, data: failure.data)
  }

  /// Lets a service send an event while it runs.
  ///
  /// - Returns: The outcome of the event.
  /// - Throws: If the service does not run.
  @discardableResult
  public func send(_ event: some TypedEvent, from id: some RawRepresentable<String>) async throws
    -> EventOutcome
  {
    try await send(event.event, from: id.rawValue)
  }
}
