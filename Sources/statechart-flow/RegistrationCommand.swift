import ArgumentParser
import FlowTransport
import Foundation
import LoopbackBrowser
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import Statecharts

/// ClueRide's registration with Auth0.
struct RegistrationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration",
    abstract: "Registers with Auth0 as ClueRide does, or with a test server on this machine.",
    discussion: """
      Without --domain-url, the command starts a test server on this machine, and the browser is scripted. With \
      --domain-url, the command prints the page to open and asks for the result. With --follow, a scripted browser \
      follows redirects, for servers that ask the person nothing. With --system-browser, the command opens the system's \
      browser, which comes back to a port of this machine.
      """)

  @Option(help: "The tenant's URL, such as https://example.eu.auth0.com.") var domainURL: String?
  @Option(help: "The application's client ID.") var clientID = "loopback-social"
  @Option(help: "The back-end's URL, without `/access/state`.") var backend: String?
  @Option(help: "The app's custom URL scheme, at which the site calls it.") var scheme = "com.clueride.player"
  @Option(
    parsing: .unconditional,
    help: """
      How many seconds before its expiry a token counts as expired, but no more than half of its lifetime.
      """) var grace = 14_400
  @Option(
    help: """
      A folder that keeps the tokens after the command ends. They are only used with the --domain-url and --client-id \
      that issued them. A test server that the command starts is a new one each time, so it never uses stored tokens.
      """) var store: String?
  @Option(help: "The token for platforms without a browser.") var agreedToken = "loopback-agreed"
  @Flag(help: "Act as a platform without a browser.") var notNative = false
  @Flag(help: "Also ask the back-end whether a stored access token is valid.") var backendCheck = false
  @Flag(help: "Ask the site who owns each access token, and compare that with the ID token.")
  var crossCheck = false
  @Flag(help: "Also log out in the browser.") var endBrowserSession = false
  @Flag(help: "Use a scripted browser that follows redirects.") var follow = false
  @Flag(
    help: """
      Open the system's browser, and let it come back to a port of this machine. The site has to allow \
      http://127.0.0.1 with any port and path, unless --callback is given.
      """) var systemBrowser = false
  @Option(
    help: """
      The URL of this machine to which the system's browser comes back, such as http://127.0.0.1:7777/callback.
      """) var callback: String?
  @Option(
    help: """
      Check the ID tokens in a file instead, and print a line of JSON for each. The file is {"issuer": …, "clientId": …, \
      "nonce": …, "now": seconds since 1970, "jwks": {"keys": […]}, "tokens": [{"name": …, "token": …}]}. The nonce is \
      optional.
      """,
    transform: { path in
      guard let file = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
        throw ValidationError("The file can't be read.")
      }
      return file
    }) var checkTokens: Data?

  func validate() throws {
    if clientID.isEmpty { throw ValidationError("--client-id must not be empty.") }
    if agreedToken.isEmpty { throw ValidationError("--agreed-token must not be empty.") }
    guard (0...31_536_000).contains(grace) else {
      throw ValidationError("--grace must be from 0 to 31536000 seconds, which is a year.")
    }
    try Self.check(scheme: scheme)
    if let callback {
      guard systemBrowser else { throw ValidationError("--callback needs --system-browser.") }
      _ = try Self.site(callback, "--callback")
    }
    if follow, systemBrowser { throw ValidationError("Use --follow or --system-browser, not both.") }
    if let domainURL {
      let base = try Self.site(domainURL, "--domain-url")
      do throws(RegistrationConfigurationProblem) {
        _ = try Auth0Tenant(base: base, clientID: clientID)
      } catch {
        throw ValidationError("--domain-url: the host may only contain letters, digits, dots and hyphens.")
      }
      if backendCheck, backend == nil {
        throw ValidationError("--backend-check needs --backend.")
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
      --scheme: use a custom scheme of letters, digits, `+`, `-` and `.`, such as com.example.app. Common schemes such as \
      http are not allowed.
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
      throw ValidationError("\(option): remove the query (`?`) and the fragment (`#`).")
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
      (own, tenant) = try await DemoTenant.start(port: 0, schemes: [scheme]) { [systemBrowser] code in
        if systemBrowser { terminal.say("(An email arrives with the code \(code).)") }
      }
      tenant?.change { [agreedToken] in $0.testTokens.insert(agreedToken) }
      terminal.say("Started a test server that imitates Auth0 and ClueRide: \(own?.url.absoluteString ?? "")")
    }
    let configuration = try configuration(own, tenant, terminal)
    let service = try RegStateService(
      configuration,
      input: Registration.Input(
        grace: .seconds(grace), backendCheck: backendCheck, endBrowserSession: endBrowserSession),
      inspector: ClosureInspector { event in
        RegistrationConversation.report(event, terminal, isRevoking)
      })
    let conversation = RegistrationConversation(
      service: service, terminal: terminal, tenant: tenant, scheme: scheme,
      hasBackend: configuration.backend != nil, store: store)
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
      if systemBrowser {
        LoopbackBrowserSession(open: terminal.openSystemBrowser)
      } else if own != nil || follow {
        ScriptedBrowserSession(
          transport, mailedCode: { tenant?.mailedCode }, report: { terminal.say($0) })
      } else {
        TerminalBrowserSession(terminal: terminal)
      }
    let kept: any SecretStore = if let store { try Self.folder(store) } else { MemorySecretStore() }
    var configuration = RegistrationConfiguration(
      tenants: [
        .social: try Auth0Tenant(base: base, clientID: clientID),
        .passwordless: try Auth0Tenant(
          base: base, clientID: tenant == nil ? clientID : "loopback-email", connection: "email"),
      ], agreedToken: Secret(agreedToken), platform: ReadyPlatform(isNative: !notNative),
      browser: ErrorReportingBrowser(browser: browser, terminal: terminal),
      store: kept, transport: transport)
    configuration.backend = own?.url.appendingPathComponent("rest")
    if let backend { configuration.backend = try ServerAddress.url(backend) }
    if systemBrowser {
      configuration.browserCallback =
        try callback.map(ServerAddress.url) ?? LoopbackBrowserSession.freeCallback()
    }
    configuration.crossChecksProfile = crossCheck
    return configuration
  }

  private static func folder(_ path: String) throws -> FileSecretStore {
    if path.isEmpty { throw ValidationError("--store must not be empty.") }
    do {
      return try FileSecretStore(folder: URL(fileURLWithPath: path))
    } catch let refusal as FileSecretStore.Refusal {
      throw ValidationError("--store: \(Terminal.shown(refusal.description))")
    } catch {
      throw ValidationError("--store: \(Terminal.shown(path)) is not a folder and can't be created.")
    }
  }
}
