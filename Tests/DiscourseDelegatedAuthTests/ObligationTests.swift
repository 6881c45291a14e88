import DiscourseDelegatedAuthFlow
import TestSupport
import Testing

/// From the statements of Discourse's design, in its order, to the tests. What the site itself does is in `SiteTests`.
@Suite("What Discourse's design says, and where it is tested")
struct ObligationTests {
  static let obligations: [Obligation] = [
    Obligation(
      "Safari and the app's web view have cookies of their own, so people log in twice",
      "1: a fresh site, consent, and the button of the one-time password",
      "2: the same person is logged on in the web view already: no button is needed",
      "12: with a key and without a login in the web view, a one-time password is fetched"),
    Obligation(
      "The web view loses its login at random",
      "when a login ends on the site, the web view leads to a new one-time password"),
    Obligation(
      "Sites cannot tell app traffic from that of mobile Safari",
      "the app's own requests and all pages of its web view have its user agent, and the browser's have not"),
    Obligation(
      "The basic info of a site says that it supports this",
      "1: a fresh site, consent, and the button of the one-time password"),
    Obligation(
      "There is time for a transition",
      "9: a site with version 3 is opened plainly, without a one-time password",
      "a site is not asked for more than the platform can do"),
    Obligation(
      "The site's page says what is allowed",
      "the page that asks for consent names the app and what it may do"),
    Obligation(
      "The site makes a login token that expires and works once",
      "a one-time password is good once and for ten minutes, with a button, or without for whom it is"),
    Obligation(
      "The one-time password comes encrypted, with the rest of the key's information",
      "a payload is read with both paddings, and with line breaks or without",
      "1: a fresh site, consent, and the button of the one-time password"),
    Obligation(
      "That page leads to /, and the person is logged in",
      "after the button, any page of the site that shows a login counts"),
    Obligation(
      "?user_api_public_key=… is always added",
      "asks for a one-time password, and opens the site, with their parameters"),
    Obligation(
      "The user is logged on",
      "without a one-time password the app has only the key",
      "who loses the login in the web view is not logged in any more"),
    Obligation(
      "The site strips the parameter when all is well", "the two parameters are removed, and nothing else"),
    Obligation(
      "A site where nobody is logged on calls the app",
      "calls the app from its start page when nobody is logged on, and only at allowed addresses"),
    Obligation(
      "A simple page asks whether the app may access the site",
      "12: with a key and without a login in the web view, a one-time password is fetched"),
    Obligation(
      "All uses of user API keys benefit, for example an Electron wrapper",
      "an address of the app that has a query keeps it"),
    Obligation(
      "The address is /user-api-key/otp?public_key=…",
      "where it is configured so, a new login is asked for with a new key"),
    Obligation(
      "Not mentioned: a one-time password that is refused",
      "3: a one-time password that is older than ten minutes is fetched again, once",
      "4, 5: a one-time password that was used already is fetched again once, and there is no loop"),
    Obligation(
      "Not mentioned: parameters that are missing",
      "needs all parameters",
      "what the site refuses in the browser is reported"),
    Obligation(
      "Not mentioned: scopes, addresses or people that are not allowed",
      "gives no scopes but the allowed ones",
      "calls allowed addresses alone, where a star stands for anything",
      "gives keys to those who may have them, and to those who run the site",
      "takes no form of a stranger, nor one without its own mark"),
    Obligation(
      "Not mentioned: sites that are too old or not Discourse",
      "10: a site without the user API, or with version 1, is not supported",
      "10: only a site that says it is a Discourse is reported as too old"),
    Obligation(
      "Not mentioned: redirects of the site's address",
      "11: redirects of the first request are followed, and the last address is kept",
      "11: redirects to what is not encrypted, to this machine, to other pages or without end are not followed"
    ),
    Obligation(
      "Not mentioned: a key that is refused or revoked",
      "13: a key that is refused while the app uses it ends the login",
      "13: a key that was revoked on the site leads to new consent",
      "a refusal in plain text, as the message bus writes it, may be meant for the key",
      "a hotel's login page ends no login, and gives no key back"),
    Obligation(
      "Not mentioned: too many requests",
      "14: a limit does not end the login, and the time to wait is kept",
      "14: a limit at the first requests is reported with the time to wait, which stops nobody",
      "14: a limit of a key does not stop what is asked without one",
      "14: logging out before the time to wait is over leaves the key with the site, and says so",
      "counts requests in a minute and in a day, and says how long to wait"),
    Obligation(
      "Not mentioned: answers that are not genuine",
      "6: an answer with the nonce of an earlier attempt is refused, and nothing is kept",
      "7: an answer that is encrypted for another key is refused, and looks like any other refusal",
      "17: a callback that names another site is refused",
      "an answer that can't be decrypted looks from outside like one with another nonce",
      "an answer is refused where the request was for another site, and is good for one reading"),
    Obligation(
      "Not mentioned: how public keys are written and encrypted",
      "a key that can't be read is refused",
      "16: a site that does not know OAEP answers with PKCS 1, which is read as well",
      "18: a public key with plus signs arrives as it was sent"),
    Obligation(
      "Not mentioned: people who leave",
      "8: the person closes the page that asks for consent",
      "stopped: another site is opened at once"),
    Obligation(
      "Not mentioned: logging out",
      "after signing out, the web view is logged in no longer",
      "15: logging out without a connection removes the key here, and says what failed",
      "logging out when the site has no such key any more is no failure"),
    Obligation(
      "Not mentioned: pages and requests that fail",
      "single faults, and no secret is exposed in any of these runs",
      "every two classes of faults at every two requests",
      "every fault of a page with every class of faults at a request",
      "whatever page does not load, the flow ends on a screen that goes on",
      "a page in the web view that Discourse has not made logs nobody on, and counts as no connection"),
  ]

  @Test("the page has a row for each statement, and the tests are there")
  func isTested() throws {
    let problems = try StatementTable(page: "discourse-delegated-auth.md").problems(
      DiscourseDelegatedAuth.compiled.get(), module: "DiscourseDelegatedAuth", obligations: Self.obligations)
    #expect(problems == [])
  }
}
