import FlowTransport
import Foundation
import LoopbackServer

// Who is logged on, and how somebody becomes that.
extension DiscourseLoopback {
  func answerLogin(_ request: SiteRequest, _ state: inout State) -> TransportResponse? {
    let otp = "/session/otp/"
    return switch (request.method, request.path) {
    case ("GET", "/login"): loginPage()
    case ("POST", "/login"): logOn(request, &state)
    case ("GET", let path) where path.hasPrefix(otp):
      otpPage(String(path.dropFirst(otp.count)), request, &state)
    case ("POST", let path) where path.hasPrefix(otp):
      useOTP(String(path.dropFirst(otp.count)), request, &state)
    default: nil
    }
  }

  func login(of request: SiteRequest, _ state: State) -> (Login, DiscourseUser)? {
    guard let cookie = request.cookies["_t"], let login = state.logins[cookie],
      let user = state.users[login.user]
    else { return nil }
    return (login, user)
  }

  private func begin(_ user: String, _ state: inout State) -> (name: String, value: String) {
    let cookie = Hex.text(SecureRandom.bytes(16))
    state.logins[cookie] = Login(user: user, csrf: Hex.text(SecureRandom.bytes(16)))
    state.issued.append(cookie)
    return ("_t", cookie)
  }

  // MARK: With a password

  /// The real page sends the form with a script; what comes of it is the same.
  private func loginPage(_ problem: String = "") -> TransportResponse {
    HTML.page(
      "Log in",
      "<p>\(problem)</p>"
        + HTML.form(
          place("/login"), [], button: "Log in",
          "<input type=\"text\" name=\"login\"><input type=\"password\" name=\"password\">"))
  }

  private func logOn(_ request: SiteRequest, _ state: inout State) -> TransportResponse {
    guard let user = state.users[request.parameters["login"] ?? ""],
      user.password == Secret(request.parameters["password"] ?? "")
    else { return loginPage("Incorrect username, email or password") }
    let target = request.cookies["destination_url"] ?? place("/")
    // Nobody is sent elsewhere by a cookie; an address that begins with two slashes leads to another site.
    let isHere =
      target.hasPrefix("/") && !target.hasPrefix("//")
      && target.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\\") }
    return Self.redirect(isHere ? target : place("/"), cookie: begin(user.name, &state))
  }

  // MARK: With a one-time password

  private func user(of otp: String, _ state: State) -> String? {
    guard let (user, end) = state.otps[otp], end > now() else { return nil }
    return user
  }

  /// A page with a button, so that nobody is logged on by following a link of somebody else.
  private func otpPage(_ otp: String, _ request: SiteRequest, _ state: inout State) -> TransportResponse {
    guard let user = user(of: otp, state) else { return invalidOTP() }
    if login(of: request, state)?.1.name == user {
      state.otps[otp] = nil
      return Self.redirect(place("/"))
    }
    return HTML.page(
      "Log in",
      HTML.form(place("/session/otp/" + otp), [], button: "Finish login", "<p>As \(HTML.escaped(user))</p>"))
  }

  private func useOTP(_ otp: String, _ request: SiteRequest, _ state: inout State) -> TransportResponse {
    guard let user = user(of: otp, state) else { return invalidOTP() }
    state.otps[otp] = nil
    return Self.redirect(place("/"), cookie: begin(user, &state))
  }

  private func invalidOTP() -> TransportResponse {
    HTML.page("Error", "<div class=\"alert alert-error\">Missing, invalid or expired token</div>")
  }

  // MARK: The start page

  /// Calls the app when it asks for that and nobody is logged on.
  func home(_ request: SiteRequest, _ state: State) -> TransportResponse {
    if let (_, user) = login(of: request, state) {
      return HTML.page(
        state.settings.title, "<p>Welcome, \(HTML.escaped(user.name))</p>", isLoggedIn: true)
    }
    if let pem = request.parameters["user_api_public_key"], let redirect = request.parameters["auth_redirect"]
    {
      guard SiteEncryption.PublicKey(pem) != nil, isAllowed(redirect, state),
        state.settings.allowedScopes.contains("one_time_password")
      else {
        return TransportResponse(
          status: 200, headers: ["Content-Type": "text/plain"], body: Array("invalid parameters".utf8))
      }
      return Self.redirect(redirect + "?otp=true")
    }
    if state.settings.loginRequired { return Self.redirect(place("/login")) }
    return HTML.page(state.settings.title, "<p>Welcome, stranger</p>")
  }
}
