#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a loopback server gives its clients at most.
public struct LoopbackLimits: Hashable, Sendable {
  // Decision: Docs/decisions/flows.md#loopback-servers-have-limits
  /// The connections that are open at a time. Others wait in the system's queue until one is over.
  public var connections: Int
  /// From the beginning of a connection to the last byte of its request. Longer than a busy machine keeps a client waiting.
  public var request: Duration
  /// From there to the end of the connection. Longer than the deadlines of clients, which meet servers that never answer.
  public var answer: Duration

  /// The bytes of a request line and its headers.
  static let head = 64 << 10
  /// The bytes of a request's body.
  static let body = 1 << 20

  /// Makes limits.
  ///
  /// - Parameter connections: nil for what the process has descriptors for.
  public init(
    connections: Int? = nil, request: Duration = .seconds(120), answer: Duration = .seconds(120)
  ) {
    self.connections = connections ?? Self.connections(descriptors: Self.descriptors)
    self.request = request
    self.answer = answer
  }

  /// A quarter of the descriptors, and 128 at most: the run time ends a process that has none left.
  static func connections(descriptors: UInt64) -> Int { max(1, Int(min(descriptors / 4, 128))) }

  /// How many descriptors the process may have.
  private static var descriptors: UInt64 {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    return getrlimit(resource, &limit) == 0 ? UInt64(limit.rlim_cur) : 256
  }
}
