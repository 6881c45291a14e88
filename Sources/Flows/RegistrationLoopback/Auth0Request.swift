import FlowTransport
import LoopbackServer

/// A request, as the servers look at it.
struct Auth0Request {
  let method: String
  let path: String
  let query: [String: String]
  let cookies: [String: String]
  let body: JSONValue
  /// What stands behind `Bearer`.
  let bearer: String?
  let now: Int

  init(_ request: ReceivedRequest, now: Int) throws(Auth0Refusal) {
    method = request.method
    path = request.path
    query = request.query
    cookies = request.cookies
    self.now = now
    let words = (request.headers["Authorization"] ?? "").split(separator: " ")
    bearer = words.count == 2 && words[0] == "Bearer" ? String(words[1]) : nil
    body = request.body.isEmpty ? [:] : try Self.body(of: request)
  }

  /// JSON and, where OAuth has them (RFC 6749, 4.1.3; RFC 7009, 2.1), forms: Auth0 takes both.
  private static func body(of request: ReceivedRequest) throws(Auth0Refusal) -> JSONValue {
    let type = request.headers["Content-Type"]?.lowercased() ?? ""
    if type.hasPrefix("application/json"), let json = JSONValue.read(request.body), json.isObject {
      return json
    }
    let takesForms = request.path.hasPrefix("/oauth/")
    if takesForms, type.hasPrefix("application/x-www-form-urlencoded"),
      let fields = FormData.fields(String(decoding: request.body, as: UTF8.self))
    {
      let byName = Dictionary(fields.map { ($0.name, JSONValue.string($0.value)) }) { $1 }
      if byName.count == fields.count { return .object(byName) }
      throw Auth0Refusal(400, "invalid_request", "A parameter is there more than once.")
    }
    throw Auth0Refusal(
      400, "invalid_request", takesForms ? "The body is neither JSON nor a form." : "The body is not JSON.")
  }

  /// A field of the body that must be there.
  func field(_ name: String) throws(Auth0Refusal) -> String {
    guard let text = body[name]?.text, !text.isEmpty else {
      throw Auth0Refusal(400, "invalid_request", "Missing required parameter: \(name)")
    }
    return text
  }
}
