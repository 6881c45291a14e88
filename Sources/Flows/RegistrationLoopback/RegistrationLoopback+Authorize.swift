import FlowTransport
import LoopbackServer

/// The pages, and who is in front of them.
extension RegistrationLoopback {
  /// `/authorize`. An error that can't be sent to the app is shown on a page.
  static func authorize(_ request: Auth0Request, _ state: inout State) -> TransportResponse {
    let query = request.query
    guard let client = query["client_id"], state.settings.clientIDs.contains(client) else {
      return page("client_id is not known.", status: 403)
    }
    guard let redirectURI = query["redirect_uri"], isAllowed(redirectURI, state.settings) else {
      return page("redirect_uri is not allowed.", status: 403)
    }
    guard query["response_type"] == "code" else {
      return refuse(query, "invalid_request", "response_type has to be code.")
    }
    guard query["code_challenge_method"] == "S256" else {
      return refuse(query, "invalid_request", "code_challenge_method has to be S256.")
    }
    guard query["code_challenge"]?.utf8.count == 43 else {
      return refuse(query, "invalid_request", "code_challenge has to have 43 characters.")
    }
    guard query["prompt"].map({ ["select_account", "login"].contains($0) }) ?? true else {
      return refuse(query, "invalid_request", "prompt is not supported.")
    }
    if query["connection"] == "email" {
      let ticket = Base64.urlText(SecureRandom.bytes(12))
      state.tickets[ticket] = (query, mail(state.person.email, &state))
      return redirect("/u/email-code", [("ticket", ticket)])
    }
    // The browser's login is used again, even for another person, unless the page has to ask.
    if query["prompt"] == nil, let person = request.cookies[Self.cookieName].flatMap({ state.visits[$0] }) {
      return signIn(query, person, request.now, &state)
    }
    var response = signIn(query, state.person, request.now, &state)
    if state.person.deed == .agrees {
      let cookie = secret(&state)
      state.visits[cookie] = state.person
      response.headers["Set-Cookie"] = "\(Self.cookieName)=\(cookie); Path=/; HttpOnly"
    }
    return response
  }

  /// The name of the identity provider's cookie.
  private static let cookieName = "idp"

  /// The page that asks for the code of an email.
  static func typeCode(_ request: Auth0Request, _ state: inout State) -> TransportResponse {
    guard let name = request.query["ticket"], let ticket = state.tickets[name] else {
      return page("Nobody waits for a code here.", status: 404)
    }
    guard let code = request.query["code"], state.person.deed != .leaves else {
      return codePage("An email with a code was sent.", name)
    }
    guard code == ticket.code else { return codePage("The code is wrong.", name, status: 400) }
    state.tickets[name] = nil
    var person = state.person
    person.id = "email|" + person.email
    person.isEmailVerified = true
    return signIn(ticket.page, person, request.now, &state)
  }

  /// A page with a form for the code. The ticket has no characters that mean anything in a page.
  private static func codePage(_ text: String, _ ticket: String, status: Int = 200) -> TransportResponse {
    page(
      text,
      form: """
        <form action="/u/email-code"><input type="hidden" name="ticket" value="\(ticket)">
        <input name="code" inputmode="numeric" autocomplete="one-time-code" autofocus><button>Continue</button></form>
        """, status: status)
  }

  private static func signIn(
    _ query: [String: String], _ person: Auth0Person, _ now: Int, _ state: inout State
  ) -> TransportResponse {
    switch person.deed {
    case .leaves: return page("Sign in.")
    case .refuses: return refuse(query, "access_denied", "The person has refused.")
    case .agrees: break
    }
    state.families += 1
    let grant = Grant(
      person: person, client: query["client_id"] ?? "", nonce: query["nonce"], family: state.families)
    let code = secret(&state)
    state.codes[code] = Code(
      grant: grant, redirectURI: query["redirect_uri"] ?? "", challenge: query["code_challenge"] ?? "",
      end: now + state.settings.codeLifetime)
    return redirect(query["redirect_uri"] ?? "", [("code", code), ("state", query["state"] ?? "")])
  }

  private static func refuse(
    _ query: [String: String], _ error: String, _ description: String
  ) -> TransportResponse {
    redirect(
      query["redirect_uri"] ?? "",
      [("error", error), ("error_description", description), ("state", query["state"] ?? "")])
  }

  /// Sends an email with a code.
  private static func mail(_ email: String, _ state: inout State) -> String {
    let code = SecureRandom.text(6, of: "0123456789")
    state.issued.append(code)
    state.mails.append((email, code))
    return code
  }

  /// `/passwordless/start`, for apps that ask for the address themselves.
  static func startPasswordless(
    _ request: Auth0Request, _ state: inout State
  ) throws(Auth0Refusal) -> JSONValue {
    let email = try request.field("email")
    guard state.settings.clientIDs.contains(try request.field("client_id")),
      request.body["connection"]?.text == "email"
    else { throw Auth0Refusal(400, "bad.connection", "Connection does not exist") }
    state.otps[email] = mail(email, &state)
    return [
      "_id": .string(Hex.text(SecureRandom.bytes(12))), "email": .string(email), "email_verified": false,
    ]
  }

  /// `/v2/logout`. Without an address to lead back to the browser stays.
  static func logOut(_ request: Auth0Request, _ state: inout State) -> TransportResponse {
    if let cookie = request.cookies[cookieName] { state.visits[cookie] = nil }
    guard let returnTo = request.query["returnTo"] else { return page("OK") }
    return isAllowed(returnTo, state.settings)
      ? redirect(returnTo) : page("returnTo is not allowed.", status: 400)
  }
}
