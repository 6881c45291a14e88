public import FlowTransport
public import Foundation
import LoopbackServer

/// The system's browser with a person in front of it, who logs on where asked and presses buttons. It goes to the site's
/// real pages.
public final class ScriptedBrowserSession: SystemBrowserSession {
  /// What the person does.
  public struct Person: Sendable {
    /// The account.
    public var name: String
    /// The password, asked for each time that a site wants it. Without one the person closes the browser.
    public var password: @Sendable () -> Secret?
    /// Whether the person allows what is asked for; closes the browser otherwise.
    public var allows = true

    /// Somebody who allows everything.
    public init(name: String, password: @autoclosure @escaping @Sendable () -> Secret?) {
      self.name = name
      self.password = password
    }
  }

  private let agent: WebAgent
  private let person: Locked<Person>
  private let visits = Locked<[URL]>([])
  private let calls = Locked<[URL]>([])
  /// Prints what the person sees, in the terminal.
  private let report: @Sendable (String) -> Void
  /// Comes between the site and the app: gives another address, or several.
  package let tamper = Locked<@Sendable (URL) -> [URL]>({ [$0] })

  /// Makes a browser in which nobody is logged on.
  public init(
    _ transport: any HTTPTransport, person: Person, report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    agent = WebAgent(transport)
    self.person = Locked(person)
    self.report = report
  }

  /// Changes what the person does.
  public func change(_ body: @Sendable (inout Person) -> Void) { person.withLock { body(&$0) } }

  /// The pages that the app has opened.
  package var visited: [URL] { visits.withLock { $0 } }

  /// The addresses with which sites have called.
  package var called: [URL] { calls.withLock { $0 } }

  /// Shows a page and does what the person does.
  public func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    visits.withLock { $0.append(page) }
    if isEphemeral { agent.forget() }
    let start = callback.absoluteString
    let mayGo: @Sendable (URL) async -> Bool = { !$0.absoluteString.hasPrefix(start) }
    let person = person.withLock { $0 }
    var arrival = try await arrive { () async throws(TransportFailure) in
      try await agent.go(to: page, mayGo: mayGo)
    }
    var hasLoggedOn = false
    // Log on, allow, and nothing more.
    for _ in 0..<3 {
      guard case .page(let shown) = arrival else { break }
      guard let form = shown.forms.first else { throw problem(shown.status) }
      var filling: [String: String] = [:]
      if form.has("password") {
        guard !hasLoggedOn else {
          // The same password again would be as wrong.
          report("(The site refuses the password, and \(person.name) closes the browser.)")
          throw .closed
        }
        hasLoggedOn = true
        report("(In the browser, \(person.name) logs in to \(shown.url.host ?? "").)")
        guard let password = person.password() else { throw .closed }
        filling = ["login": person.name, "password": password.text]
      } else {
        report("(In the browser, \(person.name) \(person.allows ? "allows the app" : "closes the page").)")
        guard person.allows else { throw .closed }
      }
      let fields = filling
      arrival = try await arrive { () async throws(TransportFailure) in
        try await agent.submit(form, on: shown, filling: fields, mayGo: mayGo)
      }
    }
    guard case .left(let url) = arrival else { throw .closed }
    calls.withLock { $0.append(url) }
    for url in tamper.withLock({ $0 })(url) { _ = await calledBack(url) }
  }

  private func arrive(
    _ body: () async throws(TransportFailure) -> WebAgent.Arrival
  ) async throws(BrowserProblem) -> WebAgent.Arrival {
    do throws(TransportFailure) {
      return try await body()
    } catch {
      // A browser shows that by itself, and the app learns nothing of it.
      let why: String? =
        switch error {
        case .timedOut, .connection: "No connection"
        case .tooLarge: "Too large"
        case .redirect: "A bad redirect"
        case .insecure: "Not secure"
        case .cancelled: nil
        }
      if let why {
        report("(\(why): the page does not load, and \(person.withLock { $0.name }) closes the browser.)")
      }
      throw .closed
    }
  }

  /// A page without a button: the person reads it and closes the browser.
  private func problem(_ status: Int) -> BrowserProblem {
    status == 400 || status == 403 ? .refused(status: status) : .closed
  }
}
