import Crypto
import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import Testing

/// The server of these tests is as strict as the one that it plays.
@Suite("The tenant in memory", .timeLimit(.minutes(20)))
struct LoopbackTests {
  private let server = RegistrationLoopback(base: RegistrationBench.base)
  private let pkce = PKCE { SHA256.hash(data: $0) }

  private func get(_ target: String) -> TransportResponse {
    server.answer(ReceivedRequest(method: "GET", target: target, headers: [:], body: [], port: 443))
  }

  private func post(_ target: String, _ body: JSONValue) -> (status: Int, json: JSONValue) {
    let answer = server.answer(
      ReceivedRequest(
        method: "POST", target: target, headers: ["Content-Type": "application/json"], body: body.bytes,
        port: 443))
    return (answer.status, JSONValue.read(answer.body) ?? .null)
  }

  private static let redirect = "com.clueride.player://x/callback"

  /// What asks for the page that sends a code by email.
  private var emailQuery: String {
    FormData.text([
      ("client_id", "loopback-email"), ("connection", "email"), ("redirect_uri", Self.redirect),
      ("response_type", "code"), ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"),
    ])
  }

  /// The fields that come back from the page.
  private func authorized(_ change: (inout [String: String]) -> Void = { _ in }) -> [String: String]? {
    var fields = [
      "response_type": "code", "client_id": "loopback-social", "redirect_uri": Self.redirect, "state": "s",
      "code_challenge": pkce.challenge, "code_challenge_method": "S256",
    ]
    change(&fields)
    let query = FormData.text(fields.map { ($0.key, $0.value) })
    guard let location = get("/authorize?" + query).headers["Location"] else { return nil }
    let back = FormData.fields(location.drop { $0 != "?" }.dropFirst()) ?? []
    return Dictionary(back.map { ($0.name, $0.value) }) { $1 }
  }

  private func exchange(_ code: String, _ change: (inout [String: JSONValue]) -> Void = { _ in }) -> (
    status: Int, json: JSONValue
  ) {
    var body: [String: JSONValue] = [
      "grant_type": "authorization_code", "client_id": "loopback-social", "code": .string(code),
      "code_verifier": .string(pkce.verifier.text), "redirect_uri": .string(Self.redirect),
    ]
    change(&body)
    return post("/oauth/token", .object(body))
  }

