public import FlowTransport
import Foundation

/// What a person signs in with instead of a password. Printing it only shows its kind.
public struct FirebaseCredential: Sendable, CustomStringConvertible, CustomReflectable {
  enum Kind: Sendable {
    /// Tokens of another provider, such as `apple.com`.
    case provider(String, ProviderTokens)
    /// The code of a link in an email.
    case emailLink(email: String, code: Secret)
    /// A token that the app's own server has made.
    case custom(Secret)
    /// A code that came by SMS.
    case phone(sessionInfo: Secret, code: Secret)
    /// Nothing: a new account without a name.
    case anonymous
  }

  /// What another provider has given. One of the tokens is there.
  struct ProviderTokens: Sendable {
    var idToken: Secret?
    var accessToken: Secret?
    var tokenSecret: Secret?
    var rawNonce: Secret?
  }

  let kind: Kind

  /// An ID token of another provider, such as Google or Apple.
  ///
  /// - Parameters:
  ///   - providerID: such as `google.com`.
  ///   - rawNonce: what the hash in the ID token was made from. Apple, and Facebook's limited login, need it.
  ///   - accessToken: an access token of the provider, if there is one too.
  public static func provider(
    _ providerID: String, idToken: Secret, rawNonce: Secret? = nil, accessToken: Secret? = nil
  ) -> FirebaseCredential {
    let tokens = ProviderTokens(idToken: idToken, accessToken: accessToken, rawNonce: rawNonce)
    return FirebaseCredential(kind: .provider(providerID, tokens))
  }

  /// An access token of a provider that has no ID tokens, such as GitHub, Facebook or Twitter.
  ///
  /// - Parameters:
  ///   - providerID: such as `github.com`.
  ///   - secret: the secret that comes with a token of OAuth 1.0, as Twitter's.
  public static func provider(
    _ providerID: String, accessToken: Secret, secret: Secret? = nil
  ) -> FirebaseCredential {
    let tokens = ProviderTokens(accessToken: accessToken, tokenSecret: secret)
    return FirebaseCredential(kind: .provider(providerID, tokens))
  }

  /// A link in an email that `sendSignInLink(to:)` has had sent.
  ///
  /// - Parameters:
  ///   - link: the link with which the app was opened. It holds a code, so it must not be logged.
  ///   - email: the address to which it was sent. Never take it from the link.
  /// - Returns: nil if it is not such a link.
  public static func emailLink(_ link: Secret, email: String) -> FirebaseCredential? {
    code(ofLink: link.text).map { FirebaseCredential(kind: .emailLink(email: email, code: Secret($0))) }
  }

  /// A token that the app's own server has made. Such accounts cannot have a second factor.
  public static func customToken(_ token: Secret) -> FirebaseCredential {
    FirebaseCredential(kind: .custom(token))
  }

  /// A code that came by SMS. Such accounts cannot have a second factor.
  public static func phone(sessionInfo: Secret, code: Secret) -> FirebaseCredential {
    FirebaseCredential(kind: .phone(sessionInfo: sessionInfo, code: code))
  }

  /// A new account without a name. Such accounts cannot have a second factor.
  public static let anonymous = FirebaseCredential(kind: .anonymous)

  /// What the chart calls it.
  var name: String {
    switch kind {
    case .provider(let name, _): name
    case .emailLink: "emailLink"
    case .custom: "custom"
    case .phone: "phone"
    case .anonymous: "anonymous"
    }
  }

  /// The code of a link that signs in. A link that opens an app can hold the email's link.
  private static func code(ofLink link: String, isInner: Bool = false) -> String? {
    let items = URLComponents(string: link)?.queryItems ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    if value("mode") == "signIn", let code = value("oobCode"), !code.isEmpty { return code }
    guard !isInner, let inner = value("link") ?? value("deep_link_id") else { return nil }
    return code(ofLink: inner, isInner: true)
  }

  /// The kind.
  public var description: String { name }

  /// The kind.
  public var customMirror: Mirror { Mirror(self, children: ["credential": name]) }
}
