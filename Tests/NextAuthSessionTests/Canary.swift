import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// Where secrets are looked for.
enum Canary {
  /// Everything that runs have shown to anybody but the server.
  static func exposedText(_ bench: NextAuthBench, _ sessions: [AuthSession]) async throws -> String {
    var snapshots: [SessionSnapshot] = []
    var values: [Any] = [bench.nextAuth, bench.nextAuth.history]
    for session in sessions {
      snapshots.append(await session.snapshot())
      values += [session, await session.current] as [Any]
    }
    return try ExposedText.make(
      bench.watcher, snapshots: snapshots, values: values, requests: bench.log.received)
  }

  /// The secrets of a run: what the server has handed out, and what was typed.
  static func secrets(_ bench: NextAuthBench) -> [String] {
    let bytes = bench.server.issued + bench.loopback.issued
    let typed = [NextAuthBench.pin, NextAuthBench.finger, NextAuthBench.userInput]
    // Codes are bytes: in a text they would stand as base64 or digits.
    return typed.map(\.text)
      + bytes.flatMap { secret in
        secret.withBytes { [Base64.text($0), Base64.urlText($0), Hex.text($0)] }
      } + bytes.filter { String(validating: $0.bytes, as: UTF8.self) != nil && $0.count > 8 }.map(\.text)
  }

  static func leaks(_ bench: NextAuthBench, _ sessions: [AuthSession]) async throws -> [String] {
    SecretSearch.leaks(try await exposedText(bench, sessions), secrets(bench))
  }
}

@Suite("No secret of a nextAuth session leaves its place", .timeLimit(.minutes(20)))
struct CanaryTests {
  typealias Bench = NextAuthBench

  @Test("no secret is exposed, however a session is started")
  func journey() async throws {
    let bench = Bench(accounts: ["anna", "berta"])
    let login = Bench.login()
    var sessions = [try await bench.start()]
    sessions.append(
      try await bench.nextAuth.startSession(.text(Secret(Base64.text(bench.server.code(for: login).bytes)))))
    sessions.append(try await bench.nextAuth.startSession(data: bench.server.link(for: login)))
    sessions.append(try #require(try await bench.nextAuth.processPush(bench.server.push(for: login))))
    for session in sessions {
      await bench.clock.settle()
      #expect(try await Canary.leaks(bench, sessions).isEmpty)
      try await session.setAccount("anna", userInput: Bench.userInput)
      try await bench.give(session, .pin(Secret("c4n4ry-wr0ng")))
      try await bench.give(session, .biometric(Bench.finger))
      try await bench.expect(session, .active, .loggedIn)
      #expect(try await Canary.leaks(bench, sessions).isEmpty)
    }
    let appLogin = try await bench.startAppLogin { $0.accounts = ["anna"] }
    sessions.append(appLogin)
    try await bench.give(appLogin)
    #expect(appLogin.webSession != nil)
    #expect(try await Canary.leaks(bench, sessions).isEmpty)
    // Nor does a PIN that nobody asks for stay anywhere.
    await bench.refused(.notOffered, appLogin) { try await $0.setPinBiometric(.pin(Bench.pin)) }
    try await appLogin.logout()
    #expect(try await Canary.leaks(bench, sessions).isEmpty)
    #expect(Canary.secrets(bench).count > 20)
    // Names of accounts are in no trace.
    let traces = bench.watcher.text
    #expect(!traces.isEmpty && !traces.contains("anna") && !traces.contains("berta"))
  }

  @Test("PIN and web session are overwritten when they are used up")
  func overwritten() async throws {
    let bench = Bench()
    let session = try await bench.start()
    // A wrong one, of a length that nothing else has: the server keeps no copy of it.
    let pin = Bench.pin.bytes + Array("-of-this-test-alone".utf8)
    let erased = try await Secret.erased {
      try await session.setPinBiometric(.pin(Secret(pin)))
      await bench.clock.settle()
      try await bench.expect(session, asks: .waitForSecondFactor, .wrongFactor)
    }
    #expect(erased.contains(pin.count))
  }
}
