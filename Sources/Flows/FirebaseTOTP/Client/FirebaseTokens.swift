import FlowTransport
import Foundation

/// The tokens of a session. They say who is signed in; what they say is not checked here, for they came from the server
/// itself.
package struct FirebaseTokens: Sendable {
  /// Shown with every request; good for an hour.
  let idToken: Secret
  /// Good for another id token.
  let refreshToken: Secret
  /// How long the id token is good, in seconds from when it was given.
  let lifetime: Int
  /// Whose it is.
  let userID: String
  /// How the person signed in, such as `password`.
  let provider: String

  /// More than a day is taken for a day, less than a minute for a minute.
  private static let lifetimes = 60...86_400

  /// Reads tokens.
  ///
  /// - Parameters:
  ///   - expiresIn: seconds, a text or a number; answers about second factors do not say it, and then the token does.
  ///   - userID: whom the answer names; the token must name the same.
  /// - Returns: nil when something is missing, or does not belong together.
  init?(idToken: String?, refreshToken: String?, expiresIn: JSONValue? = nil, userID: String? = nil) {
    guard let idToken, let refreshToken, !refreshToken.isEmpty, let claims = Self.claims(idToken),
      let subject = claims["sub"]?.text ?? claims["user_id"]?.text, !subject.isEmpty,
      userID == nil || userID == subject
    else { return nil }
    self.idToken = Secret(idToken)
    self.refreshToken = Secret(refreshToken)
    self.userID = subject
    provider = claims["firebase"]?["sign_in_provider"]?.text ?? "unknown"
    var seconds = 3_600
    if let expiresIn {
      guard let number = expiresIn.int ?? expiresIn.text.flatMap({ Int($0) }) else { return nil }
      seconds = number
    } else if let end = claims["exp"]?.int, let begin = claims["iat"]?.int {
      let (difference, isTooMuch) = end.subtractingReportingOverflow(begin)
      guard !isTooMuch else { return nil }
      seconds = difference
    }
    lifetime = min(max(seconds, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
  }

  /// Reads what was kept.
  init?(_ kept: Secret) {
    guard let json = kept.withBytes({ JSONValue.read(Array($0)) }) else { return nil }
    self.init(
      idToken: json["idToken"]?.text, refreshToken: json["refreshToken"]?.text,
      expiresIn: json["expiresIn"])
  }

  /// As it is kept.
  var kept: Secret {
    let json: JSONValue = [
      "idToken": .string(idToken.text), "refreshToken": .string(refreshToken.text),
      "expiresIn": .number(Double(lifetime)),
    ]
    return Secret(json.bytes)
  }

  /// When to ask for other ones: five minutes before the end, or after half of a short life.
  var refreshIn: Duration { .seconds(max(lifetime - 300, lifetime / 2)) }

  /// What an id token says about itself: the middle of its three parts (RFC 7519).
  private static func claims(_ token: String) -> JSONValue? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
    while !text.utf8.count.isMultiple(of: 4) { text += "=" }
    guard let bytes = Data(base64Encoded: text), let json = JSONValue.read(Array(bytes)), json.isObject
    else { return nil }
    return json
  }
}
