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
    _ = try callback()
    guard let site else { return }
    // What the app itself takes may lack the scheme.
    guard let read = DiscourseSite(term: site),
      read.url.host?.contains(where: { $0 == " " || $0 == "%" }) == false
    else { throw ValidationError("\"\(Terminal.shown(site))\" is no address of a site.") }
    if site.contains("://") { _ = try ServerAddress.url(site.trimmingCharacters(in: .whitespaces)) }
  }

  /// Where the site calls the app, in the form that sites allow.
  private func callback() throws -> URL {
    guard let url = URL(string: redirect), let scheme = url.scheme, url.host?.isEmpty == false,
      url.fragment == nil, scheme.lowercased() != "http" || Origin(url)?.isLoopback == true
    else {
      throw ValidationError(
        "--redirect: an address such as discourse://auth_redirect, with a host and without a fragment; http:// is for this machine."
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
        password: (try? terminal.askHidden("The password of \(name):")).map { Secret($0) })
    }
    if site == nil {
      (server, _) = try await DemoSite.start(port: 0)
      scripted = ScriptedBrowserSession.Person(name: DemoSite.name, password: Secret(DemoSite.password))
      terminal.say("A server on this machine plays the site: \(server?.url.absoluteString ?? "")")
    }
    let tell: @Sendable (String) -> Void = { terminal.say($0) }
    let webView = ScriptedWebView(transport, tell: tell)
    let answers = BrowserAnswers()
    let told = ToldOutputs()
    let browser: any SystemBrowserSession =
      if let scripted {
        ScriptedBrowserSession(transport, person: scripted, tell: tell)
      } else {
        TerminalBrowserSession(terminal: terminal, answers: answers)
      }
    let auth = try DelegatedAuthentication(
      DelegatedAuthConfiguration(
        applicationName: "statechart-flow", authRedirect: callback, padding: padding, browser: browser,
        webView: scripted == nil ? TerminalWebView(terminal: terminal, answers: answers) : webView,
        store: MemoryStore(), transport: transport),
      input: DiscourseDelegatedAuth.Input(otpViaNewKey: otpViaNewKey), inspector: told)
    let conversation = DiscourseConversation(
      auth: auth, terminal: terminal, webView: scripted == nil ? nil : webView,
      site: site ?? server?.url.absoluteString ?? "", told: told, answers: answers)
    let isWell = try await conversation.run()
    await server?.stop()
    guard isWell else { throw ExitCode(1) }
  }
}
