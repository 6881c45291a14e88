import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// Where secrets are looked for.
enum Canary {
  /// Everything that a run has told anybody but the servers.
  ///
  /// - Parameter isQuick: leaves out what printing and reflecting each step would show; a line of JSON shows as much.
  static func told(_ bench: FxaBench, isQuick: Bool = false) async throws -> String {
    let update = await bench.app.current
    // The one address that the account server leads to holds a code that is good once and needs the verifier; that is
    // its protocol.
    let landings = ["/vpn/client/login/success", "/oauth/success"]
    let addresses = bench.log.received.filter { !landings.contains($0.path) }.map(\.target)
    return try Told.text(
      bench.watcher, snapshots: [await bench.app.snapshot()],
      values: [bench.app, update, await bench.app.login as Any] + update.outputs,
      requests: bench.log.received,
      addresses: addresses + bench.browser.visited.withLock { $0 }.map(\.absoluteString), isQuick: isQuick)
  }

  /// The secrets of a run.
  static func secrets(_ bench: FxaBench) throws -> [String] {
    var found = [
      FxaBench.password, "wrong-c4n4ry",
      try FxaBench.authPW.get().text,
    ]
    found += bench.server.mails.map(\.code.text) + bench.server.tokens.map(\.text)
    for request in bench.log.received {
      let body = JSONValue.read(request.body)
      found += ["code", "code_verifier", "unblockCode", "authPW"].compactMap { body?[$0]?.text }
      if let header = request.headers["Authorization"] { found.append(header) }
      if let header = request.headers["Authorization"], header.hasPrefix("Bearer ") {
        found.append(String(header.dropFirst(11)))
      }
    }
    found += bench.server.issued
    return Array(Set(found)).filter { $0.utf8.count >= 6 }
  }

  /// The secrets of a run that were told to somebody.
  static func leaks(_ bench: FxaBench, isQuick: Bool = false) async throws -> [String] {
    SecretSearch.leaks(try await told(bench, isQuick: isQuick), try secrets(bench))
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
      #expect(try await Canary.leaks(bench).isEmpty, "flow \(number + 1)")
    }
  }
}

extension Trait where Self == SecretScan {
  /// No flow of a test tells a secret.
  static var scanned: Self { SecretScan() }
}
