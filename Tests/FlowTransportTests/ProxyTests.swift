import FlowTransport
import FlyingSocks
import Foundation
import LoopbackServer
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Requests to this machine are not encrypted, so no proxy may see them.
@Suite("Proxies of the environment", .timeLimit(.minutes(2)))
struct ProxyTests {
  private struct Page: LoopbackService {
    func answer(_ request: ReceivedRequest) -> HTTPResponse { HTTPResponse(status: 204) }
  }

  /// Variables that name a proxy, by the ones that say for which hosts it is not.
  static let environments: [(proxy: [String], others: [String: String])] = [
    (["http_proxy"], [:]), (["all_proxy"], [:]), (["ALL_PROXY"], ["NO_PROXY": "example.com"]),
    (
      ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
      ["no_proxy": "example.com, localhost", "NO_PROXY": ""]
    ),
    (["http_proxy"], ["no_proxy": "", "NO_PROXY": "127.0.0.1"]), (["http_proxy"], ["no_proxy": "*"]),
  ]

  @Test("nothing for this machine reaches a proxy", arguments: environments)
  func loopback(proxy: [String], others: [String: String]) async throws {
    let listener = try Socket(domain: AF_INET, type: .stream)
    try listener.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try listener.listen()
    try listener.setFlags(.nonBlocking)
    defer { try? listener.close() }
    guard case .ip4(_, let port) = try listener.sockname() else {
      Issue.record("no port")
      return
    }
    let server = try await LoopbackServer { _ in Page() }
    var environment = ["no_proxy": "", "NO_PROXY": ""].merging(others) { $1 }
    for variable in proxy { environment[variable] = "http://127.0.0.1:\(port)" }
    let run = try await ProofProcess.run(
      ["get", server.url.absoluteString, "http://localhost:\(server.port)", "http://[::1]:\(server.port)"],
      environment: environment)
    // Nobody listens at the last one.
    #expect(run.output == "204\n204\nconnection\n")
    #expect(server.log.received.count == 2)
    // A connection that had been begun would wait here.
    #expect(throws: SocketError.blocked) { try listener.accept() }
    await server.stop()
  }
}
