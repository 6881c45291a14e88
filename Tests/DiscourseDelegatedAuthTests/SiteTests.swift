import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import Testing

/// The site of the tests does what Discourse does (the reference's sections 4.2 to 4.7).
@Suite("The site of the tests", .timeLimit(.minutes(20)))
struct SiteTests {
  /// A site with a browser.
  private struct Visit {
    let time = Locked(1_000)
    let site: DiscourseLoopback
    let agent: WebAgent
    let pem: String

    init(
      _ settings: (inout DiscourseSettings) -> Void = { _ in },
      user change: (inout DiscourseUser) -> Void = { _ in }
    )
      throws
    {
      var own = DiscourseSettings()
      settings(&own)
      let time = time
      site = DiscourseLoopback(base: DiscourseBench.base, settings: own, now: { time.withLock { $0 } })
      var ada = DiscourseUser("ada", password: Secret("word"))
      change(&ada)
      site.add(ada)
      agent = WebAgent(InProcessTransport(site, clock: ManualClock()))
      pem = try DiscourseBench.pair.get().publicKeyPEM
    }

    /// Asks without a browser.
    func ask(
      _ method: String, _ target: String, key: String? = nil, form: [(name: String, value: String)]? = nil
    )
      -> TransportResponse
    {
      var headers: TransportHeaders = [:]
      if let key { headers["User-Api-Key"] = key }
      if form != nil { headers["Content-Type"] = "application/x-www-form-urlencoded" }
      return site.answer(
        ReceivedRequest(
          method: method, target: target, headers: headers, body: Array(FormData.text(form ?? []).utf8),
          port: 443))
    }

    /// The usual parameters.
    func fields(_ changes: [String: String?] = [:]) -> [(name: String, value: String)] {
      var fields = [
        "application_name": "App", "client_id": "c", "scopes": "notifications,session_info",
        "public_key": pem,
        "nonce": "n", "auth_redirect": "discourse://auth_redirect",
      ]
      for (name, value) in changes { fields[name] = value }
      return fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    /// Logs on and allows, with other fields in the form than in the address.
    func allow(
      _ path: String = "/user-api-key/new", _ changes: [String: String?] = [:], form: [String: String] = [:]
    ) async throws -> WebAgent.Arrival {
      let url = try #require(
        URL(string: DiscourseBench.base.absoluteString + path + "?" + FormData.text(fields(changes))))
      let mayGo: @Sendable (URL) async -> Bool = { $0.scheme == "https" }
      var arrival = try await agent.go(to: url, mayGo: mayGo)
      for _ in 0..<2 {
        guard case .page(let page) = arrival, let shown = page.forms.first else { return arrival }
        let filling = shown.has("password") ? ["login": "ada", "password": "word"] : form
        arrival = try await agent.submit(shown, on: page, filling: filling, mayGo: mayGo)
      }
      return arrival
    }

