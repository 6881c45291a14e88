import FlowTransport
package import LoopbackServer

/// Faults after which everything goes on alike, so that one of them stands for all where two faults are combined. Tests of
/// flows that combine them show that they are alike.
package enum FaultClass: String, CaseIterable, Sendable {
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
  /// Leads to another server that could be there.
  case anotherServer
  /// A list in place of anything else.
  case list
  /// An object without what it must have.
  case object
  /// Says no without saying why.
  case refusal
  /// Says that this one may not, without saying why.
  case forbidden
  /// Says that there is nothing there.
  case missing
  /// The server is broken.
  case broken
  /// The server can't be reached by the one that answers for it.
  case unavailable
  /// Too many requests, and it takes longer than an answer may until another may come.
  case throttling
  /// Too many requests, and nothing says that another may not come at once.
  case throttlingBriefly
  /// Says that nobody is signed in, without saying why.
  case unauthorized
  /// Everything else that is no answer of these servers.
  case unusable

  /// The class of a fault.
  package init(_ fault: LoopbackFault) {
    switch fault {
    case .reset, .close, .garbage: self = .unanswered
    case .lostAnswer, .resetInBody, .truncated, .truncatedChunk: self = .lostAnswer
    case .silence, .endlessRedirect, .silentRedirect: self = .silence
    case .silenceInBody, .drip: self = .silenceAfterwards
    case .huge: self = .unusable
    case .answer(let status, let headers, let body):
      switch status {
      case 200: self = Self.ofBody(body)
      case 300..<400:
        switch headers["Location"] {
        case "/elsewhere": self = .elsewhere
        case let location? where location.hasPrefix("https:"): self = .anotherServer
        default: self = .unusable
        }
      case 401: self = .unauthorized
      case 403: self = .forbidden
      case 404: self = .missing
      case 429:
        let isLong = ["60", "99999999999999999999", "Fri, 01 Jan 2100 00:00:00 GMT"]
          .contains(headers["Retry-After"])
        self = isLong ? .throttling : .throttlingBriefly
      case 500: self = .broken
      case 501...: self = .unavailable
      case 400, 405..<500: self = .refusal
      default: self = .unusable
      }
    }
  }

  private static func ofBody(_ body: String) -> FaultClass {
    guard let json = JSONValue.read(Array(body.utf8)) else { return .unusable }
    return json.isObject ? .object : json.list == [] ? .list : .unusable
  }

  /// One fault of each class, which stands for it.
  package static let representatives: [(kind: FaultClass, fault: LoopbackFault)] = allCases.compactMap {
    kind in
    LoopbackFault.all.first { FaultClass($0) == kind }.map { (kind, $0) }
  }
}
