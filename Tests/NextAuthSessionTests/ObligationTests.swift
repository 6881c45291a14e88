import NextAuthSessionFlow
import TestSupport
import Testing

/// From the statements of the page that describes the flow, in its order, to the tests. `.ci/nextauth` walks them in the terminal.
@Suite("What the page on nextAuth sessions says, and where it is tested")
struct ObligationTests {
  static let obligations: [Obligation] = [
    Obligation(
      "Each login and enrollment has a session",
      "each login and enrollment has a session, and several go on at once"),
    Obligation(
      "A session is started by a QR code, a deep link, a push message or the app",
      "a session is started by a QR code of bytes or text, a link, a push message, or the app itself"),
    Obligation(
      "The SDK has a reader for binary QR codes",
      "what is read is text where it is base64, and bytes where it is not"),
    Obligation(
      "The data of a deep link start a session",
      "a session is started by a QR code of bytes or text, a link, a push message, or the app itself"),
    Obligation(
      "A push message that is a login starts a session by itself",
      "a push message that is a login starts a session by itself, another one starts none"),
    Obligation(
      "The app starts an AppLogin with a special call",
      "an AppLogin is to the account that is named: one that is not there is an error, and nobody else's login",
      "an AppLogin goes to the server that is set for it, and is none at another one"),
    Obligation(
      "An AppLogin that succeeds has what is needed to access the back-end",
      "a login to the app itself holds what opens a web session, until it is over",
      "a login to the app itself without a web session does not count"),
    Obligation(
      "Callbacks say in which state or pseudo state a session is",
      "a login by QR code with a factor calls back in the documented order"),
    Obligation(
      "READY_FOR_USER_INTERACTION waits until the app is ready",
      "a session can be put on hold, and goes on where it would have begun"),
    Obligation(
      "WAITING_FOR_USER_INPUT asks for a confirmation or a second factor, in several rounds",
      "several rounds of input may be needed",
      "each confirmation is sent with its own text, also of the account that was confirmed before"),
    Obligation(
      "The person chooses the account, or stops the session",
      "the person chooses among the accounts of the session, or stops it; an enrollment has its new one alone"
    ),
    Obligation(
      "An enrollment is for its new account, a login for one of the accounts",
      "the person chooses among the accounts of the session, or stops it; an enrollment has its new one alone",
      "a preselected account is the only candidate, where it is possible"),
    Obligation(
      "The confirmation is bypassed only if a second factor is needed",
      "the confirmation can be left out only where a factor is asked for",
      "without the person's two answers there is no path to an answer on its way, nor to an active session"),
    Obligation(
      "Login and enrollment differ in their callback",
      "the data decide whether it is a login or an enrollment"
    ),
    Obligation(
      "The data decide whether it is a login or an enrollment",
      "the data decide whether it is a login or an enrollment"),
    Obligation(
      "The first enrollment asks for a PIN, a biometric or both",
      "with the first enrollment PIN, biometric or both are chosen, later the same is asked for"),
    Obligation(
      "A biometric can be added later",
      "a biometric is added later together with the PIN, and only with the right one"),
    Obligation(
      "Later, the same PIN or biometric is asked for",
      "with the first enrollment PIN, biometric or both are chosen, later the same is asked for"),
    Obligation(
      "Server, session, settings and the time since the last factor say whether one is needed",
      "whether a factor is needed: the server, the session, the settings, and the time since the last one",
      "a factor that the app alone wants is asked for by the server, which lets nobody in before",
      "a factor that the server alone wants is given without another account",
      "a later round asks for a factor only if the last one is too long ago"),
    Obligation(
      "The result of a second factor comes by another callback",
      "what comes of a factor is reported by another callback"),
    Obligation(
      "After the input, a session is ACTIVE, DONE or ERROR",
      "after the input the session is active, over, or broken"),
    Obligation(
      "The app can always stop a session", "a session can be stopped at any time",
      "what a session does not offer is refused, and nothing changes"),
    Obligation(
      "DONE is final, and does not mean that the login was successful",
      "a session that is over refuses every method, and says why"),
    Obligation(
      "What is not ACTIVE, DONE or ERROR becomes DONE after a timeout",
      "what is not active within its time is over"),
    Obligation("The timeout is configurable", "the time limit is for the session, or for each question"),
    Obligation(
      "A session says whether it is a registration and whether it is an AppLogin",
      "a session has status, history status, what it is, announce info and session info"),
    Obligation(
      "A session has announce info and session info",
      "a session has status, history status, what it is, announce info and session info"),
    Obligation(
      "The history status is FAIL by default",
      "a session is in the history while it goes on, and after a crash"),
    Obligation(
      "A successful login is LOGGED_IN, if pingTime is above 0", "logged in, for a session that goes on"),
    Obligation(
      "A successful login is LOGGED_IN_ONE_SHOT, if pingTime is 0",
      "logged in once, where there are no keep-alives: it is over without logging out"),
    Obligation(
      "A login that is denied or times out is ABORTED",
      "aborted, by refusing the factor, by stopping before the login, or by the time limit"),
    Obligation("LOGGED_OUT has no other cause", "logged out, however a session that goes on ends"),
    Obligation(
      "An error during authentication makes it ERROR", "error, while it is being found out who it is"),
    Obligation(
      "The history status is DELETED when the account is deleted",
      "deleted, from each status, when the account is deleted: the session that is held and the record too"),
    Obligation(
      "The account may be deleted long after the session",
      "records outlive the app's process, and turn to deleted there too"),
    Obligation(
      "Not mentioned: what a deletion means for a running session",
      "an AppLogin is over with its account, wherever it is, and so is its web session"),
    Obligation(
      "Not mentioned: how long a session is remembered", "records are kept for their time, and no longer"),
    Obligation(
      "Not mentioned: how a session is kept alive", "keep-alives are sent as often as the session wants them"),
    Obligation(
      "Not mentioned: a server that does not answer",
      "no answer while it is started or answered ends the session after 15 seconds"),
  ]

  @Test("the page has a row for each statement, and the tests are there")
  func isTested() throws {
    let problems = try StatementTable(page: "nextauth-session.md").problems(
      NextAuthSession.compiled.get(), module: "NextAuthSession", obligations: Self.obligations)
    #expect(problems == [])
  }
}
