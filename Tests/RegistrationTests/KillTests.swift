import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import TestExtent
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Processes that are killed while they renew, at each request: before the site has carried it out, and after, when the
/// answer is lost. Whatever the moment, what is stored holds a refresh token that the site takes, and the next process
/// renews with it. One row is the exception that nobody can help: where the site takes no old token at all, an answer that
/// is lost takes the registration along.
@Suite(
  "A process that is killed while it renews", .serialized, .timeLimit(.minutes(20)),
  .enabled(
    if: TestExtent.includesClock,
    "only alone, because the processes depend on the clock: STATECHARTS_TESTS=clock"))
struct KillTests {
  /// When it is killed.
  enum Moment: String, CaseIterable, Sendable { case before, after }

  /// A request at which it is killed, and how the site rotates refresh tokens.
  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let moment: Moment
    let rotation: Auth0Settings.Rotation
    /// Whether the only new token is in the answer that is lost.
    var isLost: Bool {
      if case .leeway(seconds: 0) = rotation { path == "/oauth/token" && moment == .after } else { false }
    }
    var testDescription: String { "\(moment) \(path), \(rotation)" }
  }

  /// All that a renewal may ask for, in its order.
  static let paths = ["/oauth/token", "/.well-known/jwks.json", "/userinfo"]

  static let rows: [Row] = paths.flatMap { path in
    Moment.allCases.flatMap { moment in
      [.off, .leeway(seconds: 0), .leeway(seconds: 600), .untilUsed].map {
        Row(path: path, moment: moment, rotation: $0)
      }
    }
  }

  /// The process that runs, and where it is to be killed.
  private struct Plan: Sendable {
    var process: Int32?
    var row: Row?
  }

  /// Answers as the tenant does, and kills who asks.
  private final class Killer: LoopbackService {
    let tenant: RegistrationLoopback
    let plan = Locked(Plan())

    init(_ tenant: RegistrationLoopback) { self.tenant = tenant }

    func answer(_ request: ReceivedRequest) -> TransportResponse {
      let found = plan.withLock { plan -> (row: Row, process: Int32)? in
        guard let row = plan.row, row.path == request.path, let process = plan.process else { return nil }
        plan.row = nil
        return (row, process)
      }
      if let found, found.row.moment == .before {
        _ = kill(found.process, SIGKILL)
        return TransportResponse(status: 500)
      }
      let answer = tenant.answer(request)
      if let found { _ = kill(found.process, SIGKILL) }
      return answer
    }
  }

  /// Runs the command until it ends, or is killed.
  ///
  /// - Returns: whether it was killed, and what it has written.
  private static func run(
    _ arguments: [String], typing text: String, in folder: URL, _ killer: Killer, at row: Row? = nil
  ) async throws -> (isKilled: Bool, output: String) {
    let input = folder.appendingPathComponent("input")
    let output = folder.appendingPathComponent("output")
    try Data(text.utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = try Terminal.command()
    process.arguments = ["registration", "--follow"] + arguments
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    let isKilled = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Bool, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationReason == .uncaughtSignal) }
      do {
        // No request is answered before it is known whose it is.
        try killer.plan.withLock { plan in
          try process.run()
          plan = Plan(process: process.processIdentifier, row: row)
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return (isKilled, String(decoding: try Data(contentsOf: output), as: UTF8.self))
  }

  /// Lets the stored access token be over.
  private static func expire(_ folder: URL) throws {
    let store = TokenStore(try FileSecretStore(folder: folder))
    var data = try #require(try store.data())
    data.expiresAt = 1_000
    try store.replace(with: data)
  }

  /// Lets the renewal that is open have begun long ago.
  private static func age(_ folder: URL) throws {
    let store = TokenStore(try FileSecretStore(folder: folder))
    var data = try #require(try store.data())
    let opener = try #require(data.opener)
    data.opener = CapturedData.Opener(name: opener.name, time: opener.time - 30_000)
    try store.replace(with: data)
  }

  @Test("there is always a refresh token that is taken", arguments: rows)
  func renewal(row: Row) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "registration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let passed = Locked(0)
    let (server, killer) = try await LoopbackServer.start { url in
      var settings = Auth0Settings()
      settings.rotation = row.rotation
      // For the site some time goes by between two processes, so that no old token is taken in the same second.
      return Killer(
        RegistrationLoopback(
          base: url, settings: settings,
          now: { Int(Date().timeIntervalSince1970) + 10 * passed.withLock { $0 } }))
    }
    let kept = folder.appendingPathComponent("tokens")
    let arguments = ["--domain-url", server.url.absoluteString, "--store", kept.path, "--cross-check"]
    let registered = try await Self.run(
      arguments, typing: "social\nconfirm\nquit\n", in: folder, killer)
    #expect(registered.output.contains("== H ACTIVE"), "\(registered.output)")

    try Self.expire(kept)
    let killed = try await Self.run(arguments, typing: "quit\n", in: folder, killer, at: row)
    #expect(killed.isKilled, "\(killed.output)")
    let data = try #require(try TokenStore(try FileSecretStore(folder: kept)).data())
    #expect(data.isRenewalOpen && data.accessToken != nil && data.jwtToken != nil)
    passed.withLock { $0 += 1 }
    #expect(killer.tenant.accepts(try #require(data.refreshToken)) == !row.isLost)

    let count = server.log.received.count
    let next = try await Self.run(arguments, typing: "quit\n", in: folder, killer)
    if row.isLost {
      // The other process might still be there, so that nothing is cleared yet.
      #expect(!next.isKilled && next.output.contains("(tooManyRequests)"), "\(next.output)")
      #expect(try TokenStore(try FileSecretStore(folder: kept)).data()?.isRenewalOpen == true)
      try Self.age(kept)
      let last = try await Self.run(arguments, typing: "quit\n", in: folder, killer)
      #expect(!last.isKilled && last.output.contains("(invalidGrant)"), "\(last.output)")
      #expect(try TokenStore(try FileSecretStore(folder: kept)).data() == nil)
      await server.stop()
      return
    }
    #expect(!next.isKilled && next.output.contains("== C ACTIVE"), "\(next.output)")
    #expect(server.log.received.dropFirst(count).map(\.path) == Self.paths)
    let renewed = try #require(try TokenStore(try FileSecretStore(folder: kept)).data())
    #expect(!renewed.isRenewalOpen && renewed.accessToken != data.accessToken)
    #expect(killer.tenant.accepts(try #require(renewed.refreshToken)))
    await server.stop()
  }
}
