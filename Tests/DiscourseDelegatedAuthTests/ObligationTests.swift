import TestSupport
import Testing

/// From the statements of Discourse's design, in its order, and the scenarios of acceptance to the tests. What the site itself does is in `SiteTests`.
@Suite("What Discourse's design says, and where it is tested")
struct ObligationTests {
  /// The design's statements.
  static let design: [Obligation] = [
    Obligation(
      "browser and web view have cookies of their own, and a login passes from one to the other",
      "2: the same person is logged on in the web view already: no button is needed",
      "12: with a key and without a login in the web view, a one-time password is fetched"),
    Obligation(
      "sites and platforms that cannot do it yet are opened plainly",
      "9: a site with version 3 is opened plainly, without a one-time password",
      "a site is not asked for more than the platform can do",
      "the platform cannot log on this way"),
    Obligation(
      "basic flow: a key is asked for in the browser, allowed, decrypted, and its one-time password logs on",
      "1: a fresh site, consent, and the button of the one-time password",
      "probing: what the site says is kept",
      "receiving: key only"),
    Obligation(
      "the page that asks for consent names the scopes in words",
      "the page that asks for consent names the app and what it may do"),
    Obligation(
      "a one-time password is encrypted, good once, and for ten minutes",
      "a one-time password is good once and for ten minutes, with a button, or without for whom it is",
      "3: a one-time password that is older than ten minutes is fetched again, once",
      "4, 5: a one-time password that was used already is fetched again once, and there is no loop"),
    Obligation(
      "advanced flow: the public key goes with each visit",
      "asks for a one-time password, and opens the site, with their parameters",
      "12: the parameters are in the address"),
    Obligation(
      "the user is logged on in the web view, and else the app has only its key",
      "without a one-time password the app has only the key",
      "who loses the login in the web view is not logged in any more",
      "after the button, any page of the site that shows a login counts",
      "after signing out, the web view is logged in no longer",
      "stopped: another site is opened at once"),
    Obligation(
      "the parameter is stripped when all is fine",
      "the two parameters are removed, and nothing else",
      "12: with a key and without a login in the web view, a one-time password is fetched"),
    Obligation(
      "a site where nobody is logged on calls the app, which asks for a one-time password",
      "calls the app from its start page when nobody is logged on, and only at allowed addresses",
      "when a login ends on the site, the web view leads to a new one-time password",
      "logged in: the site asks for a one-time password"),
    Obligation(
      "a simple page of consent, then as in the basic flow",
      "requesting: the site calls",
      "12: with a key, not logged on in the web view"),
    Obligation(
      "other apps can use it, with an address of their own",
      "an address of the app that has a query keeps it",
      "where it is configured so, a new login is asked for with a new key"),
  ]

  /// What a site refuses, and where that leads.
  static let refusals: [Obligation] = [
    Obligation(
      "a parameter is missing",
      "needs all parameters",
      "what the site refuses in the browser is reported"),
    Obligation(
      "scope, address or person are not allowed",
      "gives no scopes but the allowed ones",
      "calls allowed addresses alone, where a star stands for anything",
      "gives keys to those who may have them, and to those who run the site",
      "takes no form of a stranger, nor one without its own mark"),
    Obligation(
      "the public key cannot be read",
      "a key that can't be read is refused"),
    Obligation(
      "there is no key to give back",
      "logging out when the site has no such key any more is no failure",
      "revoking: no such key"),
    Obligation(
      "a key is refused",
      "13: a key that is refused while the app uses it ends the login",
      "a refusal in plain text, as the message bus writes it, may be meant for the key",
      "a hotel's login page ends no login, and gives no key back"),
    Obligation(
      "there were too many requests",
      "14: a limit does not end the login, and the time to wait is kept",
      "14: a limit at the first requests is reported with the time to wait, which stops nobody",
      "14: a limit of a key does not stop what is asked without one",
      "probing: too many requests",
      "14: logging out before the time to wait is over leaves the key with the site, and says so",
      "counts requests in a minute and in a day, and says how long to wait"),
    Obligation(
      "an answer cannot be decrypted, has another nonce or is of another site",
      "an answer that can't be decrypted looks from outside like one with another nonce",
      "an answer is refused where the request was for another site, and is good for one reading"),
    Obligation(
      "the browser is closed",
      "8: the person closes the page that asks for consent",
      "authorizing: browser closed without a key"),
  ]

  /// The scenarios of acceptance that are not above.
  static let scenarios: [Obligation] = [
    Obligation(
      "6, 7: answers of another attempt or for another key",
      "6: an answer with the nonce of an earlier attempt is refused, and nothing is kept",
      "7: an answer that is encrypted for another key is refused, and looks like any other refusal"),
    Obligation(
      "10: a site without the API",
      "10: a site without the user API, or with version 1, is not supported",
      "10: only a site that says it is a Discourse is reported as too old"),
    Obligation(
      "11: redirects of the probe",
      "11: redirects of the first request are followed, and the last address is kept",
      "11: redirects to what is not encrypted, to this machine, to other pages or without end are not followed"
    ),
    Obligation(
      "13: a key that was revoked",
      "13: a key that was revoked on the site leads to new consent"),
    Obligation(
      "15: logging out without a connection",
      "15: logging out without a connection removes the key here, and says what failed"),
    Obligation(
      "16: an old site and OAEP",
      "16: a site that does not know OAEP answers with PKCS 1, which is read as well"),
    Obligation(
      "17: two sites",
      "17: a callback that names another site is refused"),
    Obligation(
      "18: plus signs in a key",
      "18: a public key with plus signs arrives as it was sent"),
    Obligation(
      "whatever fails, alone or with another fault",
      "single faults, and no secret is exposed in any of these runs",
      "every two classes of faults at every two requests",
      "every fault of a page with every class of faults at a request",
      "whatever page does not load, the flow ends on a screen that goes on",
      "a page in the web view that Discourse has not made logs nobody on, and counts as no connection"),
  ]

  @Test("each statement has tests, and they are there")
  func isTested() throws {
    #expect(
      try Obligation.missing(
        Self.design + Self.refusals + Self.scenarios, in: ["DiscourseDelegatedAuthTests", "FlowTests"]) == [])
  }
}
