import Dispatch
import FlowTransport
import Foundation
import LoopbackServer
import RegistrationLoopback
import TestExtent
import Testing

/// What the command says where it cannot do what it is asked.
@Suite("The registration in the terminal", .timeLimit(.minutes(20)))
struct TerminalTests {
  @Test(
    "empty values are refused before anything is started", arguments: ["--store", "--client-id", "--scheme"])
  func empty(option: String) throws {
    let run = try Terminal.run(["registration", option, ""], typing: "quit\n")
    #expect(run.output.isEmpty && run.status == 64, "\(run)")
  }

  @Test(
    "what cannot be meant is refused before anything is started, and no password is shown",
    arguments: [
      ["--domain-url", "https://user:passw0rd@example.org"], ["--domain-url", "https://example.org/?x=1"],
      ["--domain-url", "https://exa_mple.org"], ["--domain-url", "http://example.org"],
      ["--backend", "https://example.org#x"], ["--backend-check", "--domain-url", "https://example.org"],
      ["--agreed-token", ""], ["--grace=-5"], ["--grace", "-5"], ["--grace=9999999999"],
      ["--check-tokens", "/dev/null/x"],
      ["--check-tokens", "/"], ["--store", "/dev/null"], ["--scheme", "http"],
    ])
  func refused(arguments: [String]) throws {
    let run = try Terminal.run(["registration"] + arguments, typing: "quit\n", tellsErrors: true)
    #expect(run.status == 64 && run.output.contains("Usage: statechart-flow registration"), "\(run)")
    let option = arguments[0].prefix { $0 != "=" }
    #expect(run.output.prefix { $0 != "\n" }.contains(option), "\(run)")
    #expect(!run.output.contains("passw0rd") && !run.output.contains("=="), "\(run)")
  }

  @Test("what cannot be done yet is said, with what can be done")
  func notYet() throws {
    let run = try Terminal.run(["registration"], typing: "confirm\nquit\n")
    #expect(
      run.output.contains("`confirm` is not available now. You can type: `social`, `email`, `clear`, "),
      "\(run)"
    )
  }

  @Test("the error with which a site refuses is said")
  func siteRefuses() throws {
    let run = try Terminal.run(["registration"], typing: "refuses\nsocial\nquit\n")
    #expect(run.output.contains("(The site reports the error access_denied.)"), "\(run)")
  }

  @Test("where a registration lies that can't be read is said")
  func unreadable() throws {
    let store = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")
    let record = store.appendingPathComponent("registration.secret")
    try FileManager.default.createDirectory(
      at: record, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: store) }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: store.path)
    let run = try Terminal.run(["registration", "--store", store.path], typing: "quit\n")
    #expect(run.output.contains("In \(store.path), registration.secret must be a file"), "\(run)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: store.path)
    let refused = try Terminal.run(
      ["registration", "--store", store.path], typing: "quit\n", tellsErrors: true)
    #expect(refused.status == 64 && refused.output.contains("Run `chmod 700` on it."), "\(refused)")
  }

  @Test(
    "how long to wait is said, and nobody is offered to ask a back-end that is not there",
    .enabled(
      if: TestExtent.includesClock,
      "only alone, because the processes depend on the clock: STATECHARTS_TESTS=clock"))
  func words() async throws {
    let server = try await LoopbackServer { url in
      let tenant = RegistrationLoopback(base: url)
      tenant.answerNext("/oauth/token", with: TransportResponse(status: 429, headers: ["Retry-After": "17"]))
      tenant.answerNext("/oauth/revoke", with: TransportResponse(status: 503))
      tenant.answerNext("/oauth/revoke", with: .page("<p>Sign in</p>"))
      return tenant
    }
    let url = server.url.absoluteString
    // Elsewhere, for the server needs the threads of tasks.
    let output = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<String, any Error>) in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try Terminal.run(
              ["registration", "--domain-url", url, "--follow"],
              typing: "social\nretry\nsocial\nconfirm\nmember\nlogout\nsocial\nconfirm\nlogout\nquit\n"
            ).output
          })
      }
    }
    #expect(output.contains("Try again in 17 seconds."), "\(output)")
    #expect(output.contains("No back-end is set."), "\(output)")
    #expect(!output.contains("`member`"), "\(output)")
    #expect(output.contains("(Leaving: "), "\(output)")
    for cause in ["The server is not available", "No internet connection"] {
      let left = "! The refresh token may still be valid: \(cause)"
      #expect(output.contains(left), "\(output)")
    }
    await server.stop()
  }
}
