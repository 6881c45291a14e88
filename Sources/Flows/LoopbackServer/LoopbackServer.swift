import FlowTransport
import FlyingSocks
public import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A server on a port of this machine, for tests and for trying a flow out. It speaks plain HTTP/1.1, one request a
/// connection, and can do everything wrong that a server, a proxy or a network can. No part of any app.
///
/// It answers requests whose `Host` is a name of this machine, at any port, because a proxy may stand before it. A web page
/// that reaches it under another name gets 421.
public final class LoopbackServer: Sendable {
  /// Where it is.
  public let url: URL
  /// The port.
  public let port: Int
  /// What has come.
  public let log: RequestLog
  private let task: Task<Void, Never>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - clock: what limits of time go by.
  ///   - service: answers; it is told the server's address.
  public init(
    port: Int = 0, log: RequestLog = RequestLog(), limits: LoopbackLimits = LoopbackLimits(),
    clock: any Clock<Duration> = ContinuousClock(), service: @Sendable (URL) -> any LoopbackService
  ) async throws {
    let socket = try Socket(domain: AF_INET, type: .stream)
    try socket.setValue(true, for: .localAddressReuse)
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: UInt16(clamping: port)))
    try socket.listen()
    guard case .ip4(_, let bound) = try socket.sockname(), let url = URL(string: "http://127.0.0.1:\(bound)")
    else { throw SocketError.unsupportedAddress }
    self.url = url
    self.port = Int(bound)
    self.log = log
    let pool: some AsyncSocketPool = .make()
    try await pool.prepare()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    let connection = LoopbackConnection.Context(
      service: service(url), log: log, port: Int(bound), limits: limits, clock: clock)
    task = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await pool.run() }
        group.addTask { await Self.accept(listener, connection) }
        await group.waitForAll()
      }
      try? listener.close()
    }
  }

  deinit { task.cancel() }

  /// Ends the server and all its connections.
  public func stop() async {
    task.cancel()
    await task.value
  }

  private static func accept(_ listener: AsyncSocket, _ context: LoopbackConnection.Context) async {
    await withTaskGroup(of: Void.self) { group in
      var open = 0
      while !Task.isCancelled {
        if open >= context.limits.connections {
          await group.next()
          open -= 1
        }
        guard let socket = try? await listener.accept() else {
          // Without a pause a system that has no descriptors left would be asked again and again.
          try? await context.clock.sleep(for: .milliseconds(10))
          continue
        }
        group.addTask { await LoopbackConnection(socket: socket, context: context).serve() }
        open += 1
      }
      group.cancelAll()
    }
  }
}
