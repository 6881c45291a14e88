public import FlowTransport
public import Foundation

/// The system's browser with nobody in front of it: it goes where each page leads, and closes where one leads nowhere. At
/// the page that asks for the code of an email it types that. It keeps its cookies from one visit to the next, so that a
/// login at the site is used again.
public struct ScriptedBrowserSession: SystemBrowserSession {
  private let transport: any HTTPTransport
  /// The code of the last email.
  private let mailedCode: @Sendable () -> String?
  /// With which addresses the app is called in place of one.
  private let calls: @Sendable (URL) -> [URL]
  /// Is told what happens, for the terminal.
  private let tell: @Sendable (String) -> Void
  private let cookies = CookieJar()
  private static let mostPages = 10

  /// Makes a browser.
  public init(
    _ transport: any HTTPTransport, mailedCode: @escaping @Sendable () -> String? = { nil },
    calls: @escaping @Sendable (URL) -> [URL] = { [$0] },
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.transport = transport
    self.mailedCode = mailedCode
    self.calls = calls
    self.tell = tell
  }

  /// Opens a page, and goes on until the app is called.
  public func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem) {
    tell("(The browser opens \(page.host ?? "")\(page.path).)")
    let cookies = isEphemeral ? CookieJar() : cookies
    var page = page
    var hasTyped = false
    for _ in 0..<Self.mostPages {
      let answer: TransportResponse
      do throws(TransportFailure) {
        var request = TransportRequest(.get, page)
        request.headers["Cookie"] = cookies.header(for: page)
        answer = try await transport.send(request)
        cookies.take(answer.headers, from: page)
      } catch {
        tell("(The page does not load. The browser is closed.)")
        throw .closed
      }
      if (300..<400).contains(answer.status), let location = answer.headers["Location"],
        let next = URL(string: location, relativeTo: page)?.absoluteURL
      {
        guard next.scheme?.lowercased() == callback.scheme?.lowercased() else {
          page = next
          continue
        }
        tell("(The site calls the app.)")
        for url in calls(next) { if await calledBack(url) { return } }
        tell("(The app does not accept that. The browser is closed.)")
        throw .closed
      }
      guard page.path == "/u/email-code", !hasTyped, let code = mailedCode(),
        let next = URL(string: page.absoluteString + "&code=" + FormData.escaped(code))
      else {
        if answer.status >= 400 {
          tell("(The page shows status \(answer.status): \(Self.words(of: answer)))")
        }
        if page.path == "/u/email-code", !hasTyped {
          tell("(The page asks for a code from an email, which this browser cannot read.)")
        }
        break
      }
      tell("(An email with a code arrives, and the code is typed.)")
      hasTyped = true
      page = next
    }
    tell("(The browser is closed.)")
    throw .closed
  }

  /// How a page begins that is short, without its tags.
  private static func words(of page: TransportResponse) -> String {
    let text = String(decoding: page.body.prefix(1_000), as: UTF8.self)
    let words = text.replacing(#/<title>[^<]*</title>|<[^>]*>/#, with: " ").split(
      whereSeparator: \.isWhitespace)
    return words.joined(separator: " ").prefix(100).description
  }
}
