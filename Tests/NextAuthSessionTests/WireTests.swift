import FlowTransport
import NextAuthLoopback
import NextAuthSessionFlow
import Testing

/// What one side of the stand-in writes the other one reads.
@Suite("The JSON of the stand-in for nextAuth")
struct WireTests {
  @Test("an offer comes through whole, whether it says how often keep-alives are sent or not")
  func offers() throws {
    for pingTime in [nil, 0, 300] {
      var offers = [
        SessionOffer(server: "ns.example.org", accounts: ["anna", "berta"], pingTime: pingTime),
        SessionOffer(
          kind: .enrol, server: "ns.example.org", accounts: [], newAccount: "carl", serverWantsFactor: true,
          sessionWantsFactor: true, factorLasts: .seconds(60), hasFactor: false, hasPIN: false,
          hasBiometric: true,
          isPINBlocked: true, pingTime: pingTime, announceInfo: "Shop", visualHash: "picture"),
      ]
      // That is for a transport to say, and not for a server.
      offers[1].hasOwnSettings = true
      for offer in offers {
        let read = try #require(SessionOffer(offer.json))
        #expect(read.json == offer.json && read.pingTime == pingTime && !read.hasOwnSettings)
      }
    }
  }

  @Test("the result of a round comes through whole")
  func results() {
    for result in [
      RoundResult(result: .success), RoundResult(result: .wrong, remaining: 2, inputExpected: false),
      RoundResult(result: .success, moreInput: .confirmation),
      RoundResult(result: .success, moreInput: .secondFactor, factorContext: .firstSet),
      RoundResult(result: .success, sessionEnds: true, loggedIn: true, oneShot: true),
    ] { #expect(RoundResult(result.json) == result) }
    #expect(RoundResult(["result": "success", "factorContext": "any"]) == nil)
  }

  @Test("a factor comes through whole")
  func factors() throws {
    let (pin, finger) = (Secret("c4n4ry-pin"), Secret("c4n4ry-finger"))
    for factor in [SecondFactor.pin(pin), .biometric(finger), .both(pin: pin, biometric: finger)] {
      let read = try #require(SecondFactor(factor.json))
      #expect(read.pin == factor.pin && read.biometric == factor.biometric)
      #expect(read.isPIN == (read.pin != nil))
    }
    #expect(SecondFactor([:]) == nil)
  }

  @Test("an event comes through whole")
  func events() throws {
    let messages: [IncomingEvent.Message] = [
      .loggedIn(sessionInfo: "hello", webSession: Secret("c4n4ry-web")),
      .loggedIn(sessionInfo: nil, webSession: nil, isOneShot: true), .serverLogout, .pingLost,
      .failure(.networkError), .accountDeleted("anna"),
    ]
    for (number, message) in messages.enumerated() {
      let event = IncomingEvent(session: "s", number: number, message)
      let read = try #require(IncomingEvent(event.json))
      #expect(read.json == event.json && "\(read)" == "\(event)")
      guard case .loggedIn(_, _, let isOneShot) = read.message else { continue }
      #expect(isOneShot == (number == 1))
    }
  }
}
