package import FlyingSocks

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Listens at a port of this machine, with a limit of connections.
package struct LoopbackListener: Sendable {
  /// The port.
  package let port: Int
  private let sockets: [AsyncSocket]
  private let pool: any AsyncSocketPool

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - port: 0 for any free port.
  ///   - includesIPv6: whether it listens on [::1] too, where the machine has it, and not only on 127.0.0.1.
  /// - Throws: An error of the sockets if the port is taken.
  package init(port: Int, includesIPv6: Bool = false) async throws {
    let pool: some AsyncSocketPool = .make()
    try await pool.prepare()
    let (opened, port) = try Self.open(port, includesIPv6)
    do {
      sockets = try opened.map { try AsyncSocket(socket: $0, pool: pool) }
    } catch {
      for socket in opened { try? socket.close() }
      throw error
    }
    self.port = port
    self.pool = pool
  }

  private static func open(_ port: Int, _ includesIPv6: Bool) throws -> ([Socket], port: Int) {
    let first = try listen(at: .inet(ip4: "127.0.0.1", port: UInt16(clamping: port)))
    do {
      guard case .ip4(_, let bound) = try first.sockname() else { throw SocketError.unsupportedAddress }
      guard includesIPv6 else { return ([first], Int(bound)) }
      do {
        return ([first, try listen(at: .inet6(ip6: "::1", port: bound))], Int(bound))
      } catch SocketError.failed(_, EAFNOSUPPORT, _), SocketError.failed(_, EADDRNOTAVAIL, _) {
        // The machine has no IPv6.
        return ([first], Int(bound))
      }
    } catch {
      try? first.close()
      throw error
    }
  }

  private static func listen(at address: some SocketAddress) throws -> Socket {
    let socket = try Socket(domain: Int32(address.family), type: .stream)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: address)
    } catch {
      try? socket.close()
      throw error
    }
    // If this fails, it closes the socket itself.
    try socket.listen()
    keepFromChildren(socket)
    return socket
  }

  /// Whether a port is free on 127.0.0.1 and on [::1].
  package static func isFree(_ port: Int) -> Bool {
    guard let (sockets, _) = try? open(port, true) else { return false }
    for socket in sockets { try? socket.close() }
    return true
  }

  /// Serves connections until the task is cancelled, then closes the sockets.
  ///
  /// - Parameters:
  ///   - limit: How many connections are open at a time, on each address. Others wait in the system's queue.
  ///   - serve: Serves a connection and closes it.
  package func run(
    connections limit: Int, clock: any Clock<Duration> = ContinuousClock(),
    serve: @escaping @Sendable (AsyncSocket) async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await pool.run() }
      for socket in sockets { group.addTask { await accept(socket, limit, clock, serve) } }
      await group.waitForAll()
    }
    for socket in sockets { try? socket.close() }
  }

  private func accept(
    _ socket: AsyncSocket, _ limit: Int, _ clock: any Clock<Duration>,
    _ serve: @escaping @Sendable (AsyncSocket) async -> Void
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
