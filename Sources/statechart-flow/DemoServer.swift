import FlowTransport
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow

/// The server that stands in for nextAuth's, with two accounts.
enum DemoServer {
  static let accounts = ["anna", "berta"]
  static let pin = "2580"
  /// What the fingerprint unlocks.
  static let finger = Secret("finger")

  /// Starts the server.
  static func start(port: Int) async throws -> (LoopbackServer, NextAuthStandIn) {
    let standIn = NextAuthStandIn()
    for account in accounts { standIn.addAccount(account) }
    standIn.setFactors(pin: Secret(pin), biometric: finger)
    return (try await LoopbackServer(port: port) { _ in NextAuthLoopback(standIn) }, standIn)
  }
}
