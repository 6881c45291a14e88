import TestSupport
import FlowTransport
import Foundation
import Testing
import NextAuthLoopback
import LoopbackServer
import NextAuthSessionFlow

private let out = PrintedLines()

/// The Swift of the page `Docs/swift/nextauth-in-code.md`.
enum NextAuthPage {
  struct Screens: NextAuthCallbacks {
    func confirmLogin(_ session: AuthSession, accounts: [String], announceInfo: String?) async {
      out(announceInfo ?? "Somebody", "asks for", accounts)
      try? await session.setAccount(accounts[0])
    }

    func secondFactor(_ session: AuthSession, _ event: SecondFactorEvent) async {
      guard case .verify = event else { return out(event) }
      try? await session.setPinBiometric(.pin(Secret("2580")))
    }

    func sessionLogin(_ session: AuthSession, isOneShot: Bool, sessionInfo: String?) async {
      out(sessionInfo ?? "logged in")
    }
  }

  static func run(_ server: URL, code: Secret, link: Secret, push: Secret) async throws -> [String] {
    let settings = try NextAuthSettings([
      "secondFactorUserInputTimeout": "1m", "expiryHistoryItems": "2160h",
    ])
    let nextAuth = NextAuth(
      NextAuthConfiguration(
        transport: StandInTransport(server), callbacks: Screens(), settings: settings))
    let session = try await nextAuth.startSession(.bytes(code))
    for await update in await session.updates() where update.historyStatus == .loggedIn {
      out(update)
      break
    }
    try await session.logout()
    out(await session.current)
    do {
      try await session.setAccount("anna")
    } catch {
      out(error)
    }
    let byLink = try await nextAuth.startSession(data: link)
    try await byLink.stopSession()
    if let byPush = try await nextAuth.processPush(push) {
      try await byPush.stopSession()
    }
    out(nextAuth.history)
    await nextAuth.accountDeleted("anna")
    out(nextAuth.history)
    return out.take()
  }

  /// The page's test of an app.
  static func test() async throws {
    let standIn = NextAuthStandIn()
    standIn.addAccount("anna")
    standIn.setFactors(pin: Secret("2580"))
    let server = try await LoopbackServer { _ in NextAuthLoopback(standIn) }
    let nextAuth = NextAuth(
      NextAuthConfiguration(transport: StandInTransport(server.url), callbacks: Screens()))
    let session = try await nextAuth.startSession(.bytes(standIn.code()))
    #expect(await session.current.isOver == false)
    try await session.stopSession()
    await server.stop()
  }
}
