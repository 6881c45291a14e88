import FlowTransport
import LoopbackServer

/// A request, as the servers look at it.
struct Auth0Request {
  let method: String
  let path: String
  let query: [String: String]
  let body: JSONValue
  /// What stands behind `Bearer`.
  let bearer: String?
  let now: Int

  init(_ request: ReceivedRequest, now: Int) throws(Auth0Refusal) {
    method = request.method
    path = request.path
    query = request.query
    self.now = now
    let words = (request.headers["Authorization"] ?? "").split(separator: " ")
    bearer = words.count == 2 && words[0] == "Bearer" ? String(words[1]) : nil
    if request.body.isEmpty {
      body = [:]
    } else {
      guard request.headers["Content-Type"]?.lowercased().hasPrefix("application/json") == true,
        let json = JSONValue.read(request.body), json.isObject
      else { throw Auth0Refusal(400, "invalid_request", "The body is not JSON.") }
      body = json
    }
  }

  /// A field of the body that must be there.
  func field(_ name: String) throws(Auth0Refusal) -> String {
    guard let text = body[name]?.text, !text.isEmpty else {
      throw Auth0Refusal(400, "invalid_request", "Missing required parameter: \(name)")
    }
    return text
  }
}
