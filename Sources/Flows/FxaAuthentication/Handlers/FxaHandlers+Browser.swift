import FlowTransport
public import Foundation
import Statecharts

/// Shows web pages to the person: on Apple systems `ASWebAuthenticationSession`, on a desktop the person's browser with a
/// listener on a port.
public protocol SignInBrowser: Sendable {
  /// Shows a page, and hands over each address with which the browser comes back to the app, until the task is cancelled
  /// or the person has closed the browser.
  ///
  /// - Parameter cameBack: says whether that was what the flow waits for. Other addresses change nothing.
  /// - Throws: `SignInBrowserProblem`. Returning means that nothing else will come.
  func visit(_ page: URL, cameBack: @escaping @Sendable (URL) async -> Bool)
    async throws(SignInBrowserProblem)
}

/// Why a browser brings no code.
public enum SignInBrowserProblem: Error, Hashable, Sendable {
  /// The person has closed it.
  case closed
  /// There is none, or it can't be opened.
  case unavailable
}

/// The address with which the browser comes back.
enum BrowserCallback {
  /// The signs of a code.
  private static let signs = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
  private static let longest = 512

  /// The code in an address, if it is the expected one: same scheme, host, port and path, one code and nothing behind it.
  static func code(in url: URL, expected: URL) -> Secret? {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let wanted = URLComponents(url: expected, resolvingAgainstBaseURL: true),
      parts.scheme?.lowercased() == wanted.scheme?.lowercased(),
      parts.host?.lowercased() == wanted.host?.lowercased(), parts.port == wanted.port,
      parts.percentEncodedPath == wanted.percentEncodedPath, parts.user == nil, parts.password == nil,
      parts.fragment == nil
    else { return nil }
    let codes = (parts.queryItems ?? []).filter { $0.name == "code" }
    guard codes.count == 1, let code = codes.first?.value, (1...longest).contains(code.utf8.count),
      code.utf8.allSatisfy(signs.contains)
    else { return nil }
    return Secret(code)
  }
}

extension FxaHandlers {
  package func authenticateInBrowser(
    _ input: FxaAuthentication.AuthenticateInBrowserInput,
    events: FxaAuthentication.AuthenticateInBrowserSender
  ) async throws(FxaAuthentication.AuthenticateInBrowserFailure) {
    guard let browser else { throw .authenticationFailure }
    let pkce = vault.withLock { vault in
      let pkce = vault.pkce ?? PKCE()
      vault.pkce = pkce
      return pkce
    }
    let page = client.servers.login(
      challenge: pkce.challenge, email: input.email, port: callbackPort)
    do throws(SignInBrowserProblem) {
      try await browser.visit(page) { url in
        guard let code = self.callback(url) else { return false }
        return await events.browserCode(code: code.text) == .taken
      }
    } catch {
      switch error {
      case .closed: throw .browserClosed
      case .unavailable: throw .authenticationFailure
      }
    }
  }
}
