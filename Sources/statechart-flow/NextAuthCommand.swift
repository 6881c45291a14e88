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
      lists what can be typed.
      """)

  @Option(help: "A stand-in that runs already. What its server does cannot be said here then.") var server:
    String?
  @Option(
    name: .customLong("set"),
    help: "A setting by the vendor's name, such as secondFactorUserInputTimeout=30s. Can be given again.")
  var settings: [String] = []
  @Flag(help: "Write one line of JSON for each line that is read.") var json = false

  func run() async throws {
    let terminal = Terminal()
    var values: [String: String] = [:]
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw ValidationError("A setting is NAME=VALUE.") }
      values[parts[0]] = parts[1]
    }
    let read: NextAuthSettings
    do { read = try NextAuthSettings(values) } catch { throw ValidationError("\(error)") }
    var own: LoopbackServer?
    var standIn: NextAuthStandIn?
    if server == nil { (own, standIn) = try await DemoServer.start(port: 0) }
    guard let url = server.map(URL.init(string:)) ?? own?.url else {
      throw ValidationError("That is no address.")
    }
    let callbacks = NextAuthNotes()
    let nextAuth = NextAuth(
      NextAuthConfiguration(
        transport: StandInTransport(url, interval: .milliseconds(20)), callbacks: callbacks, settings: read))
    var conversation = NextAuthConversation(
      nextAuth: nextAuth, callbacks: callbacks, terminal: terminal, server: standIn, isJSON: json)
    if !json { terminal.say("A server on this machine stands in for nextAuth's. `help` lists what to type.") }
    let isWell = try await conversation.run()
    await own?.stop()
    guard isWell else { throw ExitCode(1) }
  }
}
