public import FlowTransport
public import Foundation
import LoopbackServer

/// The system's browser with nobody in front of it: it goes where each page leads, and closes where one leads nowhere. At
/// the page that asks for the code of an email it types that. It keeps its cookies from one visit to the next, so that a
/// login at the site is used again.
public struct ScriptedBrowserSession: SystemBrowserSession {
  private let transport: any HTTPTransport
  /// The code of the last email.
  private let mailedCode: @Sendable () -> String?
  /// With which addresses the app is called in place of one.
  private let calls: @Sendable (URL) -> [URL]
  /// Prints what happens, in the terminal.
  private let report: @Sendable (String) -> Void
  private let agent: WebAgent

  /// Makes a browser.
  public init(
    _ transport: any HTTPTransport, mailedCode: @escaping @Sendable () -> String? = { nil },
    calls: @escaping @Sendable (URL) -> [URL] = { [$0] },
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.transport = transport
    agent = WebAgent(transport)
    self.mailedCode = mailedCode
    self.calls = calls
    self.report = report
  }

  /// Opens a page, and goes on until the app is called.
  public func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    report("(The browser opens \(page.host ?? "")\(page.path).)")
    let agent = isEphemeral ? WebAgent(transport) : agent
    var address = page
    for hasTyped in [false, true] {
      let start = address
      let arrival: WebAgent.Arrival
      do throws(TransportFailure) {
        arrival = try await agent.go(to: start) {
          $0 == start || $0.scheme?.lowercased() != callback.scheme?.lowercased()
        }
      } catch {
        report("(The page does not load. The browser is closed.)")
        throw .closed
      }
      if case .left(let called) = arrival {
        report("(The site calls the app.)")
        for url in calls(called) { if await calledBack(url) { return } }
        report("(The app does not accept that. The browser is closed.)")
        throw .closed
      }
      guard case .page(let shown) = arrival else { break }
      let asksForCode = shown.url.path == "/u/email-code" && !hasTyped
      guard asksForCode, let code = mailedCode(),
        let next = URL(string: shown.url.absoluteString + "&code=" + FormData.escaped(code))
      else {
        if shown.status >= 400 {
          report("(The page shows status \(shown.status): \(Self.words(of: shown)))")
        }
        if asksForCode { report("(The page asks for a code from an email, which this browser cannot read.)") }
        break
      }
      report("(An email with a code arrives, and the code is typed.)")
      address = next
    }
    report("(The browser is closed.)")
    throw .closed
  }

  /// How a page begins that is short, without its tags.
  private static func words(of page: WebAgent.Page) -> String {
    let words = page.html.prefix(1_000).replacing(#/<title>[^<]*</title>|<[^>]*>/#, with: " ").split(
      whereSeparator: \.isWhitespace)
    return words.joined(separator: " ").prefix(100).description
  }
}
