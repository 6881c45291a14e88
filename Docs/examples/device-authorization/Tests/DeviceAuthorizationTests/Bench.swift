import DeviceAuthorizationFlow
import DeviceAuthorizationLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import Synchronization
import Testing

/// A flow and a server in one process, with one clock that the test moves.
struct Bench {
  let clock = ManualClock()
  let server: DeviceAuthorizationServer
  let log = RequestLog()
  let trace = Trace()
  let session: Session<DeviceAuthorization>

  /// - Parameters:
  ///   - interval: the polling interval of the server in seconds.
  ///   - delay: how late responses with tokens come.
  init(interval: Int = 5, delay: Duration = .zero) throws {
    let base = try #require(URL(string: "http://127.0.0.1:1"))
    server = DeviceAuthorizationServer(base: base, interval: interval, clock: clock)
    session = try Session(
      DeviceHandlers(
        DeviceClient(
          deviceAuthorization: base.appendingPathComponent("device_authorization"),
          token: base.appendingPathComponent("token"), clientID: "tv app", scope: "profile music",
          transport: LateTransport(
            inner: InProcessTransport(server, log: log, clock: clock), delay: delay, clock: clock))),
      clock: clock, inspector: trace)
  }

  /// Starts the flow and requests a code.
  func begin() async {
    await session.start()
    await session.send(.start)
    await clock.settle()
  }

  /// The active states without children.
  var states: [DeviceAuthorization.StateID] { get async { await session.current.configuration } }

  /// What the flow remembers.
  var context: DeviceAuthorization.Context { get async { await session.current.context } }

  /// Enters the code that the device shows.
  func enter(_ decision: DeviceAuthorizationServer.Decision) async throws {
    server.enter(try #require(await context.userCode), decision)
  }

  /// The secrets in what the flow traces, prints and stores. People's codes are stored, and in nothing else.
  var leaks: [String] {
    get async throws {
      let shown = trace.text + "\(await session.current)"
      let stored = String(decoding: try JSONEncoder().encode(await session.snapshot()), as: UTF8.self)
      return (server.secrets + server.userCodes).filter(shown.contains)
        + server.secrets.filter(stored.contains)
    }
  }
}

/// Delivers the responses of the token endpoint late, also to a request that was cancelled meanwhile.
private struct LateTransport: HTTPTransport {
  let inner: InProcessTransport
  let delay: Duration
  let clock: ManualClock

  func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
    let response = try await inner.send(request)
    if delay > .zero, request.url.path == "/token" {
      // A task of its own, which is not cancelled.
      await Task { try? await clock.sleep(for: delay) }.value
    }
    return response
  }
}

/// Collects the trace of a flow as lines of JSON.
final class Trace: SessionInspector {
  private let lines = Mutex("")

  var text: String { lines.withLock { $0 } }

  func record(_ event: TraceEvent) { lines.withLock { $0 += event.jsonLine } }
}
