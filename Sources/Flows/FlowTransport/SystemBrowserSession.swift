public import Foundation

/// A session of the system's browser, which shares its cookies: one login there serves all apps, single sign-on and login
/// by email. On Apple systems `ASWebAuthenticationSession`, on a desktop the person's browser with a listener on a port.
public protocol SystemBrowserSession: Sendable {
  /// Shows a page, and hands over each address with which the browser calls the app, until the task is canceled or the
  /// person has closed the browser.
  ///
  /// - Parameters:
  ///   - page: may hold secrets of this request. Do not log it.
  ///   - callback: where sites call the app.
  ///   - isEphemeral: whether the browser's cookies are neither used nor kept. The shared login is lost with them.
  ///   - calledBack: says whether that was what the flow waits for, which may take as long as a request. Other addresses
  ///     change nothing.
  /// - Throws: `BrowserProblem`. Returning means that nothing else will come.
  func visit(
    _ page: URL, callback: URL, isEphemeral: Bool, calledBack: @escaping @Sendable (URL) async -> Bool
  ) async throws(BrowserProblem)
}

/// Why a browser brings no answer.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum BrowserProblem: Error, Hashable, Sendable {
  /// The person has closed it.
  case closed
  /// The system has no browser, or it can't be opened.
  case unavailable
  /// The site has refused the request, for browsers that know the status: 400 for one that it does not understand, 403
  /// for one that it does not allow.
  case refused(status: Int)
}
