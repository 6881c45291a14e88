import FlowTransport
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// With Hawk the account server refuses a request whose time is not its own, before it does anything (111). It is signed
/// again with the server's time, once.
@Suite("Clocks that differ", .scanned, .timeLimit(.minutes(20)))
struct ClockTests {
  /// A request in the name of a session.
  struct Place: Sendable, CustomTestStringConvertible {
    let journey: Person.Journey
    let position: Int
    let path: String
    var testDescription: String { path }
  }

  static let places: [Place] = [
    Place(journey: .signUp, position: 3, path: "/v1/session/resend_code"),
    Place(journey: .signUp, position: 4, path: "/v1/session/verify_code"),
    Place(journey: .signUp, position: 5, path: "/v1/oauth/authorization"),
    Place(journey: .unblockAndTOTP, position: 5, path: "/v1/session/verify/totp"),
    Place(journey: .unblockAndTOTP, position: 9, path: "/v1/session/destroy"),
    Place(journey: .deletion, position: 6, path: "/v1/account/attached_clients"),
    Place(journey: .deletion, position: 7, path: "/v1/account/destroy"),
  ]

  private static func fault(_ time: Int?) -> LoopbackFault {
    .json(
      401, time.map { #"{"code":401,"errno":111,"serverTime":\#($0)}"# } ?? #"{"code":401,"errno":111}"#)
  }

  private static func run(
    _ place: Place, _ authorization: MZAuthConfiguration.Authorization, times: Int, says: Bool = true
  ) async throws -> Person {
    // However long the machine takes until the request, the time that the server says here is good.
    var person = try Person(
      place.journey, authorization: authorization, patience: .seconds(60), hawkTolerance: 86_400)
    let time = person.bench.time()
    for offset in 0..<times {
      person.bench.log.fail(place.position + offset, with: Self.fault(says ? time : nil))
    }
    try await person.go()
    await person.bench.settled()
    #expect(person.bench.log.received[place.position].path == place.path)
    return person
  }

  @Test("a request that is refused for its time is sent once more, and all goes well", arguments: places)
  func once(place: Place) async throws {
    let person = try await Self.run(place, .hawk, times: 1)
    let received = person.bench.log.received
    #expect(await person.bench.app.current.states == [.authenticated])
    #expect(received.count == place.journey.requests + 1)
    let (first, second) = (received[place.position], received[place.position + 1])
    #expect(first.path == second.path && first.body == second.body)
    // Signed again.
    #expect(first.headers["Authorization"] != second.headers["Authorization"])
    #expect(person.bench.server.openSessions == 0)
  }

  @Test("one that is refused again is not sent a third time by itself", arguments: places)
  func twice(place: Place) async throws {
    let person = try await Self.run(place, .hawk, times: 2)
    let received = person.bench.log.received
    #expect(received[place.position + 1].path == place.path)
    let count = received.filter { $0.path == place.path }.count
    // What the person has typed again is not sent by itself.
    #expect(count == max(person.sent[place.path, default: 1], 1) + 1, "\(count) of \(person.sent)")
    #expect(await person.bench.app.current.isOver)
  }

  @Test("without the server's time, and with bearer ids, it is not sent again by itself", arguments: places)
  func notAtAll(place: Place) async throws {
    for person in [
      try await Self.run(place, .hawk, times: 1, says: false), try await Self.run(place, .bearer, times: 1),
    ] {
      let count = person.bench.log.received.filter { $0.path == place.path }.count
      #expect(count == max(person.sent[place.path, default: 1], 1))
    }
  }
}
