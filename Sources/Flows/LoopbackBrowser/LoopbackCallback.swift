import FlowTransport
import Foundation
import LoopbackHTTP

/// Where a browser comes back to this machine.
struct LoopbackCallback: Sendable {
  /// The port.
  let port: Int
  /// Scheme, host and port as they are written.
  private let origin: String
  /// The path as it is written; it may be empty.
  private let path: String
  /// What `Host` says in requests of this machine's browsers. Under another name, a page of the web might read the answer.
  private let hosts: Set<String>

  /// Reads the address; nil if no port of this machine can be called with it.
  init?(_ url: URL) {
    guard let web = WebOrigin(url), web.scheme == "http", web.isLoopback, (1...65_535).contains(web.port),
      let parts = CallbackAddress(url.absoluteString), let authority = parts.authority,
      parts.query == nil, parts.fragment == nil
    else { return nil }
    port = web.port
    origin = "\(parts.scheme)://\(authority)"
    path = parts.path
    let names = ["127.0.0.1", "localhost", "[::1]"]
    hosts = Set(names.map { "\($0):\(web.port)" } + (web.port == 80 ? names : []))
  }

  /// The address that a request is for.
  ///
  /// - Throws: why the request is not served.
  func address(of request: HTTPRequest) throws(HTTPRefusal) -> URL {
    let named = request.values(of: "Host")
    guard named.count == 1, hosts.contains(named[0].lowercased()) else { throw HTTPRefusal(421) }
    guard request.target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else { throw HTTPRefusal(400) }
    let asked = request.target.prefix { $0 != "?" }
    guard asked == (path.isEmpty ? "/" : path) else { throw HTTPRefusal(404) }
    guard request.method == "GET" else { throw HTTPRefusal(405) }
    // Browsers say what a request is for. Pages of others could hide images and frames that call the port.
    let purposes = request.values(of: "Sec-Fetch-Dest")
    guard purposes.allSatisfy({ $0 == "document" }) else { throw HTTPRefusal(403) }
    guard let url = URL(string: origin + path + request.target.dropFirst(asked.count)) else {
      throw HTTPRefusal(400)
    }
    return url
  }
}
