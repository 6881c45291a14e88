public import ArgumentParser
public import FirebaseTOTPFlow
import FirebaseLoopback
import FlowTransport
import Foundation
import LoopbackServer

extension FirebaseTOTP.MfaPolicy: ExpressibleByArgument {}

/// Firebase with an authenticator app.
struct FirebaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firebase",
    abstract:
      "Signs in with Firebase and an authenticator app, or with a test server on this machine.",
    discussion: """
      Without --project and --server, the command starts a test server on this machine, where "\(DemoProject.email)" has \
      the password "\(DemoProject.password)". The command prints what a person would get by email or from an \
      authenticator app. To show keys as QR codes, it needs `qrencode`, which is a package of Debian.
      """)

  @Option(help: "The project ID.") var project: String?
  @Option(help: "The project's API key. It is not a secret.") var key: String?
  @Option(help: "The server's URL, if it is not Google's, such as an emulator's.") var server: String?
  @Option(
    help:
      "When people enroll: \(FirebaseTOTP.MfaPolicy.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var policy = FirebaseTOTP.MfaPolicy.settingsPage

  func validate() throws {
    guard (project == nil) == (key == nil) else {
      throw ValidationError("Give both --project and --key, or neither.")
    }
    try Self.check(project, "--project: an ID has only letters, digits, hyphens, dots and colons.", "-.:")
    try Self.check(key, "--key: an API key has only letters, digits, hyphens and underscores.", "-_")
    if let server { _ = try ServerAddress.url(server) }
  }

  /// Refuses what can be none, before a password is sent with it.
  private static func check(_ text: String?, _ refusal: String, _ signs: String) throws {
    guard let text else { return }
    let isPossible = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || signs.contains($0) }
    guard isPossible, !text.isEmpty else { throw ValidationError(refusal) }
  }

  func run() async throws {
    let terminal = Terminal()
    var own: LoopbackServer?
    var firebase: FirebaseLoopback?
    if project == nil, server == nil {
      (own, firebase) = try await DemoProject.start(port: 0)
      terminal.say("Started a test server that imitates Firebase: \(own?.url.absoluteString ?? "")")
    }
    let settings = FirebaseSettings()
    var configuration = FirebaseTOTPConfiguration(
      apiKey: key ?? settings.apiKey, projectID: project ?? settings.projectID, issuer: "statechart-flow",
      store: MemorySecretStore())
    if let address = server ?? own?.url.absoluteString {
      configuration.useEmulator(try ServerAddress.url(address))
    }
    let outputs = EmittedOutputs()
    let input = FirebaseTOTP.Input(mfaPolicy: policy, backOff: FirebaseConversation.backOff)
    let auth = try FirebaseTOTPAuthentication(configuration, input: input, inspector: outputs)
    let conversation = FirebaseConversation(
      auth: auth, terminal: terminal, firebase: firebase, policy: policy, outputs: outputs)
    let isWell = try await conversation.run()
    await own?.stop()
    guard isWell else { throw ExitCode(1) }
  }
}
