import FlowTransport
public import Foundation
import LoopbackHTTP

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
  ///   - service: makes what answers, from the server's address.
  public init(
    port: Int = 0, log: RequestLog = RequestLog(), limits: LoopbackLimits = LoopbackLimits(),
    clock: any Clock<Duration> = ContinuousClock(), service: @Sendable (URL) -> any LoopbackService
  ) async throws {
    let listener = try await LoopbackListener(port: port)
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else { throw URLError(.badURL) }
    self.url = url
    self.port = listener.port
    self.log = log
    let context = LoopbackConnection.Context(
      service: service(url), log: log, port: listener.port, limits: limits, clock: clock)
    // It does not wait behind the other tasks of a test run, during which `URLSession` keeps a core busy on Linux.
    task = Task(priority: .userInitiated) {
      await listener.run(connections: limits.connections, clock: clock) { socket in
        await LoopbackConnection(socket: socket, context: context).serve()
      }
    }
  }

  /// Starts a server, and returns it with its service.
  ///
  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - service: makes what answers, from the server's address.
  public static func start<Service: LoopbackService>(
    port: Int = 0, log: RequestLog = RequestLog(), service: @Sendable (URL) -> Service
  ) async throws -> (server: LoopbackServer, service: Service) {
    let made = Locked<Service?>(nil)
    let server = try await LoopbackServer(port: port, log: log) { url in
      let service = service(url)
      made.withLock { $0 = service }
      return service
    }
    guard let service = made.withLock({ $0 }) else { throw URLError(.unknown) }
    return (server, service)
  }

  deinit { task.cancel() }

  /// Ends the server and all its connections.
  public func stop() async {
    task.cancel()
    await task.value
  }
}
