package import Foundation

/// The cookies of one attempt, in memory. They end with the jar, so that nothing of one sign-in reaches the next.
///
/// It keeps what sign-ins need of RFC 6265: the host or `Domain`, `Path`, `Secure` and deletion. Other lifetimes are
/// ignored, since an attempt is short. Printing it shows nothing: a cookie can be a session.
package final class CookieJar: Sendable, CustomStringConvertible, CustomReflectable {
  private struct Cookie {
    let name: String
    let value: Secret
    /// In lower case.
    let host: String
    /// Whether hosts below `host` get it too.
    let hasDomain: Bool
    let path: String
    let isSecure: Bool

    func isFor(_ origin: WebOrigin, _ path: String) -> Bool {
      (!isSecure || origin.isSafe)
        && (origin.host == host || hasDomain && CookieJar.isBelow(origin.host, host))
        && (path == self.path || path.hasPrefix(self.path.hasSuffix("/") ? self.path : self.path + "/"))
    }

    func replaces(_ other: Cookie) -> Bool {
      name == other.name && host == other.host && path == other.path
    }
  }

  private let cookies = Locked<[Cookie]>([])
  private static let mostCookies = 50
  private static let maximumBytes = 4_096

  private let now: @Sendable () -> Double

  /// Makes an empty jar.
  ///
  /// - Parameter now: seconds since 1970.
  package init(now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) { self.now = now }

  /// The value of the header `Cookie` for an address; nil if no cookie is for it.
  package func header(for url: URL) -> String? {
    guard let origin = WebOrigin(url) else { return nil }
    let path = url.path.isEmpty ? "/" : url.path
    // Longer paths come first (RFC 6265, 5.4).
    let fitting = cookies.withLock { $0 }.filter { $0.isFor(origin, path) }
      .sorted { $0.path.utf8.count > $1.path.utf8.count }
    return fitting.isEmpty ? nil : fitting.map { "\($0.name)=\($0.value.text)" }.joined(separator: "; ")
  }

  /// Takes the cookies that an answer sets or deletes.
  ///
  /// - Parameter url: where the answer came from.
  package func take(_ headers: TransportHeaders, from url: URL) {
    for header in headers.fields where header.name.lowercased() == "set-cookie" {
      for text in Self.split(header.value) { take(text, url) }
    }
  }

  /// Forgets the cookies of a host alone.
  package func forget(for url: URL) {
    guard let host = WebOrigin(url)?.host else { return }
    cookies.withLock { $0.removeAll { $0.host == host } }
  }

  /// Forgets all cookies.
  package func forget() { cookies.withLock { $0 = [] } }

  private func take(_ text: String, _ url: URL) {
    guard text.utf8.count <= Self.maximumBytes, let origin = WebOrigin(url) else { return }
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.field)
    guard let first = parts.first, !first.name.isEmpty, let value = first.value,
      value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f })
    else { return }
    let attributes = parts.dropFirst()
    func attribute(_ name: String) -> String? { attributes.last { $0.name.lowercased() == name }?.value }
    let domain = attribute("domain").map { $0.lowercased().drop { $0 == "." } }.flatMap {
      $0.isEmpty ? nil : String($0)
    }
    if let domain {
      // A domain of one label would be a whole top-level domain.
      guard domain == origin.host || domain.contains(".") && Self.isBelow(origin.host, domain) else { return }
    }
    let cookie = Cookie(
      name: first.name, value: Secret(value), host: domain ?? origin.host, hasDomain: domain != nil,
      path: attribute("path").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? Self.folder(of: url),
      isSecure: attributes.contains { $0.name.lowercased() == "secure" })
    let isDeleted =
      attribute("max-age").flatMap(Int.init).map { $0 <= 0 }
      ?? attribute("expires").flatMap { isOver($0) } ?? false
    cookies.withLock { cookies in
      cookies.removeAll(where: cookie.replaces)
      if !isDeleted, cookies.count < Self.mostCookies { cookies.append(cookie) }
    }
  }

  /// Whether a host is below a domain. An IP address is below none (RFC 6265, 5.1.3).
  private static func isBelow(_ host: String, _ domain: String) -> Bool {
    let isAddress = host.contains(":") || host.split(separator: ".").last?.allSatisfy(\.isNumber) ?? false
    return !isAddress && host.hasSuffix("." + domain)
  }

  private func isOver(_ date: String) -> Bool? {
    let now = now()
    return HTTPDate.seconds(date, now: now).map { $0 <= now }
  }

  /// The path up to the last slash, for cookies without one (RFC 6265, 5.1.4).
  private static func folder(of url: URL) -> String {
    let path = url.path
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      return "/"
    }
    return String(path[..<slash])
  }

  private static func field(_ text: Substring) -> (name: String, value: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
  }

  /// The cookies of one header. On Linux, the system joins several headers with commas, which dates contain too: a comma
  /// begins a cookie only if a name and `=` follow.
  private static func split(_ header: String) -> [String] {
    var cookies: [String] = []
    for piece in header.split(separator: ",", omittingEmptySubsequences: false) {
      let name = piece.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces)
      let isCookie = piece.contains("=") && !name.isEmpty && !name.contains { " ;\t\"".contains($0) }
      if isCookie || cookies.isEmpty {
        cookies.append(String(piece))
      } else {
        cookies[cookies.count - 1] += "," + piece
      }
    }
    return cookies
  }

  /// A mark.
  package var description: String { "[cookies]" }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
