import FlowTransport

/// What the handlers keep in memory between two calls. Nothing of it goes anywhere else; what is dropped is overwritten
/// as soon as no request uses it any more, except for the copies that a request is made of.
struct FirebaseVault: Sendable {
  /// The tokens of the session.
  struct Session: Sendable {
    let tokens: FirebaseTokens
    /// When they came, in seconds since the handlers were made; nil when nobody knows.
    let since: Double?
    /// Identifies them.
    let number: Int

    /// Whether other ones are to be asked for; half a second is nobody's difference.
    func isDue(_ now: Double) -> Bool { left(now) < 0.5 }

    /// Seconds until other ones are to be asked for.
    func left(_ now: Double) -> Double {
      guard let since else { return 0 }
      return since + Double(tokens.refreshIn.components.seconds) - now
    }

    /// Whether the id token is over.
    func isOver(_ now: Double) -> Bool { since.map { now - $0 >= Double(tokens.lifetime) } ?? true }
  }

  /// A secret that is being enrolled.
  struct Enrolment: Sendable {
    let secret: FirebaseEnrolment
    let number: Int
    /// When its time is over, in seconds since the handlers were made.
    let end: Double
  }

  /// What a person shows for tokens.
  struct Proof: OptionSet, Sendable {
    let rawValue: Int

    /// A first factor.
    static let signIn = Proof(rawValue: 1)
    /// A code.
    static let secondFactor = Proof(rawValue: 2)
  }

  /// Tokens that have come and are nobody's yet.
  struct Fresh: Sendable {
    let tokens: FirebaseTokens
    /// What the person has just shown for them.
    let proof: Proof
  }

  /// A first factor that waits for the second one.
  struct Pending: Sendable {
    let credential: Secret
    let userID: String
    let number: Int
  }

  var password: Secret?
  /// What the app has handed over for signing in without a password, before the chart takes the event for it.
  private(set) var offered: (credential: FirebaseCredential, number: Int)?
  /// What the next sign-in is made with in place of a password.
  var credential: FirebaseCredential?
  var code: Secret?
  var session: Session?
  /// Whether tokens were erased. From then on the store has no session for this process: what it still holds is being
  /// removed, or could not be.
  var isErased = false
  var fresh: Fresh?
  var pending: Pending?
  /// When somebody has signed in, in seconds since the handlers were made.
  var lastSignIn: Double?
  /// When the server has accepted a code, in seconds since the handlers were made; nil if the last sign-in had none.
  var lastSecondFactor: Double?
  var enrolment: Enrolment?
  /// The refresh that is under way, and of which tokens.
  var refresh: (number: Int, task: Task<Result<Session, FirebaseError>, Never>)?
  /// Whom an authenticator app is to show.
  var email: String?
  /// How far the server's clock is ahead, as far as it is known.
  var clockDifference: Duration?
  private var last = 0

  /// The secrets in it, by name, for the tests that check that none of them stays.
  var held: Set<String> {
    let secrets: [(String, Bool)] = [
      ("password", password != nil), ("credential", credential != nil || offered != nil),
      ("code", code != nil),
      ("session", session != nil), ("fresh", fresh != nil), ("pending", pending != nil),
      ("enrolment", enrolment != nil),
    ]
    return Set(secrets.filter(\.1).map(\.0))
  }

  /// Drops what belongs to a sign-in that has not ended.
  mutating func dropSignIn() {
    fresh = nil
    pending = nil
    password = nil
    credential = nil
    offered = nil
    code = nil
  }

  /// Keeps a credential until the chart takes the event for it.
  ///
  /// - Returns: what `withdraw` needs.
  mutating func offer(_ credential: FirebaseCredential) -> Int {
    let number = next()
    offered = (credential, number)
    return number
  }

  /// Drops the credential of an event that was not taken, unless another one has come since.
  mutating func withdraw(_ number: Int) {
    if offered?.number == number { offered = nil }
  }

  /// Makes the credential that was offered for a provider the one of the next sign-in. Any other is dropped.
  mutating func acceptCredential(of provider: String?) {
    credential = provider != nil && offered?.credential.name == provider ? offered?.credential : nil
    offered = nil
  }

  /// A number that was not there before.
  mutating func next() -> Int {
    last += 1
    return last
  }
}
