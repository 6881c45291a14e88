import FlowTransport
import Statecharts

/// Keeps what a chart emits until it is shown. Errors about what the person typed are only in the outputs, and each is
/// shown once.
final class EmittedOutputs: PayloadInspector {
  private let outputs = Locked<[NamedData]>([])

  func record(_ event: TraceEvent) {}

  func didEmit(_ output: NamedData) { outputs.withLock { $0.append(output) } }

  /// The outputs since the last call.
  func take() -> [NamedData] {
    outputs.withLock { outputs in
      defer { outputs = [] }
      return outputs
    }
  }
}
