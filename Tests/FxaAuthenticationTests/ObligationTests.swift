import TestSupport
import Testing

/// From the statements of the source page, in its order, and the recorded traces to the tests. Errors have tables of their own in `ErrorTests`.
@Suite("What the page on in-app authentication says, and where it is tested")
struct ObligationTests {
  /// The page's statements.
  static let page: [Obligation] = [
    Obligation(
      "the platform picks one of three methods",
      "the platform decides the method, unless one is given",
      "the platform chooses the method, unless one is given"),
    Obligation(
      "accounts may be created, may not, or the browser does everything",
      "the browser takes over where the app may not create accounts, and comes back",
      "everything happens in the browser on Linux; closing it ends the flow"),
    Obligation(
      "initializing asks Guardian, then Start",
      "signs in to an account",
      "says what the account server documents, and nothing else"),
    Obligation(
      "Start obtains and judges the address; nine errors",
      "addresses are judged while they are typed, and when they are sent",
      "something that is no email address stays at Start and says so",
      "the errors that the source page lists for a state are listed there"),
    Obligation(
      "checking the account needs no person and ends in seconds",
      "no busy state can be left hanging: every end of its work leaves it"),
    Obligation(
      "an account that exists signs in, another is created or sent to the browser",
      "the account appears between the question and the sign-up (101)",
      "the account disappears between the question and the sign-in (102)",
      "existing accounts sign in in the app all the same"),
    Obligation(
      "signing in, with its methods and five errors",
      "signs in to an account",
      "the methods that the source page lists for a state are its events or queries"),
    Obligation(
      "what a sign-in can come to",
      "ways of confirming that nobody knows end at the password",
      "a sign-in may need an email code",
      "TOTP, wrong and then right"),
    Obligation(
      "unblocking: the code is mailed once, and again when asked for",
      "an unblock code, wrong and then right, then TOTP: wrong, letters, mixed, right",
      "blocked: code wrong, another mail, code right",
      "an unblock code with an address that is corrected: it is used up, and another one comes"),
    Obligation(
      "a second factor is asked for and verified",
      "an unblock code, wrong and then right, then TOTP: wrong, letters, mixed, right"),
    Obligation(
      "signing up takes a password and two consents",
      "signs up, with a wrong code and then the right one",
      "sign-up needs a password that fits and the legal confirmations",
      "age and terms are not confirmed until the person confirms them",
      "age and terms that are denied before the sign-up is shown are refused, not forgotten in silence"),
    Obligation(
      "three rules of passwords",
      "new passwords are judged while they are typed"),
    Obligation(
      "what goes wrong while signing up leads to Start",
      "each number ends on a screen: the one that the reference names, unless it is unknown there"),
    Obligation(
      "confirming an address is not unblocking",
      "signs up, with a wrong code and then the right one",
      "the code that confirms an address is good in its ten minutes and the ten after"),
    Obligation(
      "the mail with the session's code is sent again",
      "a sign-in may need an email code",
      "sign-up with an email code, wrong and then right"),
    Obligation(
      "finalizing makes few requests, and then the app is in",
      "the paths through the flow make as many requests as these tests think",
      "each number at the start, after the password and at the deletion ends as the reference says"),
    Obligation(
      "deleting is asked for, agreed to and done, or fails",
      "deletes the account, after the password was wrong once",
      "a deletion that fails is not reported as done"),
    Obligation(
      "the fallback goes on in the browser",
      "the browser takes over where accounts may not be created",
      "codes that the VPN service did not give for this sign-in change nothing, and the right one still works"
    ),
    Obligation(
      "fourteen errors",
      "the fourteen errors of the source page are declared with its words, and each is shown somewhere"),
  ]

  /// The recorded traces.
  static let traces: [Obligation] = [
    Obligation(
      "sign-up with a wrong code, then the right one",
      "signs up, with a wrong code and then the right one"),
    Obligation(
      "101 and 102, which come in between",
      "the account appears between the question and the sign-up (101)",
      "the account disappears between the question and the sign-in (102)"),
    Obligation(
      "120, an address with an upper case letter",
      "an address typed with an upper case letter is corrected without asking (120)"),
    Obligation(
      "a wrong unblock code, then the right one; second factor: wrong, letters, mixed, right",
      "an unblock code, wrong and then right, then TOTP: wrong, letters, mixed, right"),
    Obligation(
      "errors at the question whether there is an account",
      "each number ends on a screen: the one that the reference names, unless it is unknown there",
      "the chart declares what the reference documents for each request, and what else is not unknown there"),
    Obligation(
      "107, a wrong parameter, is what it is called",
      "a wrong parameter is what it is called"),
    Obligation(
      "the time to wait, from header, body or nowhere",
      "too many requests are shown where they were made, with the time to wait",
      "an unavailable server says how long, or half a minute"),
  ]

  /// What holds besides.
  static let besides: [Obligation] = [
    Obligation(
      "whatever fails, alone or with another fault",
      "every fault at every request; those of a class are alike",
      "every two classes of faults at every two requests",
      "with Hawk every class of faults at every request is what it is with bearer ids"),
    Obligation(
      "forged answers and callbacks",
      "callbacks to other addresses change nothing",
      "forged answers of the account server lead nowhere",
      "forged answers of Guardian give no login",
      "there are at least sixty forgeries"),
    Obligation(
      "what is known of Mozilla's servers besides",
      "a client without cookies is refused, as Mozilla's server refuses it",
      "each sign-in has cookies of its own",
      "a sign-in crosses the origins that the app has configured",
      "an origin that is not configured is named before anything is typed",
      "a redirect on the way to an origin that is not configured is not followed, and named",
      "the default user agent carries a version"),
    Obligation(
      "an error is shown where the person can act on it, and not after that",
      "a server that is unavailable while a code is checked costs neither session nor password",
      "an error about a password is forgotten when another is typed",
      "an error about a code is forgotten when another email is wanted"),
    Obligation(
      "answers that come late",
      "an answer that comes after the person has left changes nothing, at every request"),
    Obligation(
      "secrets stay, and are overwritten",
      "no secret is exposed on any path through the flow",
      "each exit forgets everything and overwrites it"),
  ]

  @Test("each statement has tests, and they are there")
  func isTested() throws {
    #expect(
      try Obligation.missing(
        Self.page + Self.traces + Self.besides, in: ["FxaAuthenticationTests", "FlowTests"]) == [])
  }
}
