package import FlowTransport
import Foundation

// The VPN service, and how the session of the account server becomes one of its own.
extension FxaClient {
  /// Starts a sign-in, with cookies of its own.
  package func start(challenge: String, email: String?) async throws(FxaError) -> FxaParameters {
    let url = servers.login(challenge: challenge, email: email)
    let cookies = CookieJar(now: now)
    let json = try await guardian(get(url), cookies)
    guard let parameters = FxaParameters(json, cookies: cookies) else { throw .authenticationFailure }
    // Known before the person types a password.
    if let origin = parameters.redirect.flatMap(WebOrigin.init) { try check(origin) }
    return parameters
  }

  /// Asks the account server for where to go with the session.
  ///
  /// - Throws: `.authenticationFailure` too when the answer belongs to another sign-in, or leads anywhere but to
  ///   Guardian.
  package func authorize(_ keys: SessionKeys, _ parameters: FxaParameters) async throws(FxaError) -> Redirect
  {
    var body: [String: JSONValue] = [
      "client_id": .string(parameters.clientID), "state": .string(parameters.state),
      "scope": .string(parameters.scope), "access_type": .string(parameters.accessType),
    ]
    if let redirect = parameters.redirect { body["redirect_uri"] = .string(redirect.absoluteString) }
    let json = try await call(post("oauth/authorization", .object(body)), keys)
    guard let code = json["code"]?.text, let state = json["state"]?.text, let place = json["redirect"]?.text,
      isSameInConstantTime(state.utf8, parameters.state.utf8),
      let redirect = Redirect(place, code: code, parameters)
    else { throw .authenticationFailure }
    try check(redirect.origin)
    return redirect
  }

  /// Goes where the account server leads to, and gets a code of Guardian for it.
  package func follow(_ redirect: Redirect, _ parameters: FxaParameters) async throws(FxaError) -> Secret {
    let json = try await guardian(get(redirect.url), parameters.cookies)
    guard let code = json["code"]?.text, !code.isEmpty else { throw .authenticationFailure }
    return Secret(code)
  }

  /// Signs in to Guardian.
  ///
  /// - Parameter parameters: what Guardian gave at the start; nil if the browser has signed in.
  package func verify(
    code: Secret, verifier: Secret, _ parameters: FxaParameters?
  ) async throws(FxaError) -> VPNLogin {
    let body: JSONValue = ["code": .string(code.text), "code_verifier": .string(verifier.text)]
    let json = try await guardian(post(servers.verify, body), parameters?.cookies ?? CookieJar(now: now))
    guard let login = VPNLogin(json) else { throw FxaError(.remoteServiceError) }
    return login
  }

  /// Guardian has no numbers: whatever it refuses is a failure of the sign-in.
  private func guardian(
    _ request: TransportRequest, _ cookies: CookieJar
  ) async throws(FxaError) -> JSONValue {
    var request = request
    request.headers["User-Agent"] = servers.userAgent
    do throws(FxaError) {
      let json = try content(await answer(to: request, cookies: cookies), .other)
      guard json.isObject, json["detail"] == nil else { throw .authenticationFailure }
      return json
    } catch {
      switch error.error {
      case .tooManyRequests, .serverUnavailable, .requestTimeout, .noInternetConnection, .redirectRefused:
        throw error
      default: throw .authenticationFailure
      }
    }
  }
}

/// Where the account server leads to after a sign-in. Shows nothing: the address holds a code.
package struct Redirect: Sendable, CustomStringConvertible, CustomReflectable {
  let url: URL
  let origin: WebOrigin

  /// Checks an address: the origin and path that Guardian has named, if it has, and code and state of this sign-in, each
  /// once.
  init?(_ text: String, code: String, _ parameters: FxaParameters) {
    guard let url = URL(string: text), let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let origin = WebOrigin(url), parts.fragment == nil
    else { return nil }
    if let named = parameters.redirect {
      // The paths as they are written: `URL.path` drops a slash at the end.
      let path = URLComponents(url: named, resolvingAgainstBaseURL: true)?.percentEncodedPath
      guard WebOrigin(named) == origin, path == parts.percentEncodedPath else { return nil }
    }
    let fields = FormData.fields(parts.percentEncodedQuery ?? "") ?? []
    for (name, value) in [("code", code), ("state", parameters.state)] {
      let found = fields.filter { $0.name == name }
      guard found.count == 1, let text = found.first?.value, isSameInConstantTime(text.utf8, value.utf8)
      else { return nil }
    }
    self.url = url
    self.origin = origin
  }

  /// A mark.
  package var description: String { "[secret]" }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
