import FlowTransport
import Foundation
import LoopbackServer

// What an app does with a key.
extension DiscourseLoopback {
  /// The routes of the scopes that are played here, by method and path.
  private static let routes: [String: [String]] = [
    "session_info": ["GET /session/current.json"],
    "notifications": [
      "GET /notifications/totals.json", "GET /notifications.json", "PUT /notifications/read",
    ],
    "read": ["GET /session/current.json", "GET /notifications/totals.json", "GET /notifications.json"],
    "write": [
      "GET /session/current.json", "GET /notifications/totals.json", "GET /notifications.json",
      "PUT /notifications/read",
    ],
  ]

  func answerAPI(_ request: SiteRequest, _ state: inout State) -> TransportResponse {
    guard let place = state.keys.firstIndex(where: { $0.key == request.key && !$0.isRevoked }),
      let user = state.users[state.keys[place].user]
    else {
      // Only giving back looks for the key itself.
      return Self.refusal(request.path == "/user-api-key/revoke" ? 404 : 403, "invalid_access")
    }
    if let refusal = limit(&state.keys[place], state.settings) { return refusal }
    if let client = request.clientID { state.keys[place].clientID = client }
    if request.method == "POST", request.path == "/user-api-key/revoke" {
      return revoke(state.keys[place], request, &state)
    }
    let route = request.method + " " + request.path
    let isAllowed = state.keys[place].scopes.contains { Self.routes[$0]?.contains(route) ?? false }
    guard isAllowed else { return Self.refusal(403, "invalid_access") }
    return switch request.path {
    case "/session/current.json":
      TransportResponse.json(["current_user": ["id": 1, "username": .string(user.name)]])
    case "/notifications/totals.json":
      TransportResponse.json([
        "username": .string(user.name), "unread_notifications": .number(Double(user.unread.notifications)),
        "unread_personal_messages": .number(Double(user.unread.messages)),
      ])
    case "/notifications/read": TransportResponse.json(["success": "OK"])
    default: TransportResponse.json(["notifications": [], "total_rows_notifications": 0])
    }
  }

  /// Counts a use of a key; the refusal when there were too many.
  private func limit(_ key: inout Key, _ settings: DiscourseSettings) -> TransportResponse? {
    let now = now()
    key.uses.removeAll { $0 <= now - 86_400 }
    for (seconds, most, name) in [
      (60, settings.requestsPerMinute, "60_secs"), (86_400, settings.requestsPerDay, "1_day"),
    ] {
      let recent = key.uses.filter { $0 > now - seconds }
      guard recent.count >= most else { continue }
      let wait = max((recent.first ?? now) + seconds - now, 1)
      return Self.refusal(
        429, "rate_limit",
        headers: [
          "Retry-After": "\(wait)", "Discourse-Rate-Limit-Error-Code": "user_api_key_limiter_\(name)",
        ])
    }
    key.uses.append(now)
    return nil
  }

  /// Gives back the key of the request, or another one of the same person.
  private func revoke(_ key: Key, _ request: SiteRequest, _ state: inout State) -> TransportResponse {
    var id = key.id
    if let wanted = request.parameters["id"] {
      guard let other = state.keys.first(where: { "\($0.id)" == wanted }) else {
        return Self.refusal(404, "not_found")
      }
      // A key that may only read gives back nothing but itself.
      guard other.id == key.id || (other.user == key.user && key.scopes.contains("write")) else {
        return Self.refusal(403, "invalid_access")
      }
      id = other.id
    }
    for place in state.keys.indices where state.keys[place].id == id { state.keys[place].isRevoked = true }
    return TransportResponse.json(["success": "OK"])
  }

  /// Giving back and taking that back, on the page of the account.
  func manage(_ request: SiteRequest, _ state: inout State) -> TransportResponse {
    guard let (login, user) = login(of: request, state),
      request.parameters["authenticity_token"] == login.csrf
    else { return Self.refusal(403, "not_logged_in") }
    guard let place = state.keys.firstIndex(where: { "\($0.id)" == request.parameters["id"] }) else {
      return Self.refusal(404, "not_found")
    }
    guard state.keys[place].user == user.name else { return Self.refusal(403, "invalid_access") }
    state.keys[place].isRevoked = request.path == "/user-api-key/revoke"
    return TransportResponse.json(["success": "OK"])
  }
}
