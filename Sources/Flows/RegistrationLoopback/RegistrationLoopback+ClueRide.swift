import FlowTransport
import LoopbackServer

/// ClueRide's back-end, which asks Auth0 whose token it is.
extension RegistrationLoopback {
  static func clueRide(_ request: Auth0Request, _ state: inout State) throws(Auth0Refusal)
    -> TransportResponse
  {
    let person = person(request, state)
    let isTest = request.bearer.map(state.settings.testTokens.contains) ?? false
    switch (request.method, request.path) {
    case ("GET", "/rest/access/state"): return .json(.bool(person != nil || isTest))
    case ("GET", "/rest/access/state/account"): return .json(.string(account(request, person, isTest, state)))
    case ("POST", "/rest/access/state/init"):
      guard let person else { throw Auth0Refusal(401, "unauthorized", "The token is not valid.") }
      guard request.body["emailAddress"]?.text == person.email else {
        throw Auth0Refusal(400, "bad_request", "The email address is another one.")
      }
      state.members[person.email] = request.body
      return .json(request.body)
    case ("GET", "/rest/member/active") where isTest:
      return .json(["displayName": "Test Rider", "emailAddress": "test@example.org"])
    case ("GET", "/rest/member/active"):
      guard let person else { throw Auth0Refusal(401, "unauthorized", "The token is not valid.") }
      guard let member = state.members[person.email] else {
        throw Auth0Refusal(404, "not_found", "Nobody by that address.")
      }
      return .json(member)
    default: throw Auth0Refusal(404, "not_found", "Not found.")
    }
  }

  private static func account(
    _ request: Auth0Request, _ person: Auth0Person?, _ isTest: Bool, _ state: State
  ) -> String {
    if isTest { return "TEST" }
    guard request.bearer != nil else { return "INVALID" }
    guard let person else { return "UNRECOGNIZED" }
    return state.members[person.email] == nil ? "NEW" : "EXISTING"
  }
}
