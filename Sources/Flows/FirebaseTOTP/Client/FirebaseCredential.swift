public import FlowTransport

/// What a person signs in with instead of a password. Printing it only shows its kind.
public struct FirebaseCredential: Sendable, CustomStringConvertible, CustomReflectable {
  enum Kind: Sendable {
    /// A token of another provider, such as `apple.com`.
    case provider(String, idToken: Secret)
    /// A token that the app's own server has made.
    case custom(Secret)
    /// A code that came by SMS.
    case phone(sessionInfo: Secret, code: Secret)
    /// Nothing: a new account without a name.
    case anonymous
  }

  let kind: Kind

  /// A token of another provider.
  ///
  /// - Parameter providerID: such as `google.com`.
  public static func provider(_ providerID: String, idToken: Secret) -> FirebaseCredential {
    FirebaseCredential(kind: .provider(providerID, idToken: idToken))
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
    case .custom: "custom"
    case .phone: "phone"
    case .anonymous: "anonymous"
    }
  }

  /// The kind.
  public var description: String { name }

  /// The kind.
  public var customMirror: Mirror { Mirror(self, children: ["credential": name]) }
}
