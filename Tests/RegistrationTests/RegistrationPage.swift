import TestSupport
import FlowTransport
import Foundation
import LoopbackBrowser
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private let out = PrintedLines()

/// The Swift of `Docs/swift/registration-in-code.md`, in which `print` is called `out`.
enum RegistrationPage {
  /// What each part of the page prints.
  static func run(_ server: URL, browser: any SystemBrowserSession) async throws -> [String] {
    var configuration = RegistrationConfiguration(
      tenants: [
        .social: try Auth0Tenant(base: server, clientID: "loopback-social"),
        .passwordless: try Auth0Tenant(base: server, clientID: "loopback-email", connection: "email"),
      ],
      platform: ReadyPlatform(isNative: true), browser: browser, store: MemorySecretStore())
    configuration.backend = server.appendingPathComponent("rest")
    let service = try RegStateService(
      configuration, input: Registration.Input(backendCheck: true))
    let states = await service.requestRegState(urlScheme: "com.clueride.player")
    for await state in states {
      out(state)
      switch state.key {
      case .registrationRequired: try await service.select(.social)
      case .confirmationRequired: try await service.confirm()
      default: break
      }
      if state.key == .active || state.key == .error { break }
    }
    var desktop = configuration
    desktop.browser = LoopbackBrowserSession()
    desktop.browserCallback = URL(string: "http://127.0.0.1:7777/callback")
    let member = try await service.activeMember()
    out(member.displayName ?? "somebody", member)
    out(await service.profile()?.email ?? "nobody")
    var request = URLRequest(url: server)
    if let token = await service.accessToken() {
      out(token)
      request.setValue("Bearer " + token.text, forHTTPHeaderField: "Authorization")
    }
    try await service.tokenRejected()
    let state = await service.settled()
    out(state)
    out(state.letter?.meaning ?? "")
    try await service.logOut()
    out(await service.settled())
    out(await service.accessToken() == nil)
    do {
      try await service.confirm()
    } catch {
      out(error)
    }
    return out.take()
  }

  /// The server and the browser of the page.
  static func tenant() async throws -> (LoopbackServer, ScriptedBrowserSession) {
    let server = try await LoopbackServer { url in RegistrationLoopback(base: url) }
    let browser = ScriptedBrowserSession(URLSessionTransport())
    return (server, browser)
  }
}
