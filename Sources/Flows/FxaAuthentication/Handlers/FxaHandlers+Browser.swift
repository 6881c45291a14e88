import Crypto
import FlowKit
import FlowTransport
import Foundation
import Statecharts

/// The address with which the browser comes back.
enum BrowserCallback {
  /// The characters of a code.
  private static let signs = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
  private static let longest = 512

  /// Whether a browser can come back to an address: one of this machine, an encrypted one, or a scheme of the app's own;
  /// without a name before the host, and with nothing behind the path.
  static func isUsable(_ url: URL) -> Bool {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(),
      parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else { return false }
    guard ["http", "https"].contains(scheme) else { return true }
    return WebOrigin(url)?.isSafe ?? false
  }

  /// The code in an address, if it is the expected one: same scheme, host, port and path, and one code. Other fields
  /// are passed over.
  static func code(in url: URL, expected: URL) -> Secret? {
    guard let address = CallbackAddress(url.absoluteString),
      let ours = CallbackAddress(expected.absoluteString), address.leadsToSamePlace(as: ours),
      address.fragment == nil
    else { return nil }
    let codes = (FormData.fields(address.query ?? "") ?? []).filter { $0.name == "code" }
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
    guard let browser, let browserCallback else { throw .authenticationFailure }
    let pkce = vault.withLock { vault in
      let pkce = vault.pkce ?? PKCE { SHA256.hash(data: $0) }
      vault.pkce = pkce
      return pkce
    }
    let page = client.servers.login(
      challenge: pkce.challenge, email: input.email, port: callbackPort)
    let checks = checks
    let result: Result<Void, BrowserProblem>
    do throws(BrowserProblem) {
      try await browser.visit(page, callback: browserCallback, isEphemeral: false) { url in
        guard let code = BrowserCallback.code(in: url, expected: browserCallback) else { return false }
        return await checks.check(code) { await events.browserCode(code: code.text) == .taken }
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // Some browsers hand over a code and are gone: its check decides.
    await checks.settled()
    do throws(BrowserProblem) {
      try result.get()
    } catch {
      switch error {
      case .closed: throw .browserClosed
      case .unavailable, .refused: throw .authenticationFailure
      }
    }
  }

  package func browserCodeChecked() { checks.end(vault.withLock { $0.login } != nil) }
}
