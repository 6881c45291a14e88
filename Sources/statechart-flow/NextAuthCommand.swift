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
    abstract: "Logs in and enrols with a server on this machine that stands in for nextAuth's.",
    discussion: """
      The vendor's protocol is not public, so that the server is one of our own design. It knows \
      \(DemoServer.accounts.map { "\"\($0)\"" }.joined(separator: " and ")), with the PIN "\(DemoServer.pin)". `help` \
      lists what can be typed. It ends with 0 when somebody is logged in or has logged out at the end, whichever of \
      several sessions it was; otherwise with 1. A login whose account is deleted counts as neither.
      """)

  @Option(
    help: """
      The address of a stand-in that runs already: https, or http on this machine. What its server does cannot be said \
      here then.
      """) var server: String?
  @Option(
    name: .customLong("set"),
    help: "A setting by the vendor's name, such as secondFactorUserInputTimeout=30s. Can be given again.")
  var settings: [String] = []
  @Option(
    parsing: .unconditional,
    help: "How many milliseconds to wait after each line for what the server says by itself, up to 10000.")
  var pause = 100
  @Flag(
    help: """
      Write one line of JSON for each line that is read. The PIN behind `pin` and the code behind `text` are not lines \
      of their own.
      """) var json = false

  func validate() throws {
    guard (0...10_000).contains(pause) else { throw ValidationError("A pause is 0 to 10000 milliseconds.") }
    _ = try readSettings()
    _ = try serverURL()
  }

  private func readSettings() throws -> NextAuthSettings {
    var values: [String: String] = [:]
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw ValidationError("A setting is NAME=VALUE.") }
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
      let place = standIn == nil ? "The server of that address" : "A server on this machine"
      terminal.say("\(place) stands in for nextAuth's. `help` lists what to type.")
    }
    let isWell = try await conversation.run()
    await own?.stop()
    guard isWell else { throw ExitCode(1) }
  }
}
