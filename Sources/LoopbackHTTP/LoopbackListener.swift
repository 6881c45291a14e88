package import FlyingSocks

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A listening socket on 127.0.0.1, with a limit of connections.
package struct LoopbackListener: Sendable {
  /// The port.
  package let port: Int
  private let socket: AsyncSocket
  private let pool: any AsyncSocketPool

  /// Starts to listen.
  ///
  /// - Parameter port: 0 for any free port.
  /// - Throws: An error of the sockets if the port is taken.
  package init(port: Int) async throws {
    let socket = try Socket(domain: AF_INET, type: .stream)
    try socket.setValue(true, for: .localAddressReuse)
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: UInt16(clamping: port)))
    try socket.listen()
    Self.keepFromChildren(socket)
    guard case .ip4(_, let bound) = try socket.sockname() else { throw SocketError.unsupportedAddress }
    self.port = Int(bound)
    let pool: some AsyncSocketPool = .make()
    try await pool.prepare()
    self.socket = try AsyncSocket(socket: socket, pool: pool)
    self.pool = pool
  }

  /// Serves connections until the task is cancelled, then closes the socket.
  ///
  /// - Parameters:
  ///   - limit: How many connections are open at a time. Others wait in the system's queue.
  ///   - serve: Serves a connection and closes it.
  package func run(
    connections limit: Int, clock: any Clock<Duration> = ContinuousClock(),
    serve: @escaping @Sendable (AsyncSocket) async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await pool.run() }
      group.addTask { await accept(limit, clock, serve) }
      await group.waitForAll()
    }
    try? socket.close()
  }

  private func accept(
    _ limit: Int, _ clock: any Clock<Duration>, _ serve: @escaping @Sendable (AsyncSocket) async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      var open = 0
      while !Task.isCancelled {
        if open >= limit {
          await group.next()
          open -= 1
        }
        guard let connection = try? await socket.accept() else {
          // Without a pause, a system that has no descriptors left would be asked again and again.
          try? await clock.sleep(for: .milliseconds(10))
          continue
        }
        Self.keepFromChildren(connection.socket)
        group.addTask { await serve(connection) }
        open += 1
      }
      group.cancelAll()
    }
  }

  /// A program that the process starts would keep a socket, and so the port, open.
  private static func keepFromChildren(_ socket: Socket) {
    _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
  }

  /// How many connections a process can have open: a quarter of its descriptors, and 128 at most. The run time ends a
  /// process that has no descriptors left.
  package static var connections: Int { connections(descriptors: descriptors) }

  package static func connections(descriptors: UInt64) -> Int { max(1, Int(min(descriptors / 4, 128))) }

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
