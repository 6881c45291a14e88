import ArgumentParser
import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow

/// Sessions of nextAuth.
struct NextAuthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nextauth",
    abstract: "Logs in and enrolls with a test server on this machine that imitates nextAuth's.",
    discussion: """
      The vendor's protocol is not public, so the test server speaks a protocol of our own. It has the accounts \
      \(DemoServer.accounts.map { "\"\($0)\"" }.joined(separator: " and ")), with the PIN "\(DemoServer.pin)". Type \
      `help` for the commands. The command ends with 0 if somebody is logged in or has logged out at the end, in any \
      session, and otherwise with 1. A login whose account was deleted counts as neither.
      """)

  @Option(
    help: """
      The URL of a test server that is already running: https, or http on this machine. The `server` commands are then \
      not available.
      """) var server: String?
  @Option(
    name: .customLong("set"),
    help: "A setting with the vendor's name, such as secondFactorUserInputTimeout=30s. Can be repeated.")
  var settings: [String] = []
  @Option(
    parsing: .unconditional,
    help: "How many milliseconds to wait after each line for messages from the server, up to 10000.")
  var pause = 100
  @Flag(
    help: """
      Write one line of JSON for each line that is read. The PIN after `pin` and the code after `text` do not count as \
      lines.
      """) var json = false

  func validate() throws {
    guard (0...10_000).contains(pause) else {
      throw ValidationError("--pause must be from 0 to 10000 milliseconds.")
    }
    _ = try readSettings()
    _ = try serverURL()
  }

  private func readSettings() throws -> NextAuthSettings {
    var values: [String: String] = [:]
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw ValidationError("--set must be NAME=VALUE.") }
      values[parts[0]] = parts[1]
    }
    do { return try NextAuthSettings(values) } catch { throw ValidationError("\(error)") }
  }

  /// Where the server is that runs already. A PIN goes there: never in the clear.
  private func serverURL() throws -> URL? { try server.map { try ServerAddress.url($0) } }

  func run() async throws {
    let terminal = Terminal()
    var own: LoopbackServer?
    var standIn: NextAuthStandIn?
    let url: URL
    if let given = try serverURL() {
      url = given
    } else {
      let (loopback, made) = try await DemoServer.start(port: 0)
      (own, standIn, url) = (loopback, made, loopback.url)
    }
    let transport = StandInTransport(url, interval: .milliseconds(20))
    let callbacks = NextAuthNotes()
    let nextAuth = NextAuth(
      NextAuthConfiguration(
        transport: transport, callbacks: callbacks, settings: try readSettings()))
    var conversation = NextAuthConversation(
      nextAuth: nextAuth, callbacks: callbacks, terminal: terminal, server: standIn,
      pause: .milliseconds(pause), isJSON: json)
    if !json {
      let start = standIn == nil ? "Using the given test server" : "Started a test server"
      terminal.say("\(start) in place of nextAuth's. Type `help` for the commands.")
    }
    let isWell = try await conversation.run()
    await own?.stop()
    guard isWell else { throw ExitCode(1) }
  }
}
