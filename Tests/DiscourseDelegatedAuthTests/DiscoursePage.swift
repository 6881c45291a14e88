import TestSupport
import DiscourseDelegatedAuthFlow
import FlowTransport
import Foundation
import LoopbackServer
import DiscourseLoopback

private let out = PrintedLines()

/// The Swift of `Docs/swift/discourse-in-code.md`, in which `print` is called `out`.
enum DiscoursePage {
  /// What each part of the page prints.
  static func run(
    _ address: String, redirect: URL, browser: any SystemBrowserSession, webView: any EmbeddedWebView
  ) async throws -> [String] {
    var configuration = DelegatedAuthConfiguration(
      applicationName: "Forum Reader", authRedirect: redirect, browser: browser, webView: webView,
      store: MemorySecretStore())
    configuration.scopes = ["notifications", "session_info"]
    let auth = try DelegatedAuthentication(configuration)
    await auth.start()
    try await auth.open(address)
    for await update in await auth.updates() where update.username != nil {
      out(update.siteTitle ?? "", update.username ?? "")
      break
    }
    let answer = try await auth.send(.get, "/notifications.json")
    out(answer.status)
    do {
      _ = try await auth.send(.get, "/admin/users.json")
    } catch {
      out(error)
    }
    try await auth.logOut()
    await auth.settled()
    return out.take()
  }

  /// The site and the browsers of the page.
  static func site() async throws -> (LoopbackServer, ScriptedBrowserSession, ScriptedWebView) {
    let server = try await LoopbackServer { url in
      let site = DiscourseLoopback(base: url)
      site.add(DiscourseUser("ada", password: Secret("correct horse")))
      return site
    }
    let person = ScriptedBrowserSession.Person(name: "ada", password: Secret("correct horse"))
    let pages = URLSessionTransport()
    let browser = ScriptedBrowserSession(pages, person: person)
    let webView = ScriptedWebView(pages)
    return (server, browser, webView)
  }
}
