import FxaAuthenticationFlow
import TestSupport
import Testing

/// From the statements of the source page, in its order, to the tests. Errors have tables of their own in `ErrorTests`.
@Suite("What the page on in-app authentication says, and where it is tested")
struct ObligationTests {
  static let obligations: [Obligation] = [
    Obligation(
      "The platform decides among three methods",
      "the platform decides the method, unless one is given"),
    Obligation(
      "Windows and macOS: in the app, without creating accounts; a missing account leads to the browser",
      "the browser takes over where the app may not create accounts, and comes back"),
    Obligation(
      "Linux: everything in the browser",
      "everything happens in the browser on Linux; closing it ends the flow"),
    Obligation(
      "Initializing talks to Guardian, and leads to Start",
      "signs in to an account",
      "says what the account server documents, and nothing else",
      "a client without cookies is refused, as Mozilla's server refuses it",
      "each sign-in has cookies of its own",
      "the default user agent carries a version"),
    Obligation(
      "Start obtains, validates and processes the email address",
      "addresses are judged while they are typed, and when they are sent"),
    Obligation(
      "Start has nine errors",
      "the errors that the source page lists for a state are listed there",
      "each number ends on a screen: the one that the reference names, unless it is unknown there",
      "the chart declares what the reference documents for each request, and what else is not unknown there",
      "a wrong parameter is what it is called"),
    Obligation(
      "Checking-account needs no person and takes seconds",
      "no busy state can be left hanging: every end of its work leaves it"),
    Obligation(
      "An existing account leads to Sign-in, a new one to Sign-up or the browser",
      "the account appears between the question and the sign-up (101)",
      "the account disappears between the question and the sign-in (102)"),
    Obligation(
      "Sign-in asks for the password, and leads to Signing-in",
      "signs in to an account",
      "the methods that the source page lists for a state are its events or queries",
      "an error about a password is forgotten when another is typed"),
    Obligation(
      "Signing-in leads to Sign-in, Unblock code needed, TOTP verification needed or Finalize",
      "ways of confirming that nobody knows end at the password",
      "going back forgets everything that was typed; canceling ends the session",
      "an unblock code, wrong and then right, then TOTP: wrong, letters, mixed, right"),
    Obligation(
      "The unblock email can be sent again",
      "an error about a code is forgotten when another email is wanted",
      "an unblock code, wrong and then right, then TOTP: wrong, letters, mixed, right"),
    Obligation(
      "Verifying unblock code leads back, if the code is invalid",
      "an unblock code, wrong and then right, then TOTP: wrong, letters, mixed, right"),
    Obligation(
      "Verifying session TOTP code leads back, if the code is invalid",
      "an unblock code, wrong and then right, then TOTP: wrong, letters, mixed, right"),
    Obligation(
      "Sign-up asks for a password and for “legal” things",
      "signs up, with a wrong code and then the right one",
      "new passwords are judged while they are typed"),
    Obligation(
      "New passwords must not be common, short or contain the address",
      "new passwords are judged while they are typed"),
    Obligation(
      "Signing-up leads to Email validation, after an email with 6 digits",
      "signs up, with a wrong code and then the right one",
      "the code that confirms an address is good in its ten minutes and the ten after"),
    Obligation(
      "An error of Signing-up leads to Start",
      "each number ends on a screen: the one that the reference names, unless it is unknown there"),
    Obligation(
      "The email with the code can be sent again",
      "signs up, with a wrong code and then the right one"),
    Obligation(
      "Finalize makes a few requests for the session code",
      "the paths through the flow make as many requests as these tests think",
      "each number at the start, after the password and at the deletion ends as the reference says"),
    Obligation(
      "Deleting account ends in an error or a success",
      "deletes the account, after the password was wrong once",
      "a deletion that fails is not reported as done"),
    Obligation(
      "The fallback continues in the browser",
      "the browser takes over where the app may not create accounts, and comes back"),
    Obligation(
      "The fallback has no next state",
      "codes that the VPN service did not give for this sign-in change nothing, and the right one still works"
    ),
    Obligation(
      "There are fourteen errors",
      "the fourteen errors of the source page are declared with its words, and each is shown somewhere"),
    Obligation(
      "Too many requests are shown at four screens",
      "too many requests are shown where they were made, with the time to wait"),
    Obligation(
      "“Server unavailable” is listed at Start alone",
      "an unavailable server says how long, or half a minute",
      "a server that is unavailable while a code is checked costs neither session nor password"),
    Obligation(
      "Not mentioned: an email address spelled with other capitals",
      "an address typed with an upper case letter is corrected without asking (120)",
      "an unblock code with an address that is corrected: it is used up, and another one comes"),
    Obligation(
      "Not mentioned: redirects to other servers",
      "a sign-in crosses the origins that the app has configured",
      "an origin that is not configured is named before anything is typed",
      "a redirect on the way to an origin that is not configured is not followed, and named"),
    Obligation(
      "Not mentioned: agreement before the person has agreed",
      "what was said of age and terms on one screen is not known on the next",
      "age and terms that are denied before the sign-up is shown are refused, not forgotten in silence"),
    Obligation(
      "Not mentioned: leaving",
      "an answer that comes after the person has left changes nothing, at every request"),
    Obligation(
      "Not mentioned: several faults at the same time",
      "every fault at every request; those of a class are alike",
      "every two classes of faults at every two requests",
      "with Hawk every class of faults at every request is what it is with bearer ids"),
    Obligation(
      "Not mentioned: forged answers",
      "callbacks to other addresses change nothing",
      "forged answers of the account server lead nowhere",
      "forged answers of Guardian give no login",
      "there are at least sixty forgeries"),
    Obligation(
      "Not mentioned: how long secrets are kept",
      "no secret is exposed on any path through the flow",
      "each exit forgets everything and overwrites it"),
  ]

  @Test("the page has a row for each statement, and the tests are there")
  func isTested() throws {
    let problems = try StatementTable(page: "fxa-authentication.md").problems(
      FxaAuthentication.compiled.get(), module: "FxaAuthentication", obligations: Self.obligations)
    #expect(problems == [])
  }
}
