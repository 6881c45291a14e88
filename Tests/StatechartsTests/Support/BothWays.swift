import Statecharts
import Testing

/// Runs each test with machines that remember their steps and with machines that plan every step anew: whatever a test
/// says of a chart holds both ways. Simulations compare the two by themselves; in the second round both plan anew.
struct BothWays: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for remembers in [true, false] {
      try await StepCache.$isUsed.withValue(remembers) { try await function() }
    }
  }
}

extension Trait where Self == BothWays {
  /// With and without remembered steps.
  static var bothWays: Self { BothWays() }
}
