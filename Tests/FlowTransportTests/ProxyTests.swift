import FlowTransport
import FlyingSocks
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Requests to this machine are not encrypted, so no proxy may see them.
@Suite("Proxies of the environment", .timeLimit(.minutes(20)))
struct ProxyTests {
  private static func listener() throws -> (socket: Socket, port: UInt16) {
    let socket = try Socket(domain: AF_INET, type: .stream)
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try socket.listen()
    guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
    return (socket, port)
  }

  /// A listener, and a socket at the same port of the other address of this machine, where nobody answers. The second is
  /// nil where the machine has no such address.
  private static func listenerAlone() throws -> (socket: Socket, other: Socket?, port: UInt16) {
    for _ in 0..<100 {
      let (socket, port) = try listener()
      guard let other = try? Socket(domain: AF_INET6, type: .stream) else { return (socket, nil, port) }
      do {
        try other.setValue(true, for: .localAddressReuse)
        try other.bind(to: .inet6(ip6: "::1", port: port))
        return (socket, other, port)
      } catch {
        try? other.close()
        if case .failed(_, EADDRNOTAVAIL, _)? = error as? SocketError { return (socket, nil, port) }
        // Another process has the port there.
        try? socket.close()
      }
    }
    throw SocketError.unsupportedAddress
  }

  /// Answers two requests, in a thread of its own: the child goes by the clock, and other tests keep all tasks busy.
  private static func serve(_ socket: Socket) {
    Thread.detachNewThread {
      for _ in 0..<2 {
        guard let file = try? socket.accept().file else { return }
        let client = Socket(file: file)
        _ = try? client.read(atMost: 4_096)
        _ = try? client.write(Data("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8))
        try? client.close()
      }
    }
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
    let (server, reserved, port) = try Self.listenerAlone()
    let (listener, proxyPort) = try Self.listener()
    try listener.setFlags(.nonBlocking)
    Self.serve(server)
    defer { for socket in [server, reserved, listener] { try? socket?.close() } }
    var environment = ["no_proxy": "", "NO_PROXY": ""].merging(others) { $1 }
    for variable in proxy { environment[variable] = "http://127.0.0.1:\(proxyPort)" }
    let run = try await ProofProcess.run(
      ["get", "http://127.0.0.1:\(port)", "http://localhost:\(port)", "http://[::1]:\(port)"],
      environment: environment)
    // Nobody listens at the last one.
    #expect(run.output == "204\n204\nconnection\n")
    // A connection that had been begun would wait here.
    #expect(throws: SocketError.blocked) { try listener.accept() }
  }

  @Test("a proxy that is named after the transport was made gets nothing either")
  func lateProxy() async throws {
    let (server, port) = try Self.listener()
    let (listener, proxyPort) = try Self.listener()
    try listener.setFlags(.nonBlocking)
    defer { for socket in [server, listener] { try? socket.close() } }
    let run = try await ProofProcess.run(
      ["get", "--late", "http://127.0.0.1:\(proxyPort)", "http://127.0.0.1:\(port)"],
      environment: ["http_proxy": "", "no_proxy": "", "NO_PROXY": ""])
    #expect(run.output == "insecure\n")
    #expect(throws: SocketError.blocked) { try listener.accept() }
  }
}
