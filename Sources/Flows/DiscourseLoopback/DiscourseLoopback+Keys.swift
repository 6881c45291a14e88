import FlowTransport
import Foundation
import LoopbackServer

// Asking for keys and one-time passwords, in the browser.
extension DiscourseLoopback {
  func answerKeys(_ request: SiteRequest, _ state: inout State) -> TransportResponse? {
    if request.path.hasPrefix("/user-api-key"), state.settings.apiVersion == nil {
      return HTML.page("Not found", "<p>This page doesn't exist.</p>", status: 404)
    }
    return switch (request.method, request.path) {
    case ("HEAD", "/user-api-key/new"):
      TransportResponse(status: 200, headers: ["Auth-Api-Version": "\(state.settings.apiVersion ?? 0)"])
    case ("GET", "/user-api-key/new"): newKey(request, state)
    case ("POST", "/user-api-key"): create(request, &state)
    case ("GET", "/user-api-key/otp"): newOTP(request, state)
    case ("POST", "/user-api-key/otp"): createOTP(request, &state)
    case ("POST", "/user-api-key/revoke"), ("POST", "/user-api-key/undo-revoke"): manage(request, &state)
    default: nil
    }
  }

  // MARK: Pages

  private static let fields = [
    "application_name", "client_id", "scopes", "public_key", "nonce", "auth_redirect", "push_url", "padding",
  ]
  private static let scopeTexts = [
    "read": "read all", "write": "write all", "message_bus": "live updates",
    "push": "push notifications to external services", "notifications": "read and clear notifications",
    "session_info": "read user session info", "one_time_password": "create a one-time login token",
  ]

  private func newKey(_ request: SiteRequest, _ state: State) -> TransportResponse {
    if let refusal = missing(request, "nonce", "scopes", "client_id", "public_key", "application_name") {
      return refusal
    }
    let scopes = Self.scopes(request)
    let error = HTML.page("Error", "<p class=\"error-message\">The request is not allowed.</p>")
    guard state.settings.allowedScopes.isSuperset(of: scopes) else { return error }
    guard SiteEncryption.PublicKey(request.parameters["public_key"] ?? "") != nil else {
      return Self.refusal(400, "invalid_parameters")
    }
    guard let (login, user) = self.login(of: request, state) else { return loginFirst(request) }
    guard user.isStaff || user.mayHaveKeys else { return error }
    let names = scopes.sorted().map { "<li>\(HTML.escaped(Self.scopeTexts[$0] ?? $0))</li>" }
    return consent(
      "/user-api-key", request, login, fields: Self.fields,
      "<p>\(HTML.escaped(user.name))</p><ul>\(names.joined())</ul>")
  }

  private func newOTP(_ request: SiteRequest, _ state: State) -> TransportResponse {
    if let refusal = missing(request, "public_key", "auth_redirect", "application_name") { return refusal }
    guard let (login, user) = self.login(of: request, state) else { return loginFirst(request) }
    return consent(
      "/user-api-key/otp", request, login,
      fields: ["application_name", "public_key", "auth_redirect", "padding"],
      "<p>\(HTML.escaped(user.name))</p><p>Let this app log on?</p>")
  }

  private func consent(
    _ action: String, _ request: SiteRequest, _ login: Login, fields: [String], _ body: String
  ) -> TransportResponse {
    let hidden = fields.compactMap { name in request.parameters[name].map { (name: name, value: $0) } }
    let title = "\(request.parameters["application_name"] ?? "") wants to access your account"
    return HTML.page(
      title,
      "<h1>\(HTML.escaped(title))</h1>\(body)"
        + HTML.form(place(action), [("authenticity_token", login.csrf)] + hidden, button: "Authorize"))
  }

  /// Where the person goes first, and comes back from.
  private func loginFirst(_ request: SiteRequest) -> TransportResponse {
    Self.redirect(place("/login"), cookie: ("destination_url", request.target))
  }

  private func missing(_ request: SiteRequest, _ names: String...) -> TransportResponse? {
    let isMissing = names.contains { request.parameters[$0, default: ""].isEmpty }
    return isMissing ? Self.refusal(400, "invalid_parameters") : nil
  }

  private static func scopes(_ request: SiteRequest) -> Set<String> {
    Set((request.parameters["scopes"] ?? "").split(separator: ",").map(String.init))
  }

  // MARK: What the person allows

