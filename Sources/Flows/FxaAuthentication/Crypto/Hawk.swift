import Crypto
package import FlowTransport
package import Foundation

/// What a Hawk signature is made of.
package struct Hawk: Sendable {
  /// Seconds since 1970, as they are written.
  package let time: String
  /// Unlike in every request.
  package let nonce: String
  /// In upper case.
  package let method: String
  /// Path and query as they are sent.
  package let target: String
  /// In lower case.
  package let host: String
  /// As a number, also where the address writes none.
  package let port: Int
  /// The hash of the body; nil without one.
  package let hash: String?

  /// Makes it.
  package init(
    time: String, nonce: String, method: String, target: String, host: String, port: Int, hash: String?
  ) {
    self.time = time
    self.nonce = nonce
    self.method = method
    self.target = target
    self.host = host
    self.port = port
    self.hash = hash
  }

  /// The signature, in Base64.
  package func mac(key: Secret) -> String {
    // Each value ends with a newline; the last one is `ext`, which nobody uses here.
    let lines = [
      "hawk.1.header", time, nonce, method.uppercased(), target, host.lowercased(), String(port), hash ?? "",
      "",
    ]
    let text = lines.map { $0 + "\n" }.joined()
    let key = key.withBytes { SymmetricKey(data: $0) }
    return Base64.text(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
  }

  /// The hash of a body, in Base64. Of the media type only what stands before its parameters counts.
  package static func payloadHash(mediaType: String, body: [UInt8]) -> String {
    let type = mediaType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    var hash = SHA256()
    hash.update(data: Data("hawk.1.payload\n\(type)\n".utf8))
    hash.update(data: body)
    hash.update(data: Data("\n".utf8))
    return Base64.text(hash.finalize())
  }

  /// Path and query of an address as they are sent.
  package static func target(of url: URL) -> String {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "/" }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    return path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
  }
}
