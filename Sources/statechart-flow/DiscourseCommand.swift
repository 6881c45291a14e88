public import ArgumentParser
public import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer

extension UserAPIKeyPadding: ExpressibleByArgument {}

/// Discourse's delegated authentication.
struct DiscourseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discourse",
    abstract: "Logs in to a Discourse site inside an app, or to a test server on this machine.",
    discussion: """
      Without --site, the command starts a test server on this machine, where "\(DemoSite.name)" has the password \
      "\(DemoSite.password)". Browser and web view are then scripted. With --site, the command prints the pages to open \
      and asks for the results. With --person, the browser is scripted and logs in as that person. This only works if the \
      pages are as simple as those of the test server.
      """)

  @Option(help: "The site's address.") var site: String?
  @Option(help: "The user name of the person at the browser. The command asks for the password.")
  var person: String?
  @Option(help: "The URL at which the site calls the app.") var redirect = "discourse://auth_redirect"
  @Option(
    help:
      "The padding that the site uses: \(UserAPIKeyPadding.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var padding = UserAPIKeyPadding.pkcs1
  @Flag(help: "Ask for a new key when a new login is needed.") var otpViaNewKey = false

  func validate() throws {
    guard person == nil || site != nil else {
      throw ValidationError("--person can only be used with --site.")
    }
    _ = try callback()
    guard let site else { return }
    // What the app itself takes may lack the scheme.
    guard let read = DiscourseSite(term: site),
      read.url.host?.contains(where: { $0 == " " || $0 == "%" }) == false
    else { throw ValidationError("--site: \"\(Terminal.shown(site))\" is not a valid address.") }
    if site.contains("://") { _ = try ServerAddress.url(site.trimmingCharacters(in: .whitespaces)) }
  }

  /// Where the site calls the app, in the form that sites allow.
  private func callback() throws -> URL {
    guard let url = URL(string: redirect), let scheme = url.scheme, url.host?.isEmpty == false,
      url.fragment == nil, scheme.lowercased() != "http" || WebOrigin(url)?.isLoopback == true
    else {
      throw ValidationError(
        "--redirect: use an address such as discourse://auth_redirect, with a host and without a fragment. http:// is only allowed for this machine."
      )
    }
    return url
  }

  func run() async throws {
    let callback = try callback()
    let terminal = Terminal()
    let transport = URLSessionTransport(limits: TransportLimits(deadline: .seconds(10)))
    var server: LoopbackServer?
    var scripted = person.map { name in
      ScriptedBrowserSession.Person(
        name: name,
        password: (try? terminal.askHidden("The password for \(name):")).map { Secret($0) })
    }
    if site == nil {
      (server, _) = try await DemoSite.start(port: 0)
      scripted = ScriptedBrowserSession.Person(name: DemoSite.name, password: Secret(DemoSite.password))
      terminal.say("Started a test server that imitates a site: \(server?.url.absoluteString ?? "")")
    }
    let report: @Sendable (String) -> Void = { terminal.say($0) }
    let webView = ScriptedWebView(transport, report: report)
    let answers = BrowserAnswers()
    let outputs = EmittedOutputs()
    let browser: any SystemBrowserSession =
      if let scripted {
        ScriptedBrowserSession(transport, person: scripted, report: report)
      } else {
        TerminalBrowserSession(terminal: terminal, answers: answers)
      }
    let auth = try DelegatedAuthentication(
      DelegatedAuthConfiguration(
        applicationName: "statechart-flow", authRedirect: callback, padding: padding, browser: browser,
        webView: scripted == nil ? TerminalWebView(terminal: terminal, answers: answers) : webView,
        store: MemorySecretStore(), transport: transport),
      input: DiscourseDelegatedAuth.Input(otpViaNewKey: otpViaNewKey), inspector: outputs)
    let conversation = DiscourseConversation(
      auth: auth, terminal: terminal, webView: scripted == nil ? nil : webView,
      site: site ?? server?.url.absoluteString ?? "", outputs: outputs, answers: answers)
    let isWell = try await conversation.run()
    await server?.stop()
    guard isWell else { throw ExitCode(1) }
  }
}
