import FlowTransport
import Foundation

/// What Guardian gives at the start of a sign-in.
package struct FxaParameters: Sendable {
  let clientID: String
  let deviceID: String
  let state: String
  let scope: String
  let accessType: String
  let flowID: String
  let flowBeginTime: Int
  /// Where the account server leads to in the end; not always given.
  let redirect: URL?
  /// Guardian keeps `state` in a session, which it finds by its cookie.
  // Decision: Docs/decisions/flow-mozilla-vpn.md#each-sign-in-has-its-own-cookies
  let cookies: CookieJar

  /// Reads them; nil when one is missing, or is not what it has to be.
  init?(_ json: JSONValue, cookies: CookieJar) {
    guard let params = json["fxa_oauth"]?["params"], let clientID = params["client_id"]?.text,
      let deviceID = params["device_id"]?.text, let state = params["state"]?.text, !state.isEmpty,
      let scope = params["scope"]?.text, let accessType = params["access_type"]?.text,
      let flowID = params["flow_id"]?.text, let time = params["flow_begin_time"],
      // A number, which some clients took for a text.
      let flowBeginTime = time.int ?? time.text.flatMap({ Int($0) })
    else { return nil }
    self.cookies = cookies
    self.clientID = clientID
    self.deviceID = deviceID
    self.state = state
    self.scope = scope
    self.accessType = accessType
    self.flowID = flowID
    self.flowBeginTime = flowBeginTime
    redirect = params["redirect_uri"]?.text.flatMap { URL(string: $0) }
    // One that is given and can't be read would leave nothing to compare with.
    if params["redirect_uri"] != nil, redirect.flatMap(WebOrigin.init) == nil { return nil }
  }

  /// For the account server's statistics.
  var metrics: JSONValue {
    [
      "deviceId": .string(deviceID), "flowId": .string(flowID),
      "flowBeginTime": .number(Double(flowBeginTime)),
    ]
  }

  /// The scopes one by one; those that are addresses decoded.
  var scopes: [JSONValue] {
    scope.split(separator: " ").map { scope in
      .string(scope.hasPrefix("http") ? scope.removingPercentEncoding ?? String(scope) : String(scope))
    }
  }
}