    /// A key of the site.
    func key(_ changes: [String: String?] = [:]) async throws -> String {
      let before = site.issued.count
      _ = try await allow("/user-api-key/new", changes)
      return try #require(
        site.issued.dropFirst(before).last {
          $0.count == 32 && ask("GET", "/session/current.json", key: $0).status != 403
        })
    }
  }

  private func status(_ arrival: WebAgent.Arrival) -> Int? {
    if case .page(let page) = arrival { page.status } else { nil }
  }

  private func address(_ arrival: WebAgent.Arrival) -> String? {
    if case .left(let url) = arrival { url.absoluteString } else { nil }
  }

  @Test(
    "needs all parameters", arguments: ["application_name", "client_id", "scopes", "public_key", "nonce"])
  func missing(name: String) throws {
    let visit = try Visit()
    let query = FormData.text(visit.fields([name: nil as String?]))
    #expect(visit.ask("GET", "/user-api-key/new?" + query).status == 400)
  }

  @Test("takes no form of a stranger, nor one without its own mark")
  func strangers() async throws {
    let visit = try Visit()
    #expect(visit.ask("POST", "/user-api-key", form: visit.fields()).status == 403)
    #expect(visit.ask("POST", "/user-api-key/otp", form: visit.fields()).status == 403)
    #expect(status(try await visit.allow(form: ["authenticity_token": "x"])) == 403)
  }

  @Test("calls allowed addresses alone, where a star stands for anything")
  func redirects() async throws {
    let visit = try Visit { $0.allowedRedirects = ["https://x.example/*/end", "app://back"] }
    #expect(status(try await visit.allow()) == 403)
    for (allowed, other) in [("app://back", "app://back2"), ("app://back", "app://bac")] {
      #expect(
        address(try await visit.allow("/user-api-key/new", ["auth_redirect": allowed]))?.hasPrefix(allowed)
          == true)
      #expect(status(try await visit.allow("/user-api-key/new", ["auth_redirect": other])) == 403)
      #expect(status(try await visit.allow("/user-api-key/otp", ["auth_redirect": other])) == 403)
    }
  }

  @Test("gives keys to those who may have them, and to those who run the site")
  func people() async throws {
    #expect(status(try await Visit(user: { $0.mayHaveKeys = false }).allow()) == 200)
    let staff = try Visit(user: {
      $0.mayHaveKeys = false
      $0.isStaff = true
    })
    #expect(address(try await staff.allow()) != nil)
  }

  @Test("the page that asks for consent names the app and what it may do")
  func consent() async throws {
    let visit = try Visit()
    let url = DiscourseBench.base.absoluteString + "/user-api-key/new?" + FormData.text(visit.fields())
    let arrival = try await visit.agent.go(to: try #require(URL(string: url))) { _ in true }
    guard case .page(let login) = arrival, let form = login.forms.first else {
      Issue.record("no page")
      return
    }
    let shown = try await visit.agent.submit(form, on: login, filling: ["login": "ada", "password": "word"]) {
      _ in true
    }
    guard case .page(let page) = shown else {
      Issue.record("no page")
      return
    }
    let text = page.html
    for words in ["App", "read and clear notifications", "read user session info"] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(!text.contains("write all"))
  }

  @Test("gives no scopes but the allowed ones")
  func scopes() async throws {
    let visit = try Visit { $0.allowedScopes = ["notifications", "session_info"] }
    #expect(status(try await visit.allow("/user-api-key/new", ["scopes": "write"])) == 200)
    #expect(status(try await visit.allow(form: ["scopes": "notifications,one_time_password"])) == 403)
    #expect(status(try await visit.allow("/user-api-key/otp")) == 403)
    #expect(visit.site.openKeys == 0)
  }

  @Test("pushes to allowed addresses, for the scopes that have notifications")
  func push() async throws {
    for (scopes, url, hasPush) in [
      ("notifications", "https://push.example/1", true), ("push", "https://push.example/1", true),
      ("session_info", "https://push.example/1", false), ("notifications", "https://other.example/", false),
    ] {
      let bench = try DiscourseBench {
        $0.scopes = ["session_info", scopes]
        $0.pushURL = URL(string: url)
      } site: {
        $0.allowedPushURLs = ["https://push.example/*"]
      }
      try await bench.open()
      #expect(await bench.app.current.hasPush == hasPush, "\(scopes) \(url)")
    }
  }

  @Test("a key that can't be read is refused")
  func unreadable() throws {
    let visit = try Visit()
    for pem in [
      "x", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", visit.pem.replacing("+", with: " "),
    ]
    where pem != visit.pem {
      #expect(
        visit.ask("GET", "/user-api-key/new?" + FormData.text(visit.fields(["public_key": pem]))).status
          == 400)
    }
  }

  @Test("counts requests in a minute and in a day, and says how long to wait")
  func limits() async throws {
    let visit = try Visit {
      $0.requestsPerMinute = 3
      $0.requestsPerDay = 5
    }
    let key = try await visit.key()
    func ask() -> TransportResponse { visit.ask("GET", "/session/current.json", key: key) }
    // Finding the key was a request.
    #expect([ask(), ask()].allSatisfy { $0.status == 200 })
    let minute = ask()
    #expect(minute.status == 429)
    #expect(minute.headers["Retry-After"] == "60")
    #expect(minute.headers["Discourse-Rate-Limit-Error-Code"] == "user_api_key_limiter_60_secs")
    visit.time.withLock { $0 += 60 }
    #expect([ask(), ask()].allSatisfy { $0.status == 200 })
    let day = ask()
    #expect(day.headers["Discourse-Rate-Limit-Error-Code"] == "user_api_key_limiter_1_day")
    #expect(day.headers["Retry-After"] == "86340")
    visit.time.withLock { $0 += 86_340 }
    #expect(ask().status == 200)
  }

  @Test("a one-time password is good once and for ten minutes, with a button, or without for whom it is")
  func oneTimePasswords() async throws {
    let visit = try Visit()
    func otp() async throws -> String {
      _ = try await visit.allow("/user-api-key/otp")
      return try #require(visit.site.issued.last)
    }
    let fresh = WebAgent(InProcessTransport(visit.site, clock: ManualClock()))
    func page(_ otp: String, _ agent: WebAgent) async throws -> WebAgent.Page? {
      let url = try #require(URL(string: "https://forum.example.org/session/otp/" + otp))
      guard case .page(let page) = try await agent.go(to: url, mayGo: { _ in true }) else { return nil }
      return page
    }
    // Looking at the page is not using it.
    let first = try await otp()
    for _ in 0..<2 { #expect(try await page(first, fresh)?.forms.count == 1) }
    // Whom it is for is on the site already: it is used up, and leads to the start page.
    #expect(try await page(first, visit.agent)?.url.path == "/")
    #expect(try await page(first, fresh)?.forms.isEmpty == true)
    let second = try await otp()
    visit.time.withLock { $0 += 599 }
    let shown = try #require(try await page(second, fresh))
    visit.time.withLock { $0 += 1 }
    let form = try #require(shown.forms.first)
    guard case .page(let late) = try await fresh.submit(form, on: shown, mayGo: { _ in true }) else { return }
    #expect(late.html.contains("invalid or expired"))
    #expect(visit.site.openOTPs.isEmpty)
    let third = try await otp()
    let again = try #require(try await page(third, fresh))
    let button = try #require(again.forms.first)
    guard case .page(let home) = try await fresh.submit(button, on: again, mayGo: { _ in true }) else {
      return
    }
    #expect(home.url.path == "/" && home.html.contains("ada"))
    guard case .page(let twice) = try await fresh.submit(button, on: again, mayGo: { _ in true }) else {
      return
    }
    #expect(twice.html.contains("invalid or expired"))
  }

  @Test("calls the app from its start page when nobody is logged on, and only at allowed addresses")
  func callsApp() throws {
    let visit = try Visit()
    func home(_ pem: String, _ redirect: String) -> TransportResponse {
      visit.ask("GET", "/?" + FormData.text([("user_api_public_key", pem), ("auth_redirect", redirect)]))
    }
    let answer = home(visit.pem, "discourse://auth_redirect")
    #expect(answer.status == 302)
    #expect(answer.headers["Location"] == "discourse://auth_redirect?otp=true")
    for wrong in [home("x", "discourse://auth_redirect"), home(visit.pem, "evil://app")] {
      #expect(wrong.status == 200)
      #expect(wrong.headers["Content-Type"] == "text/plain")
      #expect(wrong.headers["Location"] == nil)
    }
  }
}
