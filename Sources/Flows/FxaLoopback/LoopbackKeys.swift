import Crypto
import FlowTransport
import Foundation
import LoopbackServer

/// What a session token is good for, worked out here on its own and not by the code of the app.
struct LoopbackKeys: Sendable {
  let id: String
  let hawkKey: [UInt8]

  init(token: [UInt8]) {
    let derived = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: token),
      info: Data("identity.mozilla.com/picl/v1/sessionToken".utf8), outputByteCount: 96)
    let bytes = derived.withUnsafeBytes { Array($0) }
    id = Hex.text(bytes[..<32])
    hawkKey = Array(bytes[32..<64])
  }
}

/// What is wrong with the header `Authorization`.
enum AuthorizationProblem: Error {
  case missing
  case invalid
  case unknownSession
  case wrongSignature
  case wrongTime
  case usedNonce
}

extension FxaLoopback {
  /// The session in whose name a request comes.
  func session(of request: ReceivedRequest, _ state: inout State) throws(AuthorizationProblem) -> Session {
    guard let header = request.headers["Authorization"] else { throw .missing }
    if header.hasPrefix("Bearer ") { return try bearer(header.dropFirst(7), state) }
    guard header.hasPrefix("Hawk ") else { throw .invalid }
    return try hawk(Self.attributes(header.dropFirst(5)), request, &state)
  }

  private func bearer(_ value: Substring, _ state: State) throws(AuthorizationProblem) -> Session {
    guard value.hasPrefix("fxs_"), value.utf8.count == 68 else { throw .invalid }
    guard let session = state.sessions[String(value.dropFirst(4))] else { throw .unknownSession }
    return session
  }

  private func hawk(
    _ given: [String: String], _ request: ReceivedRequest, _ state: inout State
  ) throws(AuthorizationProblem) -> Session {
    guard let id = given["id"], let time = given["ts"], let nonce = given["nonce"], let mac = given["mac"]
    else { throw .invalid }
    guard let session = state.sessions[id] else { throw .unknownSession }
    if !request.body.isEmpty || given["hash"] != nil {
      let type = (request.headers["Content-Type"] ?? "").split(separator: ";").first ?? ""
      let text = "hawk.1.payload\n\(type.trimmingCharacters(in: .whitespaces).lowercased())\n"
      let hash = Data(SHA256.hash(data: Data(text.utf8) + Data(request.body) + Data("\n".utf8)))
      guard given["hash"] == hash.base64EncodedString() else { throw .wrongSignature }
    }
    // What the client took for host and port stands in the header, also behind a proxy.
    let place = (request.headers["Host"] ?? "").split(separator: ":")
    let host = place.first ?? ""
    let port = place.count > 1 ? String(place[1]) : "80"
    let text =
      "hawk.1.header\n\(time)\n\(nonce)\n\(request.method)\n\(request.target)\n\(host.lowercased())\n"
      + "\(port)\n\(given["hash"] ?? "")\n\(given["ext"] ?? "")\n"
    let expected = HMAC<SHA256>.authenticationCode(
      for: Data(text.utf8), using: SymmetricKey(data: session.keys.hawkKey))
    guard let bytes = Data(base64Encoded: mac), expected == bytes else { throw .wrongSignature }
    let times = (now() - hawkTolerance)...(now() + hawkTolerance)
    guard let seconds = Int(time), times.contains(seconds) else { throw .wrongTime }
    guard state.nonces.insert("\(id) \(time) \(nonce)").inserted else { throw .usedNonce }
    return session
  }

  /// The pairs of a header such as `id="…", ts="…"`.
  private static func attributes(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      found[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1]
        .trimmingCharacters(in: CharacterSet(charactersIn: " \""))
    }
    return found
  }
}