  private func create(_ request: SiteRequest, _ state: inout State) -> TransportResponse {
    guard let (login, user) = self.login(of: request, state) else {
      return Self.refusal(403, "not_logged_in")
    }
    guard request.parameters["authenticity_token"] == login.csrf else { return Self.refusal(403, "csrf") }
    if let refusal = missing(request, "public_key", "nonce", "scopes", "client_id", "application_name") {
      return refusal
    }
    let redirect = request.parameters["auth_redirect"]
    if let redirect, !isAllowed(redirect, state) { return Self.refusal(403, "invalid_access") }
    let scopes = Self.scopes(request)
    guard user.isStaff || user.mayHaveKeys, state.settings.allowedScopes.isSuperset(of: scopes) else {
      return Self.refusal(403, "invalid_access")
    }
    guard let publicKey = SiteEncryption.PublicKey(request.parameters["public_key"] ?? "") else {
      return Self.refusal(400, "invalid_parameters")
    }
    let client = request.parameters["client_id"] ?? ""
    state.lastKeyID += 1
    let made = Key(
      id: state.lastKeyID, key: Hex.text(SecureRandom.bytes(16)), user: user.name, clientID: client,
      scopes: scopes)
    let push = request.parameters["push_url"] ?? ""
    let hasPush =
      (scopes.contains("push") || scopes.contains("notifications"))
      && state.settings.allowedPushURLs.contains { Self.matches($0, push) }
    guard
      let payload = seal(
        payload(made, nonce: request.parameters["nonce"] ?? "", hasPush: hasPush, state), publicKey, request,
        state)
    else { return Self.refusal(400, "invalid_parameters") }
    // An app has one key for each person.
    state.keys.removeAll { $0.user == user.name && $0.clientID == client }
    state.keys.append(made)
    state.issued.append(made.key)
    guard let redirect else {
      guard request.wantsJSON else { return HTML.page("Key", "<pre>\(HTML.escaped(payload))</pre>") }
      return TransportResponse.json(["payload": .string(payload), "instructions": "Copy this into the app."])
    }
    var query = ["payload=" + SiteEncryption.escape(payload)]
    if scopes.contains("one_time_password") {
      guard let otp = makeOTP(for: user, publicKey, request, &state) else {
        return Self.refusal(400, "invalid_parameters")
      }
      query.append("oneTimePassword=" + SiteEncryption.escape(otp))
    }
    // What stands in the address already stays in front.
    return Self.redirect(redirect + (redirect.contains("?") ? "&" : "?") + query.joined(separator: "&"))
  }

  private func createOTP(_ request: SiteRequest, _ state: inout State) -> TransportResponse {
    guard let (login, user) = self.login(of: request, state) else {
      return Self.refusal(403, "not_logged_in")
    }
    guard request.parameters["authenticity_token"] == login.csrf else { return Self.refusal(403, "csrf") }
    if let refusal = missing(request, "public_key", "auth_redirect", "application_name") { return refusal }
    let redirect = request.parameters["auth_redirect"] ?? ""
    guard isAllowed(redirect, state), user.isStaff || user.mayHaveKeys,
      state.settings.allowedScopes.contains("one_time_password")
    else { return Self.refusal(403, "invalid_access") }
    guard let publicKey = SiteEncryption.PublicKey(request.parameters["public_key"] ?? ""),
      let otp = makeOTP(for: user, publicKey, request, &state)
    else { return Self.refusal(400, "invalid_parameters") }
    // With a question mark even where there is one.
    return Self.redirect(redirect + "?oneTimePassword=" + SiteEncryption.escape(otp))
  }

  // MARK: What goes back

  /// In the order in which Ruby writes it, without spaces.
  private func payload(_ key: Key, nonce: String, hasPush: Bool, _ state: State) -> String {
    let nonce = String(decoding: JSONValue.string(nonce).bytes, as: UTF8.self)
    let end = state.settings.keysExpireAt.map { ",\"expires_at\":\"\($0)\"" } ?? ""
    return
      "{\"key\":\"\(key.key)\",\"nonce\":\(nonce),\"push\":\(hasPush),\"api\":\(state.settings.apiVersion ?? 0)\(end)}"
  }

  private func seal(
    _ text: String, _ key: SiteEncryption.PublicKey, _ request: SiteRequest, _ state: State
  ) -> String? {
    let isOAEP = state.settings.knowsPadding && request.parameters["padding"] == "oaep"
    return key.encrypt(text, isOAEP: isOAEP).map(SiteEncryption.encode64)
  }

  private func makeOTP(
    for user: DiscourseUser, _ key: SiteEncryption.PublicKey, _ request: SiteRequest, _ state: inout State
  ) -> String? {
    let otp = Hex.text(SecureRandom.bytes(16))
    guard let sealed = seal(otp, key, request, state) else { return nil }
    state.otps[otp] = (user.name, now() + state.settings.otpLifetime)
    state.issued.append(otp)
    return sealed
  }

  // MARK: Addresses

  func isAllowed(_ redirect: String, _ state: State) -> Bool {
    state.settings.allowedRedirects.contains { Self.matches($0, redirect) }
  }

  /// Whether a text is as a pattern, in which `*` stands for anything but white space.
  static func matches(_ pattern: String, _ text: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == text }
    guard text.hasPrefix(first), text.count >= first.count + last.count, text.hasSuffix(last),
      !text.contains(where: \.isWhitespace)
    else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.range(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}
