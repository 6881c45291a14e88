import FlowTransport
import Foundation
import Statecharts

extension DiscourseHandlers {
  package func webView(
    events: DiscourseDelegatedAuth.WebViewSender
  ) async throws(DiscourseDelegatedAuth.WebViewFailure) {
    let page = vault.withLock { vault in
      defer { vault.page = nil }
      return vault.page
    }
    guard let page else { throw .browserNotAvailable }
    do throws(BrowserProblem) {
      try await configuration.webView.show(
        page.url, as: configuration.identification, observer: observer(page, events))
    } catch {
      if error == .closed { return }
      throw .browserNotAvailable
    }
  }

  private func observer(
    _ page: DiscourseVault.Page, _ events: DiscourseDelegatedAuth.WebViewSender
  ) -> WebViewObserver {
    // Decision: Docs/decisions/flow-discourse.md#only-the-first-page-of-a-discourse-site-shows-whether-it-is-reachable
    let wasReady = Locked(false)
    return WebViewObserver(
      mayGo: { url in
        guard self.callback(url.absoluteString) == nil else {
          // The app is called; the web view itself can't go there.
          await events.callback(url: url.absoluteString)
          return false
        }
        return ["http", "https"].contains(url.scheme?.lowercased())
      },
      hasShown: { shown in
        // Pages of others, such as those of single sign-on, say nothing about the site.
        guard let path = page.site.path(of: shown.url) else { return }
        // Decision: Docs/decisions/flow-discourse.md#a-page-in-the-web-view-must-identify-itself-as-discourse
        guard shown.isDiscourse || shown.status != 200 else {
          if !wasReady.withLock({ $0 }) { await events.networkError(kind: "page") }
          return
        }
        let isOTPPage = path.hasPrefix("/session/otp/")
        self.vault.withLock { $0.shown = isOTPPage ? nil : shown.url }
        switch page.purpose {
        case .logOn where isOTPPage:
          // The page of a password that is accepted has a form with a button.
          if shown.status != 200 || !shown.hasPostForm { await events.otpInvalid() }
        case .logOn where !wasReady.withLock({ $0 }):
          // Whatever page the site leads to after the button.
          // Decision: Docs/decisions/flow-discourse.md#only-a-page-of-the-site-shows-a-login
          guard shown.status == 200, shown.isLoggedIn else { break }
          wasReady.withLock { $0 = true }
          await events.landedOnHome()
        case _ where shown.status == 200:
          wasReady.withLock { $0 = true }
          await events.pageReady(isLoggedIn: shown.isLoggedIn)
        default:
          if !wasReady.withLock({ $0 }) { await events.networkError(kind: "status") }
        }
      },
      couldNotLoad: { await events.networkError() })
  }
}
