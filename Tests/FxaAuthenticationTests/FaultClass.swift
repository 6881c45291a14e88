import FlowTransport
import FxaAuthenticationFlow
import LoopbackServer
import Testing

/// Faults after which everything goes on alike, so that one of them stands for all where two faults are combined. That
/// they are alike is what the single faults show.
enum FaultClass: String, CaseIterable, Sendable {
  /// The connection is over, and nothing was done.
  case unanswered
  /// The connection is over, and what was asked for is done.
  case lostAnswer
  /// Too little comes, and nothing was done.
  case silence
  /// Too little comes, and what was asked for is done.
  case silenceAfterwards
  /// Leads to another address of the same server.
  case elsewhere
  /// A list in place of anything else.
  case list
  /// An object without what it must have.
  case object
  /// Says no without saying why.
  case refusal
  /// The server can't.
  case unavailable
  /// Too many requests.
  case throttling
  /// Says that nobody is signed in, without saying why.
  case unauthorized
  /// Everything else that is no answer of these servers.
  case unusable

  /// The class of a fault.
  init(_ fault: LoopbackFault) {
    switch fault {
    case .reset, .close, .garbage: self = .unanswered
    case .lostAnswer, .resetInBody, .truncated, .truncatedChunk: self = .lostAnswer
    case .silence, .endlessRedirect, .silentRedirect: self = .silence
    case .silenceInBody, .drip: self = .silenceAfterwards
    case .huge: self = .unusable
    case .answer(let status, let headers, let body):
      switch status {
      case 200: self = Self.ofBody(body)
      case 300..<400: self = headers["Location"] == "/elsewhere" ? .elsewhere : .unusable
      case 401: self = .unauthorized
      case 429: self = .throttling
      case 500...: self = .unavailable
      case 400, 403..<500: self = .refusal
      default: self = .unusable
      }
    }
  }

  private static func ofBody(_ body: String) -> FaultClass {
    guard let json = JSONValue.read(Array(body.utf8)) else { return .unusable }
    return json.isObject ? .object : json.list == [] ? .list : .unusable
  }

  /// The fault that stands for the class.
  var representative: LoopbackFault {
    get throws { try #require(LoopbackFault.all.first { FaultClass($0) == self }) }
  }
}

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
