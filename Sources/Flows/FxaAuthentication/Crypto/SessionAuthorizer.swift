package import FlowTransport
import Foundation

/// How a request says for which session it is.
package protocol SessionAuthorizer: Sendable {
  /// The value of the header `Authorization`.
  ///
  /// - Parameter skew: seconds that the server's clock is ahead.
  /// - Throws: `.insecure` when the header may not go to that address.
  func authorization(
    for request: TransportRequest, _ keys: SessionKeys, skew: Int
  ) throws(TransportFailure) -> String

  /// Whether the server's clock matters.
  var isTimed: Bool { get }
}

/// The session's id as it is: what the account server takes today. Anyone who sees the header can use the session, so
/// it is only sent to safe addresses.
package struct BearerAuthorizer: SessionAuthorizer {
  /// Makes one.
  package init() {}

  /// The server's clock does not matter.
  package var isTimed: Bool { false }

  /// The prefix says that it is the id of a session.
  package func authorization(
    for request: TransportRequest, _ keys: SessionKeys, skew: Int
  ) throws(TransportFailure) -> String {
    _ = try WebOrigin(safe: request.url)
    return "Bearer fxs_\(keys.id.text)"
  }
}

/// A signature of each request, as the account server wanted it before it took bearer ids.
package struct HawkAuthorizer: SessionAuthorizer {
  /// Seconds since 1970.
  private let now: @Sendable () -> Int
  /// Unlike in every request.
  private let nonce: @Sendable () -> String

  /// Makes one.
  package init(
    now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) },
    nonce: @escaping @Sendable () -> String = { SecureRandom.text(6, of: HawkAuthorizer.nonceSigns) }
  ) {
    self.now = now
    self.nonce = nonce
  }

  /// Letters and digits.
  package static let nonceSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// The server's clock matters.
  package var isTimed: Bool { true }

  /// Signs the request. Its body is part of what is signed.
  package func authorization(
    for request: TransportRequest, _ keys: SessionKeys, skew: Int
  ) throws(TransportFailure) -> String {
    guard let origin = WebOrigin(request.url) else { throw .insecure }
    let hash =
      request.body.isEmpty
      ? nil
      : Hawk.payloadHash(mediaType: request.headers["Content-Type"] ?? "", body: request.body)
    let hawk = Hawk(
      time: String(now().addingReportingOverflow(skew).partialValue), nonce: nonce(),
      method: request.method.rawValue,
      target: Hawk.target(of: request.url), host: origin.host, port: origin.port, hash: hash)
    let parts = [
      "id=\"\(keys.id.text)\"", "ts=\"\(hawk.time)\"", "nonce=\"\(hawk.nonce)\"",
      hash.map { "hash=\"\($0)\"" }, "mac=\"\(hawk.mac(key: keys.hawkKey))\"",
    ]
    return "Hawk " + parts.compactMap { $0 }.joined(separator: ", ")
  }
}
