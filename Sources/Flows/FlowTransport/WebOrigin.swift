public import Foundation

/// Scheme, host and port of an address.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  /// In lower case.
  public let scheme: String
  /// In lower case.
  public let host: String
  /// With the scheme's usual port when none is written.
  public let port: Int

  /// Reads the origin of an `http` or `https` address; nil for all others, and where somebody's name stands before the
  /// host.
  public init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = parts.host?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = parts.port ?? (scheme == "https" ? 443 : 80)
  }

  /// Reads the origin of an address to which secrets may go.
  ///
  /// - Throws: `insecure` for every other address.
  package init(safe url: URL) throws(TransportFailure) {
    guard let origin = WebOrigin(url), origin.isSafe else { throw .insecure }
    self = origin
  }

  /// The origin as an address without a path; the scheme's usual port is left out.
  public var description: String {
    "\(scheme)://\(host)" + (port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)")
  }

  /// The names of this machine, as hosts of addresses.
  static let loopbackHosts = ["127.0.0.1", "::1", "[::1]", "localhost"]

  /// Whether it is this machine.
  public var isLoopback: Bool { Self.loopbackHosts.contains(host) }

  /// Whether secrets may go there: encrypted, or without leaving the machine, since transports use no proxy for it.
  public var isSafe: Bool { scheme == "https" || isLoopback }
}
