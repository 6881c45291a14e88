import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

extension FxaBench: FlowBench {
  func exposedText(isQuick: Bool) async throws -> String {
    let update = await app.current
    // The one address that the account server leads to holds a code that is good once and needs the verifier; that is
    // its protocol.
    let landings = ["/vpn/client/login/success", "/oauth/success"]
    let addresses = log.received.filter { !landings.contains($0.path) }.map(\.target)
    return try Told.text(
      watcher, snapshots: [await app.snapshot()],
      values: [app, update, await app.login as Any] + update.outputs, requests: log.received,
      addresses: addresses + browser.visited.withLock { $0 }.map(\.absoluteString), isQuick: isQuick)
  }

  /// The secrets of a run.
  func secrets() throws -> [String] {
    var found = [Self.password, "wrong-c4n4ry", try Self.authPW.get().text]
    found += server.mails.map(\.code.text) + server.tokens.map(\.text)
    for request in log.received {
      let body = JSONValue.read(request.body)
      found += ["code", "code_verifier", "unblockCode", "authPW"].compactMap { body?[$0]?.text }
      if let header = request.headers["Authorization"] { found.append(header) }
      if let header = request.headers["Authorization"], header.hasPrefix("Bearer ") {
        found.append(String(header.dropFirst(11)))
      }
    }
    found += server.issued
    return Array(Set(found)).filter { $0.utf8.count >= 6 }
  }
}

/// Looks, at the end of each test, for the secrets of every flow that the test has made in what that flow has told.
struct SecretScan: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  /// The flows of the running test.
  @TaskLocal static var benches: Locked<[FxaBench]>?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let benches = Locked<[FxaBench]>([])
    try await Self.$benches.withValue(benches) { try await function() }
    for (number, bench) in benches.withLock({ $0 }).enumerated() {
      #expect(try await bench.leaks().isEmpty, "flow \(number + 1)")
    }
  }
}

extension Trait where Self == SecretScan {
  /// No flow of a test tells a secret.
  static var scanned: Self { SecretScan() }
}
