#if canImport(WebKit) && (os(iOS) || os(macOS) || os(visionOS))
  public import FlowTransport
  public import Foundation
  public import WebKit

  /// The web view on Apple systems. An app puts `view` on its screen, and calls `close()` when the person closes it.
  ///
  /// Going back by a gesture is off: the page of a one-time password would come again.
  @MainActor
  public final class SiteWebView: NSObject, EmbeddedWebView {
    /// What the person sees.
    public let view: WKWebView
    private var observer: WebViewObserver?
    /// Counts the pages to show, so that a page that is over does not end the next one.
    private var turn = 0
    private var closer: AsyncStream<Never>.Continuation?
    private var status = 200
    /// What the web view calls itself. It is read before the first page, since pages can change what scripts get.
    private var ownUserAgent: String?
    /// The last deletion of cookies, for which pages wait.
    private let clearing = Locked<Task<Void, Never>?>(nil)

    /// Makes a web view whose cookies are kept.
    public init(view: WKWebView = WKWebView()) {
      self.view = view
      super.init()
      view.navigationDelegate = self
      #if !os(macOS)
        view.allowsBackForwardNavigationGestures = false
      #endif
    }

    /// Shows a page until the person closes it.
    public func show(_ page: URL, as app: String?, observer: WebViewObserver) async throws(BrowserProblem) {
      let (closing, closer) = AsyncStream.makeStream(of: Never.self)
      turn += 1
      let turn = turn
      self.observer = observer
      self.closer = closer
      await clearing.withLock { $0 }?.value
      await identify(as: app)
      // It may be over before it has begun.
      if !Task.isCancelled, turn == self.turn {
        view.load(URLRequest(url: page))
        for await _ in closing {}
      }
      guard turn == self.turn else { return }
      self.observer = nil
      view.stopLoading()
    }

    private func identify(as app: String?) async {
      if ownUserAgent == nil {
        ownUserAgent = try? await view.evaluateJavaScript("navigator.userAgent") as? String
      }
      if let app, let ownUserAgent { view.customUserAgent = "\(ownUserAgent) \(app)" }
    }

    /// The person has closed it.
    public func close() { closer?.finish() }

    /// Changes the address without loading anything.
    public nonisolated func replaceAddress(with address: URL) {
      Task { @MainActor in
        view.callAsyncJavaScript(
          "history.replaceState(history.state, '', address)", arguments: ["address": address.absoluteString],
          in: nil, in: .page)
      }
    }
  }

  extension SiteWebView {
    /// Deletes the cookies of a site's host.
    public nonisolated func clearCookies(of site: URL) {
      guard let host = WebOrigin(site)?.host else { return }
      clearing.withLock { last in
        last = Task { @MainActor [last] in
          await last?.value
          let cookies = view.configuration.websiteDataStore.httpCookieStore
          // The domain of a cookie that hosts below get too begins with a dot.
          for cookie in await cookies.allCookies()
          where cookie.domain.lowercased().drop(while: { $0 == "." }) == host {
            await cookies.deleteCookie(cookie)
          }
        }
      }
    }
  }

  extension SiteWebView: WKNavigationDelegate {
    /// Asks whether the web view may go there.
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      guard navigationAction.targetFrame?.isMainFrame ?? true, let url = navigationAction.request.url,
        let observer
      else { return .allow }
      return await observer.mayGo(url) ? .allow : .cancel
    }

    /// Notes the status of a page.
    public func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
      if navigationResponse.isForMainFrame {
        status = (navigationResponse.response as? HTTPURLResponse)?.statusCode ?? 200
      }
      return .allow
    }

    /// Reports that a page has loaded.
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      guard let url = webView.url, let observer else { return }
      let status = status
      let selectors =
        #"['form[method="post" i]', 'meta[name="generator" i][content^="Discourse "]', 'html:not(.anon)']"#
      let script = "\(selectors).map(selector => document.querySelector(selector) !== null)"
      webView.evaluateJavaScript(script) { found, _ in
        let found = found as? [Bool] ?? []
        let has = { found.indices.contains($0) && found[$0] }
        let page = WebViewPage(
          url: url, status: status, hasPostForm: has(0), isDiscourse: has(1), isLoggedIn: has(2))
        Task { await observer.hasShown(page) }
      }
    }

    /// Reports that a page can't be loaded.
    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { failed(error) }

    /// Reports that a page was not loaded completely.
    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
      failed(error)
    }

    /// Pages to which the web view did not go are no failures: canceled, or stopped by the answer of the observer.
    private func failed(_ error: any Error) {
      let error = error as NSError
      let isStopped = error.domain == "WebKitErrorDomain" && error.code == 102
      let isCancelled = error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
      guard !isStopped, !isCancelled, let observer else { return }
      Task { await observer.couldNotLoad() }
    }
  }
#endif