  @Test("an address with a name before its host is on no list, and a page says what is not on one")
  func callbacks() throws {
    server.change { $0.allowedCallbacks = ["http://127.0.0.1:*"] }
    let pages = ["http://127.0.0.1:1@example.org/", "https://example.org/"].map { address in
      let query = FormData.text([("client_id", "loopback-social"), ("redirect_uri", address)])
      let page = get("/authorize?" + query)
      #expect(page.status == 403 && page.headers["Location"] == nil)
      return String(decoding: page.body, as: UTF8.self)
    }
    #expect(pages.allSatisfy { $0.contains("redirect_uri is not allowed") })
    #expect(authorized { $0["redirect_uri"] = "http://127.0.0.1:7777/callback" }?["code"] != nil)
    let page = get("/authorize?client_id=other")
    #expect(
      page.status == 403 && String(decoding: page.body, as: UTF8.self).contains("client_id is not known"))
  }

  @Test("the page for the code of an email has a form for it, and takes the right one")
  func codePage() throws {
    let page = try #require(get("/authorize?" + emailQuery).headers["Location"])
    let code = try #require(server.mailedCode)
    for (typed, status) in [("", 200), ("&code=none", 400)] {
      let answer = get(page + typed)
      #expect(answer.status == status)
      #expect(String(decoding: answer.body, as: UTF8.self).contains(#"<form action="/u/email-code">"#))
    }
    let callback = get(page + "&code=" + code).headers["Location"]
    #expect(callback?.hasPrefix(Self.redirect) == true)
    #expect(get(page).status == 404)
  }

  @Test("the browser without a person says what a page says, and that nobody types only where nobody does")
  func words() async throws {
    let page = try #require(URL(string: "\(RegistrationBench.base.absoluteString)/authorize?\(emailQuery)"))
    let callback = try #require(URL(string: Self.redirect))
    for (code, words) in [
      ("wrong", "(The page shows status 400: The code is wrong. Continue)"),
      (nil, "(The page asks for a code from an email, which this browser cannot read.)"),
    ] as [(String?, String)] {
      let told = Locked<[String]>([])
      let browser = ScriptedBrowserSession(
        InProcessTransport(server, clock: ManualClock()), mailedCode: { code },
        report: { text in told.withLock { $0.append(text) } })
      await #expect(throws: BrowserProblem.closed) {
        try await browser.visit(page, callback: callback, isEphemeral: false) { _ in false }
      }
      let typed = code == nil ? [] : ["(An email with a code arrives, and the code is typed.)"]
      #expect(
        told.withLock { $0 } == ["(The browser opens tenant.example.org/authorize.)"] + typed
          + [words, "(The browser is closed.)"])
    }
  }

  @Test("errors that can't be sent to the app are shown on a page, and the others are sent")
  func pages() throws {
    #expect(authorized { $0["client_id"] = "other" } == nil)
    #expect(authorized { $0["redirect_uri"] = "https://example.org/" } == nil)
    #expect(authorized { $0["response_type"] = "token" }?["error"] == "invalid_request")
    #expect(authorized { $0["code_challenge_method"] = "plain" }?["error"] == "invalid_request")
    #expect(authorized { $0["code_challenge"] = nil }?["error"] == "invalid_request")
    #expect(authorized()?["state"] == "s")
    // Without a place to go, the browser stays there.
    #expect(get("/v2/logout?client_id=loopback-social").status == 200)
    #expect(get("/v2/logout?returnTo=https%3A%2F%2Fexample.org").status == 400)
  }

  @Test("a refresh token that comes back too late makes its family worthless, and so does revoking it")
  func families() throws {
    server.change { $0.rotation = .leeway(seconds: 0) }
    for isRevoked in [false, true] {
      let code = try #require(authorized()?["code"])
      let first = try #require(exchange(code).json["refresh_token"]?.text)
      let body: JSONValue = [
        "grant_type": "refresh_token", "client_id": "loopback-social", "refresh_token": .string(first),
      ]
      let second = try #require(post("/oauth/token", body).json["refresh_token"]?.text)
      #expect(first != second && server.accepts(Secret(second)))
      if isRevoked {
        #expect(
          post("/oauth/revoke", ["client_id": "loopback-social", "token": .string(second)]).status == 200)
      } else {
        // As if time had passed.
        server.change { $0.rotation = .leeway(seconds: -1) }
        #expect(post("/oauth/token", body).json["error"] == "invalid_grant")
        server.change { $0.rotation = .leeway(seconds: 0) }
      }
      #expect(!server.accepts(Secret(first)) && !server.accepts(Secret(second)))
    }
    #expect(post("/oauth/revoke", ["client_id": "loopback-social", "token": "unknown"]).status == 200)
  }

  @Test(
    "revoking ends one sign-in, or all of the person's where the tenant is set up so; of another app none")
  func grants() throws {
    for deletesGrant in [false, true] {
      server.change { $0.revocationDeletesGrant = deletesGrant }
      func signIn(_ client: String) throws -> Secret {
        let code = try #require(authorized { $0["client_id"] = client }?["code"])
        return Secret(
          try #require(exchange(code) { $0["client_id"] = .string(client) }.json["refresh_token"]?.text))
      }
      let (first, second) = (try signIn("loopback-social"), try signIn("loopback-social"))
      server.changePerson { $0.id = "google-oauth2|1906" }
      let (other, elsewhere) = (try signIn("loopback-social"), try signIn("loopback-email"))
      server.changePerson { $0.id = "google-oauth2|1815" }
      let wrong = post("/oauth/revoke", ["client_id": "loopback-email", "token": .string(first.text)])
      #expect(wrong.status == 400 && wrong.json["error"] == "invalid_grant" && server.accepts(first))
      _ = post("/oauth/revoke", ["client_id": "loopback-social", "token": .string(first.text)])
      #expect(!server.accepts(first) && server.accepts(second) == !deletesGrant)
      #expect(server.accepts(other) && server.accepts(elsewhere))
    }
  }
}
