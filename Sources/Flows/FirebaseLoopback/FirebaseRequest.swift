import FlowTransport
import Foundation
import LoopbackServer

/// Why a request is refused, as Google's servers say it.
struct FirebaseRefusal: Error {
  var status = 400
  let message: String
  var reason = "invalid"
  var name: String?

  init(_ message: String) { self.message = message }

  init(status: Int, _ name: String, _ message: String, reason: String = "invalid") {
    self.status = status
    self.name = name
    self.message = message
    self.reason = reason
  }

  /// The key is refused in words for people, with a reason for programs.
  static let wrongKey = FirebaseRefusal(
    status: 400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", reason: "badRequest")

  var response: TransportResponse {
    var error: [String: JSONValue] = [
      "code": .number(Double(status)), "message": .string(message),
      "errors": [["message": .string(message), "domain": "global", "reason": .string(reason)]],
    ]
    if let name { error["status"] = .string(name) }
    if message == Self.wrongKey.message {
      error["details"] = [
        [
          "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID",
          "domain": "googleapis.com",
        ]
      ]
    }
    return .json(["error": .object(error)], status: status)
  }
}

/// A request, as the server looks at it.
struct FirebaseRequest {
  /// Without the host that stands in front of it for emulators.
  let path: String
  let method: String
  let query: [String: String]
  let headers: TransportHeaders
  let body: JSONValue
  let now: Int

  init(_ request: ReceivedRequest, now: Int) throws(FirebaseRefusal) {
    var path = request.path
    for host in ["/identitytoolkit.googleapis.com", "/securetoken.googleapis.com"] where path.hasPrefix(host)
    {
      path.removeFirst(host.count)
    }
    self.path = path
    method = request.method
    query = request.query
    headers = request.headers
    self.now = now
    let type = request.headers["Content-Type"]?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      let fields = FormData.fields(String(decoding: request.body, as: UTF8.self)) ?? []
      body = .object(Dictionary(fields.map { ($0.name, .string($0.value)) }) { _, last in last })
    } else if request.body.isEmpty {
      body = [:]
    } else {
      guard type.hasPrefix("application/json"), let json = JSONValue.read(request.body), json.isObject else {
        throw FirebaseRefusal(status: 400, "INVALID_ARGUMENT", "Invalid JSON payload received.")
      }
      body = json
    }
  }

  /// Refuses fields that the method does not have, as Google's servers do.
  func allow(_ names: Set<String>) throws(FirebaseRefusal) {
    guard case .object(let fields) = body else { return }
    for name in fields.keys.sorted() where !names.contains(name) && name != "tenantId" {
      throw FirebaseRefusal(
        status: 400, "INVALID_ARGUMENT",
        "Invalid JSON payload received. Unknown name \"\(name)\": Cannot find field.")
    }
  }
}
