import FirebaseTOTPFlow
import TestSupport
import Testing

/// From the statements of the vendor's guide, in its order, to the tests. Errors have a table of their own, `ErrorRow.table`.
@Suite("What the guide says of Firebase and authenticator apps, and where it is tested")
struct ObligationTests {
  static let obligations: [Obligation] = [
    Obligation(
      "An authenticator app makes the codes",
      "RFC 4226, appendix D",
      "RFC 6238, appendix B",
      "a step is used once, and those before it no more",
      "base 32 as RFC 4648 writes it"),
    Obligation(
      "All ways of signing in support a second factor, but phone, anonymous, custom tokens and Game Center",
      "who has signed in without a password of Firebase"),
    Obligation(
      "The address must be verified, so that nobody locks its owner out",
      "the address is confirmed first, and who has not signed in lately signs in again",
      "what has to be done before enrolling is reported, and once it is done it goes on"),
    Obligation("The provider's state is ENABLED", "setting the project up waits for its outcome"),
    Obligation(
      "adjacentIntervals is 0 to 10, by default 5",
      "an administrator allows authenticator apps, with 0 to 10 steps on each side",
      "setting the project up waits for its outcome"),
    Obligation(
      "Adjacent windows of 30 seconds are accepted, because clocks differ",
      "codes of as many steps around the present one count as were configured"),
    Obligation(
      "A PATCH request to /admin/v2/projects/PROJECT_ID/config enables TOTP",
      "an administrator allows authenticator apps, with 0 to 10 steps on each side"),
    Obligation(
      "PROJECT_ID is the project's ID",
      "an administrator allows authenticator apps, with 0 to 10 steps on each side"),
    Obligation(
      "Scheme 1: enrolling is part of signing up",
      "required: signing up with an address, and then enrolling",
      "required: nobody gets on without a factor, and who has one does"),
    Obligation(
      "Scheme 2: enrolling is offered during signing up, and can be skipped",
      "optional: signing up with an address, and then the offer",
      "optional: it is offered on a screen after signing in, and can be skipped"),
    Obligation(
      "Scheme 3: the person enrolls on the page of the account",
      "on the page with the settings: enrolling, signing in with a code, removing the factor"),
    Obligation(
      "Scheme 4: features that need more security ask for it",
      "step-up: a feature waits while the person enrolls, and continues",
      "step-up: a feature waits while the person confirms the factor, and the token says so",
      "step-up: a feature gets no access when the person gives up, signs out or has no policy for it",
      "step-up: the feature gets its answer, whatever becomes of it"),
    Obligation(
      "Enroll, 1: the person signs in again",
      "a new secret is asked for with the token of the new sign-in",
      "somebody else cannot sign in in place of who is signed in"),
    Obligation(
      "Enroll, 3: sharedSecretKey() is shown",
      "on the page with the settings: enrolling, signing in with a code, removing the factor"),
    Obligation(
      "generateQRCodeURL(withAccountName:issuer:), with “default account” without an address",
      "label and issuer of an address are escaped",
      "what an authenticator app cannot do is not put into an address"),
    Obligation(
      "openInOTPApp(withQRCodeURL:) opens an authenticator app",
      "enroll, sign in with the resolver, unenroll"),
    Obligation(
      "assertionForEnrollment(with:oneTimePassword:) and enroll(with:displayName:) enroll, with the name “TOTP”",
      "enroll, sign in with the resolver, unenroll",
      "a factor without a name is called TOTP"),
    Obligation(
      "After a wrong or expired code, another is asked for",
      "a row of the table, also with details behind the name",
      "code: wrong, and then too late",
      "a secret is over at the server's time, and goes from memory with it"),
    Obligation(
      "Any signIn(with…) works as without a second factor",
      "who has signed in without a password of Firebase",
      "a provider's tokens, secret and nonce go into the form that the server reads",
      "a link in an email signs in, confirms the address and can be used once",
      "a link asks for the second factor, and its address is not taken from somebody else's"),
    Obligation(
      "The person chooses a factor first",
      "of several factors one is chosen, and another kind than an app's is reported as not supported",
      "one other factor is shown"),
    Obligation(
      "resolver.hints lists the factors with their displayName",
      "factors that cannot be chosen, and a first factor that is not kept"),
    Obligation(
      "assertionForSignIn(withEnrollmentID:oneTimePassword:) and resolveSignIn(with:) complete the sign-in",
      "enroll, sign in with the resolver, unenroll"),
    Obligation(
      "currentUser is there",
      "a start restores the stored user with two requests, and keeps the tokens fresh",
      "a start without an answer keeps the session, and it can be restored later",
      "a restored session does not get around a policy that requires a factor"),
    Obligation(
      "unenroll(with:) removes it",
      "enroll, sign in with the resolver, unenroll"),
    Obligation(
      "Removing the last factor signs the person out",
      "removing the last factor may sign out, whichever error the server has for it"),
    Obligation(
      "Not mentioned: tokens",
      "tokens are refreshed five minutes before they end, by themselves",
      "however many ask for a token, one request is made"),
    Obligation(
      "Not mentioned: a start of the app, and signing out",
      "who is not restored can sign out, and a later start does not bring the session back"),
    Obligation(
      "Not mentioned: a store that fails",
      "a store that can't be read at the start is not erased, and is read again when wanted",
      "tokens that can't be removed when signing out are reported, and everything else is erased",
      "the vendor's method reports it too",
      "tokens that can't be stored when signing in are reported, and nobody is signed in",
      "a factor whose tokens can't be stored is enrolled, and the failure is shown",
      "single faults of the store"),
    Obligation("Not mentioned: the length of a code", "a factor whose codes have another length can sign in"),
    Obligation(
      "Not mentioned: sessions that the server ends",
      "what ends a session ends it, also when a refresh says so"),
    Obligation(
      "Not mentioned: servers that do not answer",
      "single faults; those of a class are alike, and no secret is exposed",
      "every two kinds of faults at every two requests",
      "no answer within 15 seconds leads to a screen that says so",
      "what is no answer of the servers, a hotel's login page for one, counts as no connection",
      "an incomplete answer of the servers, or one with an unknown error, counts as no answer",
      "times have as many digits of a second as they like"),
    Obligation(
      "Not mentioned: answers that are lost while enrolling",
      "an enrollment whose answer is lost is found out, and nobody enrolls twice",
      "another secret is not made before it is known whether the last one is enrolled",
      "unclear: nothing else is begun before the server has said",
      "code: the secret is used up by an earlier one",
      "another factor: the list is loaded first, so that a new one is known by its being there"),
    Obligation(
      "Not mentioned: forged and late answers",
      "each leaves everything as it was, and the right answer is taken after it",
      "an answer that comes after signing out signs nobody in, at every request"),
    Obligation(
      "Not mentioned: how long secrets are kept",
      "no secret is exposed, on any screen",
      "no token, nonce, secret or code of a link is exposed, also when it is refused",
      "what leaves the screen is overwritten"),
  ]

  @Test("the page has a row for each statement, and the tests are there")
  func isTested() throws {
    let problems = try StatementTable(page: "firebase-totp.md").problems(
      FirebaseTOTP.compiled.get(), module: "FirebaseTOTP", obligations: Self.obligations)
    #expect(problems == [])
  }
}
