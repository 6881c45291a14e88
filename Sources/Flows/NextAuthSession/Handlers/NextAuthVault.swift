import FlowTransport

/// What the handlers of a session keep in memory. Nothing of it goes anywhere but to the transport, and the web session
/// to the app. What is dropped is overwritten as soon as nobody uses it any more.
struct NextAuthVault: Sendable {
  /// What the session is started with, until it is.
  var data: StartingData?
  /// Factors and texts that the chart has not taken up yet.
  var factors = Tickets<SecondFactor>()
  var texts = Tickets<Secret>()

  /// The session's identifier at the server.
  var session: String?
  /// The server that the session belongs to.
  var server: String?
  /// What the server has offered.
  var offer: SessionOffer?
  /// How often the PIN had been blocked before that.
  var blocks = 0
  /// The factor that waits for being sent.
  var factor: SecondFactor?
  /// The text that goes back to the server with the account.
  var userInput: Secret?
  /// The account that was sent to the server since the person last agreed to it.
  var submitted: String?
  /// What opens an authenticated web session.
  var webSession: Secret?

  init(_ data: StartingData?) { self.data = data }

  /// Gives the starting data out, once.
  mutating func takeData() -> StartingData? {
    defer { data = nil }
    return data
  }

  /// Gives the factor out, once.
  mutating func takeFactor() -> SecondFactor? {
    defer { factor = nil }
    return factor
  }

  /// Gives the text for the server out, once.
  mutating func takeUserInput() -> Secret? {
    defer { userInput = nil }
    return userInput
  }

  /// Drops all that is secret.
  mutating func close() {
    data = nil
    factors = Tickets()
    texts = Tickets()
    factor = nil
    userInput = nil
    webSession = nil
  }
}
