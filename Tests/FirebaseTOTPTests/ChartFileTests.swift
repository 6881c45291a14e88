import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP
import Statecharts
import StatechartsTesting
import StatechartsYAML
import TestSupport
import Testing

/// The flow run straight from its chart's file.
@Suite("Firebase from its chart's file")
struct ChartFileTests {
  @Test("enrolling, a wrong code and signing in leave the same trace as with the generated chart")
  func traces() async throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("charts/firebase-totp.yaml").path
    let loaded = try ChartLoader().load(path)
    let generated = try await trace(try FirebaseBench())
    let fromFile = try await trace(
      try FirebaseBench(binding: { try FirebaseTOTP.bound($0, chart: loaded) }))
    #expect(generated.count > 100)
    #expect(fromFile == generated)
  }

  /// What the inspector gets, in order, and when.
  private func trace(_ bench: FirebaseBench) async throws -> [String] {
    try await bench.begin()
    try await bench.enrol()
    try await bench.act(.signOut)
    await bench.clock.advance(by: .seconds(30))
    try await bench.signIn()
    try await bench.act(.submit(code: "000000"))
    await bench.expect(.askingCode, .invalidCode)
    let user = try #require(bench.server.user(FirebaseBench.email))
    let factor = try #require(user.factors.first)
    guard case .totp(let totp) = factor.kind else { return [] }
    try await bench.act(.submit(code: totp.code(at: bench.time)))
    await bench.expect(.signedIn)
    return bench.watcher.events.withLock { $0 }.map { event in
      // The server makes these ids at random.
      "\(event.time) \(event.chart) \(event.kind)"
        .replacing(user.localID, with: "user").replacing(factor.id, with: "factor")
    }
  }
}
