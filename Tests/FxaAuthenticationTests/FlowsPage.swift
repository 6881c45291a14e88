import TestSupport
import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackBrowser
import LoopbackServer

private let out = PrintedLines()

struct Browser: SystemBrowserSession {
  func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    throw .closed
  }
}

/// The Swift of `Docs/swift/flows-in-code.md`, in which `print` is called `out`.
enum FlowsPage {
  /// The server of the page.
  static func server() async throws -> LoopbackServer {
    let account = try LoopbackAccount(email: "plain@example.org", password: Secret("correct horse"))
    let server = try await LoopbackServer { url in
      let fxa = FxaLoopback(base: url)
      fxa.add(account)
      return fxa
    }
    return server
  }

  /// What each part of the page prints.
  static func run(_ server: LoopbackServer) async throws -> [String] {
    try await signIn(server)
    try await refused(server)
    staging(server)
    try desktop(server)
    try passwords()
    secrets()
    return out.take()
  }

  private static func signIn(_ server: LoopbackServer) async throws {
    let auth = try MZAuthInApp(
      MZAuthConfiguration(guardian: server.url, accounts: server.url),
      input: FxaAuthentication.Input(platform: .ios))
    await auth.authenticate()
    var screen: FxaAuthentication.StateID?
    for await update in await auth.updates() where update.screen != screen {
      screen = update.screen
      if let error = update.error {
        // The same password again would be as wrong: what to do is for the person to say.
        out("not signed in: \(error.rawValue)")
        break
      }
      switch screen {
      case .start:
        try await auth.checkAccount("plain@example.org")
      case .signIn:
        try await auth.setPassword("correct horse")
        try await auth.signIn()
      default:
        break
      }
    }
    out(await auth.login?.email ?? "nobody")
  }

  private static func refused(_ server: LoopbackServer) async throws {
    let fresh = try MZAuthInApp(
      MZAuthConfiguration(guardian: server.url, accounts: server.url),
      input: FxaAuthentication.Input(platform: .ios, method: .webBased))
    await fresh.authenticate()
    do {
      try await fresh.signIn()
    } catch {
      out(error)
    }
  }

  private static func desktop(_ server: LoopbackServer) throws {
    let callback = try LoopbackBrowserSession.freeCallback(path: "/")
    let desktop = MZAuthConfiguration(
      guardian: server.url, accounts: server.url, browser: LoopbackBrowserSession(),
      browserCallback: callback)
    _ = desktop
  }

  private static func staging(_ server: LoopbackServer) {
    let staging = MZAuthConfiguration(
      guardian: server.url, redirectOrigins: [server.url], accounts: server.url)
    out(staging.redirectOrigins == [server.url])
  }

  private static func passwords() throws {
    let list = try CommonPasswords(frontCoded: "0password\n81\n5ord12\n0letmein!")
    out(list.contains("password1"), list.contains("Password1"))
  }

  private static func secrets() {
    out(Secret("hunter2"))
  }
}
