import FlowTransport
import Foundation

/// What the handlers keep in memory between two calls. Nothing of it goes anywhere else.
struct DiscourseVault: Sendable {
  /// A request that a site has not answered yet. There is only one, and it is good for one answer.
  struct Pending: Sendable {
    /// What was asked for.
    enum Wanted: Sendable {
      /// A key, and with it perhaps a one-time password.
      case key(nonce: Secret)
      /// A one-time password alone. The site's page for it takes no nonce, so that nothing binds the answer to this request;
      /// with the input `otpViaNewKey` a key is asked for instead.
      case otp
    }

    let wanted: Wanted
    let site: DiscourseSite
    /// Whether a one-time password was asked for with the key.
    var withOTP = false
  }

  /// A page for the web view, and what it is for.
  struct Page: Sendable {
    /// Receives what the web view does.
    enum Purpose: Sendable {
      /// That the one-time password has logged on, or is not accepted.
      case logOn
      /// That the page is there.
      case visit
    }

    let url: URL
    let purpose: Purpose
    let site: DiscourseSite
  }

  /// The site that is open.
  var site: DiscourseSite?
  var pending: Pending?
  /// The address with which the site has called.
  var callback: Secret?
  var otp: Secret?
  var page: Page?
  /// The address that the web view shows, unless it holds a one-time password.
  var shown: URL?
}
