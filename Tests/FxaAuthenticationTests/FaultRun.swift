import FxaAuthenticationFlow
import LoopbackServer
import Testing

/// A way through the flow with what goes wrong, by the number of the request.
struct FaultRun: CustomStringConvertible {
  let journey: Person.Journey
  var authorization = MZAuthConfiguration.Authorization.bearer
  let faults: [Int: LoopbackFault]

  var description: String {
    "\(journey.rawValue), \(authorization), "
      + faults.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }
}

/// What becomes of a run: what the person sees, what the servers are asked, and what is left there.
struct FaultOutcome: Hashable {
  let seen: [String]
  let requests: [String]
  let openSessions: Int
}

/// A request of a way through the flow.
struct FaultPlace: Sendable, CustomTestStringConvertible {
  let journey: Person.Journey
  let position: Int
  var testDescription: String { "\(journey.rawValue) \(position)" }

  static let all = Person.Journey.allCases.flatMap { journey in
    (0..<journey.requests).map { FaultPlace(journey: journey, position: $0) }
  }
}
