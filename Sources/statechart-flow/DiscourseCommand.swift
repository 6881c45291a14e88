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
    abstract: "Logs on to a Discourse site inside an app, or to a server on this machine that plays one.",
    discussion: """
      Without an address a server is started on this machine, where "\(DemoSite.name)" has the password \
      "\(DemoSite.password)"; browser and web view need no person then. With an address the pages to open are printed, \
      and what became of them is asked for. With --person somebody of that name logs on by pressing buttons, for servers \
      whose pages are as plain as those of the server on this machine.
      """)

  @Option(help: "The site's address.") var site: String?
  @Option(help: "Who is in front of the browser; the password is asked for where the site wants it.")
  var person: String?
  @Option(help: "Where the site calls the app.") var redirect = "discourse://auth_redirect"
  @Option(
    help: "How the site is to pad: \(UserAPIKeyPadding.allCases.map(\.rawValue).joined(separator: ", ")).")
  var padding = UserAPIKeyPadding.pkcs1
  @Flag(help: "Ask for a new key where a new login is needed.") var otpViaNewKey = false

  func validate() throws {
    guard person == nil || site != nil else {
      throw ValidationError("--person is for a site that is given with --site.")
    }
    guard callback != nil else {
      throw ValidationError("--redirect: that is no address, such as discourse://auth_redirect.")
    }
    guard let site else { return }
    // What the app itself takes may lack the scheme.
    guard let read = DiscourseSite(term: site),
      read.url.host?.contains(where: { $0 == " " || $0 == "%" }) == false
    else { throw ValidationError("\"\(Terminal.shown(site))\" is no address of a site.") }
    if site.contains("://") { _ = try ServerAddress.url(site.trimmingCharacters(in: .whitespaces)) }
  }

  private var callback: URL? { URL(string: redirect).flatMap { $0.scheme == nil ? nil : $0 } }

  func run() async throws {
    guard let callback else { return }
    let terminal = Terminal()
    let transport = URLSessionTransport(limits: TransportLimits(deadline: .seconds(10)))
    var server: LoopbackServer?
    var name = person
    if site == nil {
      (server, _) = try await DemoSite.start(port: 0)
      name = DemoSite.name
      terminal.say("A server on this machine plays the site: \(server?.url.absoluteString ?? "")")
    }
    let tell: @Sendable (String) -> Void = { terminal.say($0) }
    let webView = ScriptedWebView(transport, tell: tell)
    let answers = BrowserAnswers()
    let told = ToldOutputs()
    let person = person
    let askPassword: @Sendable () -> Secret? = {
      guard let person else { return Secret(DemoSite.password) }
      return (try? terminal.askHidden("The password of \(person):")).map { Secret($0) }
    }
    let browser: any SystemBrowserSession =
      if let name {
        ScriptedBrowserSession(
          transport,
          person: ScriptedBrowserSession.Person(name: name, password: Secret(DemoSite.password)), tell: tell,
          askPassword: askPassword)
      } else {
        TerminalBrowserSession(terminal: terminal, answers: answers)
      }
    let auth = try DelegatedAuthentication(
      DelegatedAuthConfiguration(
        applicationName: "statechart-flow", authRedirect: callback, padding: padding, browser: browser,
        webView: name == nil ? TerminalWebView(terminal: terminal, answers: answers) : webView,
        store: MemoryStore(), transport: transport),
      input: DiscourseDelegatedAuth.Input(otpViaNewKey: otpViaNewKey), inspector: told)
    let conversation = DiscourseConversation(
      auth: auth, terminal: terminal, webView: name == nil ? nil : webView,
      site: site ?? server?.url.absoluteString ?? "", told: told, answers: answers)
    let isWell = try await conversation.run()
    await server?.stop()
    guard isWell else { throw ExitCode(1) }
  }
}
