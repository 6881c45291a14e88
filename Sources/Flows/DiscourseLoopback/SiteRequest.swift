import FlowTransport
import Foundation
import LoopbackServer

/// A request as a site reads it: parameters of address and form together, and cookies.
struct SiteRequest {
  let method: String
  /// Below the site's own path, without `.json` where that only asks for another form of the answer.
  let path: String
  /// Path and query as they came.
  let target: String
  /// Whether JSON is asked for.
  let wantsJSON: Bool
  let parameters: [String: String]
  let cookies: [String: String]
  /// The user API key.
  let key: String?
  let clientID: String?

  init(_ request: ReceivedRequest, below root: String) {
    method = request.method
    target = request.target
    var path = request.path
    if !root.isEmpty, path.hasPrefix(root) { path = String(path.dropFirst(root.count)) }
    wantsJSON = path.hasSuffix(".json")
    for name in ["/user-api-key", "/user-api-key/revoke", "/user-api-key/undo-revoke"]
    where path == name + ".json" {
      path = name
    }
    self.path = path.isEmpty ? "/" : path
    let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let isForm =
      request.headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    let form = isForm ? String(decoding: request.body, as: UTF8.self) : ""
    let fields = (FormData.fields(query) ?? []) + (FormData.fields(form) ?? [])
    parameters = Dictionary(fields.map { ($0.name, $0.value) }) { _, last in last }
    cookies = request.cookies
    key = request.headers["User-Api-Key"]
    clientID = request.headers["User-Api-Client-Id"]
  }
}
