import TestSupport
import Testing

/// From what the page behind the flow asks for, in its order, to the tests. `.ci/registration` and the runs of the page walk
/// the same in the terminal. Errors have a suite of their own, `ErrorTests`.
@Suite("What the page on ClueRide's registration asks for, and where it is tested")
struct ObligationTests {
  /// The page's statements.
  static let page: [Obligation] = [
    Obligation(
      "a platform that cannot leave for another site uses an agreed token",
      "A: without a browser the agreed token is used", "the agreed token is one that the back-end knows",
      "without a browser everything goes too, and the next request begins again",
      "without a browser the agreed token takes the place of no other application's registration"),
    Obligation(
      "the access token, expired or not, steers what happens",
      "B: an access token that has not expired stays",
      "C: an access token that expires is renewed, also by the timer",
      "D, G, H: somebody registers",
      "an expiry that cannot be read counts as expired, and an empty access token as none"),
    Obligation(
      "an item of a menu clears the state", "leaving removes everything and revokes the refresh token",
      "clearing the state clears it too, and shows its tokens to nobody"),
    Obligation(
      "the back-end may be asked, and picks up the profile from the site",
      "the back-end may be asked whether a token is valid: yes is B, no is renewed, nothing is E",
      "without being asked, the back-end is left alone",
      "the confirmed profile goes to the back-end, which then knows the member",
      "where it is wanted, `/userinfo` has to say the same"),
    Obligation(
      "the expiry is stored when tokens are given and renewed, and a grace period is left",
      "a confirmed registration writes all six keys at once, and nothing else",
      "a renewal updates profile, ID token, access token and expiry, and leaves the type",
      "a token that expires exactly when the grace begins is valid, and one that is sooner is not",
      "a token that lives no longer than the grace period is renewed when half of its time is over, or a minute"
    ),
    Obligation(
      "who asks is given something to watch, which settles at once, soon, or after minutes",
      "a late observer gets the latest state first, and then each one",
      "a request settles, at once or after a while, and one beside it joins",
      "a request while something is in progress gets its outcome, not the earlier state"),
    Obligation(
      "an error of a renewal is E, and there are two ways of registering, social and email",
      "E: a renewal fails", "F: registering fails", "renewing: what may get better costs no token",
      "the page asks for what Auth0 documents, with a challenge, and again each time"),
    Obligation(
      "control passes to Auth0, and its callback returns it",
      "a callback may reach the app through the system, by the router",
      "an address that leads elsewhere changes nothing",
      "our own address that does not say what it must is F, and nothing is asked for",
      "a callback is good once, and for its own sign-in"),
    Obligation(
      "the app shows the pages, and the flow none", "D, G, H: somebody registers",
      "what is not offered is refused, and changes nothing", "each letter has a meaning"),
    Obligation(
      "what went wrong is reported with its cause, and reported",
      "each cause lands with its letter, and is shown and reported",
      "renewing: what may get better costs no token",
      "a missing answer is reported as a timeout, and costs no token"),
    Obligation(
      "what the device is comes later: nothing of it is known or sent",
      "nothing else is sent than this, from the first page to the end of a registration",
      "a confirmed registration writes all six keys at once, and nothing else"),
    Obligation(
      "logging out of Auth0 in the browser is left open: it can be chosen",
      "the login in the browser is ended last, has a time of its own, and is none where the browser keeps nothing"
    ),
    Obligation(
      "another try may be one with another account",
      "the page asks for the account, and another one registers",
      "without a prompt, the browser's login brings the same account again",
      "an account whose address is not verified can be changed too"),
    Obligation(
      "the browser can be put in the place of another one",
      "without a browser, or an application for the way of registering, it is F",
      "at the site: a person who leaves is asked again, without an error"),
    Obligation(
      "the email address is verified, tokens live shortly, and nobody else gets them",
      "exchanging: an email address that is not verified is F, and its refresh token is revoked",
      "no secret is exposed, at any letter",
      "a registration of another site or application does not count: its tokens are shown to nobody, and it stays"
    ),
  ]

  /// What becomes of the captured data.
  static let data: [Obligation] = [
    Obligation(
      "all of it goes with a logout, and the refresh token is revoked",
      "leaving removes everything and revokes the refresh token",
      "leaving removes everything even if the site is not reached"),
    Obligation(
      "an attempt that is given up leaves no record",
      "another try forgets the attempt, revokes its refresh token, and leaves what is stored",
      "an attempt that the store has kept, and has said that it has not, goes with the attempt",
      "what a sick store keeps of an attempt that is given up is reported, and has no token that is dead",
      "an attempt that the store keeps only when it is given up goes from there again"),
    Obligation(
      "a renewal stores the new refresh token before the old one goes, and is one however many ask",
      "the new refresh token is stored before anything else is looked at",
      "two renewals at the same time are one",
      "while one renews, nobody else begins to", "there is always a refresh token that is taken"),
  ]

  @Test("each statement has tests, and they are there")
  func isTested() throws {
    #expect(Self.page.count == 15)
    #expect(
      try Obligation.missing(Self.page + Self.data, in: ["RegistrationTests", "FlowTests"]) == [])
  }
}
