import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import Testing

@Suite("Cookies of one attempt")
struct CookieJarTests {
  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  /// What goes to an address after an answer has set something.
  private static func sent(
    _ set: String, from source: String = "https://vpn.example/login/start", to target: String
  ) throws -> String? {
    let jar = CookieJar()
    jar.take(TransportHeaders([(name: "set-cookie", value: set)]), from: try url(source))
    return jar.header(for: try url(target))
  }

  @Test(
    "a cookie goes where it belongs, and nowhere else",
    arguments: [
      ("a=1", "https://vpn.example/login/next", true), ("a=1", "https://vpn.example/login", true),
      ("a=1", "https://vpn.example/loginx", false), ("a=1", "https://vpn.example/", false),
      ("a=1; Path=/", "https://vpn.example", true), ("a=1; Path=/", "https://api.vpn.example/", false),
      ("a=1; Path=/", "https://example/", false), ("a=1; Path=/", "https://notvpn.example/", false),
      ("a=1; Path=/; Domain=vpn.example", "https://api.vpn.example/", true),
      ("a=1; Path=/; Domain=.VPN.example", "https://vpn.example/", true),
      ("a=1; Path=/; Domain=example", "https://vpn.example/", false),
      ("a=1; Path=/; Domain=other.example", "https://other.example/", false),
      ("a=1; Path=/; Secure", "https://vpn.example/", true),
      ("a=1; Path=/; Secure", "http://vpn.example/", false), ("a=1; Path=/", "http://vpn.example/", true),
      ("a=1; Path=/; Max-Age=0", "https://vpn.example/", false),
      ("a=1; Path=/; Max-Age=60", "https://vpn.example/", true),
      ("a=1; Path=/; Expires=Sun, 06 Nov 1994 08:49:37 GMT", "https://vpn.example/", false),
      ("a=1; Path=/; Expires=Mon, 01-Jan-1601 00:00:00 GMT", "https://vpn.example/", false),
      ("a=1; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT", "https://vpn.example/", true),
      ("=1; Path=/", "https://vpn.example/", false), ("a; Path=/", "https://vpn.example/", false),
    ])
  func belongs(set: String, target: String, isSent: Bool) throws {
    #expect(try Self.sent(set, to: target) == (isSent ? "a=1" : nil))
  }

  @Test(
    "an IP address is below no domain",
    arguments: [
      ("Domain=0.0.1", "http://127.0.0.1/", false), ("Domain=0.0.1", "http://9.0.0.1/", false),
      ("Domain=127.0.0.1", "http://127.0.0.1/", true), ("Domain=127.0.0.1", "http://9.127.0.0.1/", false),
      ("Path=/", "http://127.0.0.1/", true),
    ])
  func addresses(attribute: String, target: String, isSent: Bool) throws {
    let sent = try Self.sent("a=1; \(attribute)", from: "http://127.0.0.1/", to: target)
    #expect(sent == (isSent ? "a=1" : nil))
    #expect(try Self.sent("a=1; Domain=2.3]", from: "http://[::1.2.3]/", to: "http://[::1.2.3]/") == nil)
  }

  @Test("a cookie whose time is over by the clock of the jar is deleted", arguments: [false, true])
  func expires(isOver: Bool) throws {
    let end = 784_111_777.0
    let jar = CookieJar(now: { isOver ? end : end - 1 })
    let url = try Self.url("https://vpn.example/")
    jar.take(["Set-Cookie": "a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT"], from: url)
    #expect(jar.header(for: url) == (isOver ? nil : "a=1"))
  }

  @Test("several cookies in one header, with dates in them, are separated")
  func joined() throws {
    let set = "a=1; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT, b=2; Path=/login, c=x=y; Path=/"
    #expect(try Self.sent(set, to: "https://vpn.example/login/next") == "b=2; a=1; c=x=y")
  }

  /// Sets two cookies, in a header each.
  private struct Setter: LoopbackService {
    func answer(_ request: ReceivedRequest) -> TransportResponse {
      let dated = "a=1; Path=/; Expires=Fri, 01 Jan 2100 00:00:00 GMT"
      return TransportResponse(
        status: 200,
        headers: TransportHeaders([
          (name: "Set-Cookie", value: dated), (name: "Set-Cookie", value: "b=2; Path=/"),
        ]))
    }
  }

  @Test("cookies in several headers arrive through a connection")
  func connection() async throws {
    let server = try await LoopbackServer { _ in Setter() }
    let jar = CookieJar()
    let answer = try await URLSessionTransport(clock: ManualClock()).send(TransportRequest(.get, server.url))
    jar.take(answer.headers, from: server.url)
    #expect(jar.header(for: server.url) == "a=1; b=2")
    await server.stop()
  }

  @Test("a later cookie replaces the one before, and an empty jar sends nothing")
  func replaced() throws {
    let jar = CookieJar()
    let url = try Self.url("https://vpn.example/")
    for set in ["a=1", "b=2", "a=3"] { jar.take(["Set-Cookie": set], from: url) }
    #expect(jar.header(for: url) == "b=2; a=3")
    jar.forget()
    #expect(jar.header(for: url) == nil)
  }

  @Test("a server can't fill the memory with cookies")
  func limits() throws {
    let jar = CookieJar()
    let url = try Self.url("https://vpn.example/")
    jar.take(["Set-Cookie": "big=" + String(repeating: "x", count: 5_000)], from: url)
    for number in 0..<200 { jar.take(["Set-Cookie": "c\(number)=1"], from: url) }
    #expect(jar.header(for: url)?.split(separator: ";").count == 50)
  }

  @Test("printing a jar shows no cookie")
  func printed() throws {
    let jar = CookieJar()
    jar.take(["Set-Cookie": "session=c4n4ry"], from: try Self.url("https://vpn.example/"))
    var dumped = ""
    dump(jar, to: &dumped)
    #expect(!"\(jar) \(dumped)".contains("c4n4ry"))
  }
}
