public import Statecharts

// Names that the compiler checks, for charts that Swift was generated from.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SessionHarness {
  /// Sends an event, and waits until all that follows has happened.
  @discardableResult
  public func send(_ event: some ChartEvent) async -> Outcome {
    let event = event.event
    return await send(event.name, data: event.data)
  }

  /// Fails unless these are the active states without children.
  public func expect(configuration expected: [some RawRepresentable<String>]) async throws {
    try await expect(configuration: expected.map(\.rawValue))
  }
}
