package import FlowTransport

extension Secret {
  /// The lengths in bytes of the secrets that are overwritten during some work.
  package static func erased(during work: () async throws -> Void) async rethrows -> [Int] {
    let counts = Locked<[Int]>([])
    try await $onRelease.withValue(
      .init { bytes in
        if bytes.allSatisfy({ $0 == 0 }) { counts.withLock { $0.append(bytes.count) } }
      }
    ) { try await work() }
    return counts.withLock { $0 }
  }
}
