import FlowTransport
package import Testing

/// Looks, at the end of each test, for the secrets of every flow that the test has made in what that flow has exposed.
package struct SecretScan: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true
  /// The flows of the running test.
  @TaskLocal private static var benches: Locked<[any FlowBench]>?

  /// Adds a flow of the running test.
  package static func add(_ bench: some FlowBench) { benches?.withLock { $0.append(bench) } }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let benches = Locked<[any FlowBench]>([])
    try await Self.$benches.withValue(benches) { try await function() }
    for (number, bench) in benches.withLock({ $0 }).enumerated() {
      #expect(try await bench.leaks().isEmpty, "flow \(number + 1)")
    }
  }
}

extension Trait where Self == SecretScan {
  /// No flow of a test exposes a secret.
  package static var scanned: Self { SecretScan() }
}
