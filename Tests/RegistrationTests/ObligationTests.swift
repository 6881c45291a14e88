import RegistrationFlow
import TestSupport
import Testing

/// From the statements of the page behind the flow, in its order, to the tests. `.ci/registration` and the runs of the page walk
/// the same in the terminal. Errors have a suite of their own, `ErrorTests`.
@Suite("What the page on ClueRide's registration asks for, and where it is tested")
struct ObligationTests {
  static let obligations: [Obligation] = [
    Obligation(
      "Without a native platform, an agreed access token is used (event A)",
      "A: without a browser the agreed token is used", "the agreed token is one that the back-end knows",
      "without a browser everything goes too, and the next request begins again",
      "without a browser the agreed token takes the place of no other application's registration"),
    Obligation(
      "The access token, expired or not, decides what happens first",
      "D, G, H: somebody registers",
      "an expiry that cannot be read counts as expired, and an empty access token as none"),
    Obligation(
      "A menu item clears the state", "leaving removes everything and revokes the refresh token",
      "clearing the state clears it too, and shows its tokens to nobody"),
    Obligation(
      "The back-end can test whether the access token is valid",
      "the back-end may be asked whether a token is valid: yes is B, no is renewed, nothing is E",
      "a back-end that is set up gets the confirmed profile, and is asked nothing else"),
    Obligation(
      "The back-end reads the profile at the site, and may compare it with the JWT",
      "the confirmed profile goes to the back-end, which then knows the member",
      "where it is wanted, `/userinfo` has to say the same"),
    Obligation(
      "The expiry and a grace period say when to renew",
      "a token that expires exactly when the grace begins is valid, and one that is sooner is not",
      "a token that lives no longer than the grace period is renewed when half of its time is over, or a minute"
    ),
    Obligation(
      "A verified email address identifies the person",
      "exchanging: an email address that is not verified is F, and its refresh token is revoked"),
    Obligation("The access token is opaque and short-lived", "no secret is exposed, at any letter"),
    Obligation(
      "Only trusted devices share sensitive information",
      "a registration of another site or application does not count: its tokens are shown to nobody, and it stays"
    ),
    Obligation(
      "Logging out and deregistering remove all data",
      "leaving removes everything and revokes the refresh token",
      "leaving: a refresh token is revoked when the site says so, and no page in between"),
    Obligation(
      "Six values are stored, each under its key",
      "a confirmed registration writes all six keys at once, and nothing else",
      "it is adopted once, and its six keys are removed",
      "a registration that was cleared does not come back, also where its keys could not be removed before"),
    Obligation(
      "The access token goes into the Authorization header",
      "nothing else is sent than this, from the first page to the end of a registration"),
    Obligation(
      "A refresh updates profile, ID token, access token and expiry",
      "a renewal updates profile, ID token, access token and expiry, and leaves the type"),
    Obligation(
      "A refresh does nothing to the refresh token",
      "the new refresh token is stored before anything else is looked at",
      "there is always a refresh token that is taken"),
    Obligation(
      "Retry clears everything",
      "another try forgets the attempt, revokes its refresh token, and leaves what is stored"),
    Obligation(
      "The type of the registration is SOCIAL or PASSWORDLESS",
      "a renewal updates profile, ID token, access token and expiry, and leaves the type"),
    Obligation(
      "Auth0 offers social logins, first Google and Facebook",
      "the page asks for what Auth0 documents, with a challenge, and again each time"),
    Obligation(
      "Auth0 can handle several apps",
      "without a browser, or an application for the way of registering, it is F"),
    Obligation(
      "The custom scheme leads to the app", "a callback may reach the app through the system, by the router"),
    Obligation(
      "The splash screen is hidden after the first screen; by what is open",
      "the splash screen goes once, after the first screen is published"),
    Obligation(
      "Events say ACTIVE, REGISTRATION_REQUIRED and CONFIRMATION_REQUIRED", "D, G, H: somebody registers"),
    Obligation(
      "Exceptions are handled in one place",
      "each cause lands with its letter, and is shown and reported",
      "a missing answer is reported as a timeout, and costs no token"),
    Obligation("The profile comes from the JWT", "D, G, H: somebody registers"),
    Obligation(
      "The profile is updated on the back-end",
      "a back-end that is set up gets the confirmed profile, and is asked nothing else"),
    Obligation("Arrows of the state diagram have letters from A to H", "each letter has a meaning"),
    Obligation(
      "The client gets an Observable that settles at once, soon, or after minutes",
      "a late observer gets the latest state first, and then each one",
      "a request settles, at once or after a while, and one beside it joins",
      "a request while something is in progress gets its outcome, not the earlier state"),
    Obligation(
      "A token that has not expired is active at once (event B)",
      "B: an access token that has not expired stays"),
    Obligation(
      "A token that has to be renewed is active (event C) or an error",
      "C: an access token that expires is renewed, also by the timer",
      "renewing: what may get better costs no token"),
    Obligation(
      "Control passes to Auth0, and its callback returns it",
      "an address that leads elsewhere changes nothing",
      "our own address that does not say what it must is F, and nothing is asked for",
      "a callback is good once, and for its own sign-in"),
    Obligation("The app shows the pages", "what is not offered is refused, and changes nothing"),
    Obligation(
      "There are two errors, E and F, without saying which",
      "renewing: what may get better costs no token", "F: registering fails"),
    Obligation(
      "Later, the back-end is asked for the member's account",
      "the confirmed profile goes to the back-end, which then knows the member"),
    Obligation(
      "Is Auth0's logout needed?",
      "the login in the browser is ended last, has a time of its own, and is none where the browser keeps nothing"
    ),
    Obligation(
      "What happens when the person wants another account?",
      "the page asks for the account, and another one registers",
      "without a prompt, the browser's login brings the same account again",
      "an account whose address is not verified can be changed too"),
    Obligation(
      "Not mentioned: people who leave", "at the site: a person who leaves is asked again, without an error"),
    Obligation(
      "Not mentioned: several renewals at the same time",
      "two renewals at the same time are one", "while one renews, nobody else begins to"),
    Obligation(
      "Not mentioned: a store that fails",
      "an attempt that the store has kept, and has said that it has not, goes with the attempt",
      "what a sick store keeps of an attempt that is given up is reported, and has no token that is dead",
      "an attempt that the store keeps only when it is given up goes from there again"),
  ]

  @Test("the page has a row for each statement, and the tests are there")
  func isTested() throws {
    let problems = try StatementTable(page: "registration.md").problems(
      Registration.compiled.get(), module: "Registration", obligations: Self.obligations)
    #expect(problems == [])
  }
}
