package import FlowTransport
package import Foundation

/// Speaks with ClueRide's back-end. Each method makes one request and repeats none.
package struct ClueRideClient: Sendable, CustomReflectable {
  private let base: URL
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Double

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - base: what stands before `access/state`.
  ///   - now: seconds since 1970.
  package init(_ base: URL, transport: any HTTPTransport, now: @escaping @Sendable () -> Double) {
    self.base = base
    self.transport = transport
    self.now = now
  }

  /// Whether the back-end knows whose the token is. It asks Auth0 for that, and says no to a token that it does not know.
  package func isValid(_ accessToken: Secret) async throws(RegistrationError) -> Bool {
    let answer = try await answer(to: .get, "access/state", accessToken)
    if answer.status == 401 { return false }
    guard answer.status == 200 else { throw RegistrationError(answer) }
    guard let isValid = answer.json.bool else { throw RegistrationError(answer) }
    return isValid
  }

  /// What the back-end has for the owner of the token; nil if it refuses the token.
  package func account(_ accessToken: Secret) async throws(RegistrationError) -> AccountState? {
    let answer = try await answer(to: .get, "access/state/account", accessToken)
    if answer.status == 401 { return nil }
    guard answer.status == 200 else { throw RegistrationError(answer) }
    guard let state = answer.json.text.flatMap({ AccountState(rawValue: $0) }) else {
      throw RegistrationError(answer)
    }
    return state
  }

  /// Hands over the profile that the person has confirmed. The back-end compares its email address with the one that Auth0
  /// has for the token.
  package func initialize(_ profile: Profile, _ accessToken: Secret) async throws(RegistrationError) {
    let answer = try await answer(to: .post, "access/state/init", accessToken, profile.member)
    switch answer.status {
    case 200 where answer.json.isObject: return
    case 200..<400, 429, 500...: throw RegistrationError(answer)
    default: throw RegistrationError(.profileUpdateFailed)
    }
  }

  /// Who is active; nil when the token is refused.
  package func activeMember(_ accessToken: Secret) async throws(RegistrationError) -> Profile? {
    let answer = try await answer(to: .get, "member/active", accessToken)
    if answer.status == 401 { return nil }
    guard answer.status == 200 else { throw RegistrationError(answer) }
    guard let profile = Profile(member: answer.json) else { throw RegistrationError(answer) }
    return profile
  }

  private func answer(
    to method: TransportRequest.Method, _ path: String, _ accessToken: Secret, _ body: JSONValue? = nil
  ) async throws(RegistrationError) -> JSONAnswer {
    var text = base.absoluteString
    if !text.hasSuffix("/") { text += "/" }
    guard let url = URL(string: text + path) else { throw .malformedAnswer }
    var request = TransportRequest(
      method, url,
      headers: ["Accept": "application/json", "Authorization": "Bearer " + accessToken.text])
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = body.bytes
    }
    return try await transport.answer(to: request, now: now())
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
