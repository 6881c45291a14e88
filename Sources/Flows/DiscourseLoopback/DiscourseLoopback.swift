public import FlowTransport
public import Foundation
public import LoopbackServer

/// A Discourse site, in memory: login, consent, user API keys, one-time passwords, limits. It knows the requests that the
/// flow makes, and the pages that a person sees on the way.
public final class DiscourseLoopback: ScriptedService {
  /// A key that was given to an app.
  struct Key {
    let id: Int
    let key: String
    let user: String
    var clientID: String
    let scopes: Set<String>
    var isRevoked = false
    /// When it was used, in seconds since 1970.
    var uses: [Int] = []
  }

  /// A person's browser that is logged on.
  struct Login {
    let user: String
    /// Stands in the site's own forms.
    let csrf: String
  }

  struct State {
    var settings: DiscourseSettings
    var users: [String: DiscourseUser] = [:]
    var logins: [String: Login] = [:]
    var keys: [Key] = []
    var lastKeyID = 0
    var otps: [String: (user: String, end: Int)] = [:]
    /// Everything secret that was handed out, as it was before it was encrypted.
    var issued: [String] = []
  }

  let state: Locked<State>
  /// The answers that are set.
  public let scripted = ScriptedAnswers()
  let base: URL
  let now: @Sendable () -> Int

  /// Makes a site without accounts.
  ///
  /// - Parameters:
  ///   - base: where it can be reached; it may have a path.
  ///   - now: seconds since 1970.
  public init(
    base: URL, settings: DiscourseSettings = DiscourseSettings(),
    now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
  ) {
    self.base = base
    self.now = now
    state = Locked(State(settings: settings))
  }

  // MARK: For tests and for trying out

  /// Adds an account, in place of one with the same name.
  public func add(_ user: DiscourseUser) { state.withLock { $0.users[user.name] = user } }

  /// Changes how the site is set up.
  public func change(_ body: @Sendable (inout DiscourseSettings) -> Void) {
    state.withLock { body(&$0.settings) }
  }

  /// How many keys are good.
  public var openKeys: Int { state.withLock { $0.keys.count { !$0.isRevoked } } }

  /// The scopes of the last key.
  package var lastScopes: Set<String>? { state.withLock { $0.keys.last?.scopes } }

  /// Whose one-time passwords are good.
  package var openOTPs: [String] {
    state.withLock { state in state.otps.values.filter { $0.end > now() }.map(\.user).sorted() }
  }

  /// Everything secret that was handed out.
  package var issued: [String] { state.withLock { $0.issued } }

  /// Revokes all keys, as a person does on the page of the account.
  public func revokeAllKeys() {
    state.withLock { state in
      for place in state.keys.indices { state.keys[place].isRevoked = true }
    }
  }

  // MARK: Answers

  /// The answer to a request.
  public func answer(_ request: ReceivedRequest) -> TransportResponse {
    let request = SiteRequest(request, below: base.path)
    return state.withLock { state in
      if let scripted = scripted.next(to: request.path) { return scripted }
      if request.key != nil { return answerAPI(request, &state) }
      return answerKeys(request, &state) ?? answerLogin(request, &state) ?? answerPage(request, state)
    }
  }

  /// The path on the server of a path on the site.
  func place(_ path: String) -> String { base.path + path }

  /// What is not about keys and logins.
  private func answerPage(_ request: SiteRequest, _ state: State) -> TransportResponse {
    switch (request.method, request.path) {
    case ("GET", "/site/basic-info.json"):
      TransportResponse.json([
        "title": .string(state.settings.title), "description": "", "logo_url": "",
        "apple_touch_icon_url": "", "login_required": .bool(state.settings.loginRequired),
      ])
    case ("GET", "/"): home(request, state)
    case ("GET", "/about"):
      HTML.page("About", "<p>A forum.</p>", isLoggedIn: login(of: request, state) != nil)
    default: HTML.page("Not found", "<p>This page doesn't exist.</p>", status: 404)
    }
  }

  /// An error as Discourse writes it.
  static func refusal(_ status: Int, _ type: String, headers: TransportHeaders = [:]) -> TransportResponse {
    var response = TransportResponse.json(["errors": ["no"], "error_type": .string(type)], status: status)
    for (name, value) in headers.fields { response.headers[name] = value }
    return response
  }

  static func redirect(_ target: String, cookie: (name: String, value: String)? = nil) -> TransportResponse {
    var headers: TransportHeaders = ["Location": target]
    if let cookie {
      headers["Set-Cookie"] = "\(cookie.name)=\(FormData.escaped(cookie.value)); Path=/; HttpOnly"
    }
    return TransportResponse(status: 302, headers: headers)
  }
}
