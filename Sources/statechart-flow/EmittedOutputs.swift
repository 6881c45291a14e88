import FlowTransport
import Statecharts

/// Keeps what a chart tells the app until it is shown. What is wrong with an answer of the person is told here alone, and
/// an error of before is not told again.
final class EmittedOutputs: PayloadInspector {
  private let outputs = Locked<[NamedData]>([])

  func record(_ event: TraceEvent) {}

  func told(_ output: NamedData) { outputs.withLock { $0.append(output) } }

  /// What was told since the last time.
  func take() -> [NamedData] {
    outputs.withLock { outputs in
      defer { outputs = [] }
      return outputs
    }
  }
}
