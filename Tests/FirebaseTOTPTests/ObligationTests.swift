import TestSupport
import Testing

/// From the statements of the vendor's guide, in its order, to the tests. Errors have a table of their own, `ErrorRow.table`.
@Suite("What the guide says of Firebase and authenticator apps, and where it is tested")
struct ObligationTests {
  /// The guide's statements.
  static let guide: [Obligation] = [
    Obligation(
      "the project has authenticator apps enabled, and four ways of signing in cannot have a second factor",
      "who has signed in without a password of Firebase",
      #"provider \(provider)"#,
      "an administrator allows authenticator apps, with 0 to 10 steps on each side"),
    Obligation(
      "the address is confirmed first, so that nobody locks the owner of an address out",
      "the address is confirmed first, and who has not signed in lately signs in again",
      "address: an email is sent",
      "address: not confirmed yet",
      "what has to be done before enrolling is reported, and once it is done it goes on"),
    Obligation(
      "apps are enabled by a request, with 0 to 10 adjacent intervals, 5 without a number",
      "an administrator allows authenticator apps, with 0 to 10 steps on each side",
      "the usual number",
      "too small",
      "too large",
      "setting the project up waits for its outcome"),
    Obligation(
      "codes of so many steps around the present one count, because clocks differ",
      "codes of as many steps around the present one count as were configured"),
    Obligation(
      "four schemes of enrolling: a must, an offer, a page of settings, a step up",
      "required: nobody gets on without a factor, and who has one does",
      "optional: it is offered once after signing in, and can be skipped",
      "on the page with the settings: enrolling, signing in with a code, removing the factor",
      "step-up: a feature that asks for more security has the person enrol when it is wanted"),
    Obligation(
      "before enrolling the person signs in again",
      "a new secret is asked for with the token of the new sign-in",
      "again: the same person",
      "somebody else cannot sign in in place of who is signed in"),
    Obligation(
      "a secret is made, shown as a key and as an address for a QR code, and opened in an app",
      "on the page with the settings: enrolling, signing in with a code, removing the factor",
      "secret: the authenticator app is opened",
      "label and issuer of an address are escaped",
      "what an authenticator app cannot do is not put into an address"),
    Obligation(
      "a code of it enrols, under a name that is TOTP when there is none",
      "enroll, sign in with the resolver, unenroll",
      "a factor without a name is called TOTP",
      "code: a name"),
    Obligation(
      "a wrong code is asked for again, and a secret has its time",
      "each row of the table, also with details behind the name",
      "code: wrong, and then too late",
      "a secret is over at the server's time, and goes from memory with it"),
    Obligation(
      "signing in in any way may need a second factor, whose hints are shown",
      "one authenticator app: its code is asked for at once",
      "of several factors one is chosen, and another kind than an app's is reported as not supported",
      "factors that cannot be chosen, and a first factor that is not kept"),
    Obligation(
      "the resolver completes the sign-in with the chosen factor",
      "enroll, sign in with the resolver, unenroll",
      "the right code"),
    Obligation(
      "a factor is removed by its id; with the last one the person may be signed out, by either of two errors, and signs in again",
      "removing the last factor may sign out, whichever error the server has for it",
      "removed, still signed in",
      "the session is over: sign in again"),
  ]

  /// What holds besides.
  static let besides: [Obligation] = [
    Obligation(
      "the codes are those of the standards",
      "RFC 4226, appendix D",
      "RFC 6238, appendix B",
      "a step is used once, and those before it no more",
      "base 32 as RFC 4648 writes it"),
    Obligation(
      "tokens are refreshed five minutes before they end, once for all",
      "tokens are refreshed five minutes before they end, by themselves",
      "however many ask for a token, one request is made"),
    Obligation(
      "a start restores who was signed in, and signing out is the person's decision",
      "a start restores the stored user with two requests, and keeps the tokens fresh",
      "a start without an answer keeps the session, and it can be restored later",
      "a restored session does not get around a policy that requires a factor",
      "who is not restored can sign out, and a later start does not bring the session back"),
    Obligation(
      "a store that fails is reported, and nothing else stays behind",
      "a store that can't be read at the start is not erased, and is read again when wanted",
      "tokens that can't be removed when signing out are reported, and everything else is erased",
      "the vendor's method reports it too"),
    Obligation(
      "codes may have another length than six",
      "a factor whose codes have another length can sign in"),
    Obligation(
      "what the server says of tokens and accounts ends the session",
      "what ends a session ends it, also when a refresh says so",
      "a session that is over takes its tokens along"),
    Obligation(
      "nothing hangs, whatever fails, alone or with another fault",
      "single faults; those of a class are alike, and no secret is exposed",
      "every two kinds of faults at every two requests",
      "no answer within 15 seconds leads to a screen that says so"),
    Obligation(
      "no connection and answers that cannot be read lead back to the screen, where it can be tried again",
      "what is no answer of the servers, a hotel's login page for one, counts as no connection",
      "an incomplete answer of the servers, or one with an unknown error, counts as no answer"),
    Obligation(
      "an enrolment whose answer is lost is neither told as done nor as not done before the server has said",
      "an enrolment whose answer is lost is found out, and nobody enrols twice",
      "another secret is not made before it is known whether the last one is enrolled",
      "unclear: nothing else is begun before the server has said",
      "code: the secret is used up by an earlier one",
      "another factor: the list is loaded first, so that a new one is known by its being there"),
    Obligation(
      "forged and late answers change nothing",
      "each leaves everything as it was, and the right answer is taken after it",
      "an answer that comes after signing out signs nobody in, at every request"),
    Obligation(
      "no secret is exposed, and what is used up is overwritten",
      "no secret is exposed, on any screen",
      "what leaves the screen is overwritten"),
    Obligation(
      "times have any number of digits of a second",
      "times have as many digits of a second as they like"),
  ]

  @Test("each statement has tests, and they are there")
  func isTested() throws {
    #expect(try Obligation.missing(Self.guide + Self.besides, in: ["FirebaseTOTPTests", "FlowTests"]) == [])
  }
}
