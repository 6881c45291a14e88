import FlowTransport
import LoopbackHTTP

/// Ports for callbacks.
enum FreePorts {
  /// Linux and Apple's systems do not give these ports to outgoing connections. So a port that is free now probably stays
  /// free until a visit begins.
  private static let range = 10_000..<32_768
  /// The first one is random. After that a process gets no port twice, until it had all.
  private static let next = Locked(Int.random(in: range))

  /// A port that is free; nil if none was found.
  static func find() -> Int? {
    for _ in 0..<100 {
      let port = next.withLock { next in
        defer { next = next + 1 < range.upperBound ? next + 1 : range.lowerBound }
        return next
      }
      if LoopbackListener.isFree(port) { return port }
    }
    return nil
  }
}
