import ArgumentParser
import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import Statecharts

/// ClueRide's registration with Auth0.
struct RegistrationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration",
    abstract: "Registers with Auth0 as ClueRide does, or with a server on this machine that plays both.",
    discussion: """
      Without an address a server is started on this machine; the browser needs no person then. With an address the page \
      to open is printed, and what became of it is asked for; with --follow a browser without a person goes where the \
      pages lead, for servers that ask nothing.
      """)

  @Option(help: "The tenant's address, such as https://example.eu.auth0.com.") var domainURL: String?
  @Option(help: "The application's id.") var clientID = "loopback-social"
  @Option(help: "What stands before `access/state` in addresses of the back-end.") var backend: String?
  @Option(help: "The app's own scheme, at which the site calls it.") var scheme = "com.clueride.player"
  @Option(
    parsing: .unconditional,
    help: """
      How many seconds before its end a token counts as expired; half of the time for which it is good, where that is less.
      """) var grace = 14_400
  @Option(
    help: """
      A folder in which the tokens outlast the command. They count for the --domain-url and --client-id alone that have \
      given them, so not for a server that the command starts itself: that is another one each time.
      """) var store: String?
  @Option(help: "The token for platforms without a browser.") var agreedToken = "loopback-agreed"
  @Flag(help: "Play a platform without a browser.") var notNative = false
  @Flag(help: "Ask the back-end too.") var backendCheck = false
  @Flag(help: "Ask the site where its keys are.") var discovery = false
  @Flag(help: "Have the site say of each access token whose it is, and compare it with the ID token.")
  var crossCheck = false
  @Flag(help: "Log out of the browser too.") var endBrowserSession = false
  @Flag(help: "Let a browser without a person go where the pages lead.") var follow = false
  @Option(
    help: """
      Check the ID tokens of a file instead, and print a line of JSON for each. The file is {"issuer": …, "clientId": …, \
      "nonce": …, "now": seconds since 1970, "jwks": {"keys": […]}, "tokens": [{"name": …, "token": …}]}; the nonce may \
      be missing.
      """,
    transform: { path in
      guard let file = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
        throw ValidationError("There is no file there that can be read.")
      }
      return file
    }) var checkTokens: Data?

  func validate() throws {
    if clientID.isEmpty { throw ValidationError("An application has an id: --client-id is empty.") }
    if agreedToken.isEmpty { throw ValidationError("A token is not empty: --agreed-token is.") }
    guard (0...31_536_000).contains(grace) else {
      throw ValidationError("--grace is a number of seconds, from 0 to a year (31536000).")
    }
    try Self.check(scheme: scheme)
    if let domainURL {
      let base = try Self.site(domainURL, "--domain-url")
      do throws(RegistrationConfigurationProblem) {
        _ = try Auth0Tenant(base: base, clientID: clientID)
      } catch {
        throw ValidationError("--domain-url: its host is no name of letters, digits, dots and hyphens.")
      }
      if backendCheck, backend == nil {
        throw ValidationError("--backend-check asks a back-end, and --backend does not say where it is.")
      }
    }
    if let backend { _ = try Self.site(backend, "--backend") }
    if let store, checkTokens == nil { _ = try Self.folder(store) }
  }

  /// Fails for what is no scheme of an app's own.
  static func check(scheme: String) throws {
    guard !CallbackRouter.isScheme(scheme) else { return }
    throw ValidationError(
      """
      --scheme: a scheme of an app's own has letters, digits, `+`, `-` and `.`, such as com.example.app, and is no common \
      one such as http.
      """)
  }

  /// The address of a server, and no more than that.
  private static func site(_ text: String, _ option: String) throws -> URL {
    let url: URL
    do {
      url = try ServerAddress.url(text)
    } catch let problem as ValidationError {
      throw ValidationError("\(option): \(problem.message)")
    }
    guard url.query == nil, url.fragment == nil else {
      throw ValidationError("\(option) says where a server is, without `?` and `#`.")
    }
    return url
  }

  func run() async throws {
    let terminal = Terminal()
    let isRevoking = Locked(false)
    if let checkTokens {
      for line in try TokenChecks(Array(checkTokens)).lines { terminal.say(line) }
      return
    }
    var own: LoopbackServer?
    var tenant: RegistrationLoopback?
    if domainURL == nil {
      (own, tenant) = try await DemoTenant.start(port: 0, schemes: [scheme])
      tenant?.change { [agreedToken] in $0.testTokens.insert(agreedToken) }
      terminal.say("A server on this machine plays Auth0 and ClueRide: \(own?.url.absoluteString ?? "")")
    }
    let configuration = try configuration(own, tenant, terminal)
    let service = try RegStateService(
      configuration,
      input: Registration.Input(
        grace: .seconds(grace), backendCheck: backendCheck, endBrowserSession: endBrowserSession),
      inspector: ClosureInspector { event in
        RegistrationConversation.tell(event, terminal, isRevoking)
      })
    let conversation = RegistrationConversation(
      service: service, terminal: terminal, tenant: tenant, scheme: scheme,
      hasBackend: configuration.backend != nil, tellsBackend: backendCheck, store: store)
    let isWell = try await conversation.run()
    await own?.stop()
    guard isWell else { throw ExitCode(1) }
  }

  private func configuration(
    _ own: LoopbackServer?, _ tenant: RegistrationLoopback?, _ terminal: Terminal
  ) throws -> RegistrationConfiguration {
    let base = try own?.url ?? ServerAddress.url(domainURL ?? "")
    let transport = URLSessionTransport()
    let browser: any SystemBrowserSession =
      if own != nil || follow {
        ScriptedBrowserSession(
          transport, mailedCode: { tenant?.mailedCode }, tell: { terminal.say($0) })
      } else {
        TerminalBrowserSession(terminal: terminal)
      }
    let kept: any SecretStore = if let store { try Self.folder(store) } else { MemoryStore() }
    var configuration = RegistrationConfiguration(
      tenants: [
        .social: try Auth0Tenant(base: base, clientID: clientID),
        .passwordless: try Auth0Tenant(
          base: base, clientID: tenant == nil ? clientID : "loopback-email", connection: "email"),
      ], agreedToken: Secret(agreedToken), platform: ReadyPlatform(isNative: !notNative),
      browser: ErrorTellingBrowser(browser: browser, terminal: terminal),
      store: kept, transport: transport)
    configuration.backend = own?.url.appendingPathComponent("rest")
    if let backend { configuration.backend = try ServerAddress.url(backend) }
    configuration.crossChecksProfile = crossCheck
    for type in Registration.RegistrationType.allCases {
      configuration.tenants[type]?.usesDiscovery = discovery
    }
    return configuration
  }

  private static func folder(_ path: String) throws -> FileSecretStore {
    if path.isEmpty { throw ValidationError("A folder has a name: --store is empty.") }
    do {
      return try FileSecretStore(folder: URL(fileURLWithPath: path))
    } catch let refusal as FileSecretStore.Refusal {
      throw ValidationError("--store: \(Terminal.shown(refusal.description))")
    } catch {
      throw ValidationError("--store: \(Terminal.shown(path)) is no folder, and none can be made there.")
    }
  }
}
