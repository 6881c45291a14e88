public import FlowTransport
public import Foundation

/// A web view in the app, with cookies of its own. A one-time password logs it on. On Apple systems it is a
/// `WKWebView`.
public protocol EmbeddedWebView: Sendable {
  /// Shows a page and those that the person goes to from there, until the task is canceled or the person has closed it.
  ///
  /// - Parameters:
  ///   - page: may hold a one-time password: not to be logged, nor kept in a history.
  ///   - app: is added to the end of the web view's own user agent, which stays as it is, since sites choose pages by it;
  ///     nil for nothing.
  ///   - observer: gets the pages that the web view opens and shows.
  /// - Throws: `BrowserProblem.unavailable`. Returning means that the person has closed it.
  func show(_ page: URL, as app: String?, observer: WebViewObserver) async throws(BrowserProblem)

  /// Puts an address in place of the one that is shown, without loading anything (`history.replaceState`). Does not wait.
  func replaceAddress(with address: URL)

  /// Deletes the cookies of a site's host, so that nobody is logged in there. Does not wait: a page that is shown later
  /// comes after it.
  func clearCookies(of site: URL)
}

/// Receives what a web view does.
public struct WebViewObserver: Sendable {
  /// Called before the web view goes to an address; false if it must not go there.
  public let mayGo: @Sendable (URL) async -> Bool
  /// Called when a page has loaded.
  public let hasShown: @Sendable (WebViewPage) async -> Void
  /// Called when a page can't be loaded.
  public let couldNotLoad: @Sendable () async -> Void

  /// Makes an observer.
  public init(
    mayGo: @escaping @Sendable (URL) async -> Bool,
    hasShown: @escaping @Sendable (WebViewPage) async -> Void,
    couldNotLoad: @escaping @Sendable () async -> Void
  ) {
    self.mayGo = mayGo
    self.hasShown = hasShown
    self.couldNotLoad = couldNotLoad
  }
}

/// A page that a web view shows. Printing it shows nothing of its address.
public struct WebViewPage: Sendable, CustomStringConvertible, CustomReflectable {
  /// Its address, after redirects.
  public let url: URL
  /// The status of the answer.
  public let status: Int
  /// Whether it has a form that is sent with `POST`. The page of a one-time password that is not accepted has none.
  public let hasPostForm: Bool
  /// Whether Discourse has made it: its pages have `<meta name="generator" content="Discourse …">`. Others come from
  /// something in between, such as a network that requires a login.
  public let isDiscourse: Bool
  /// Whether somebody is logged in. On a page for visitors, Discourse gives `<html>` the class `anon`.
  public let isLoggedIn: Bool

  /// Makes it.
  public init(
    url: URL, status: Int = 200, hasPostForm: Bool = false, isDiscourse: Bool, isLoggedIn: Bool
  ) {
    self.url = url
    self.status = status
    self.hasPostForm = hasPostForm
    self.isDiscourse = isDiscourse
    self.isLoggedIn = isLoggedIn
  }

  /// The status.
  public var description: String { "page with status \(status)" }

  /// The status.
  public var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}
