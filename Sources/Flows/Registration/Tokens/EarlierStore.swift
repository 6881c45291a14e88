import FlowTransport

/// What an earlier version of the app has stored: each value under its own key. It is only read and removed.
struct EarlierStore: Sendable {
  /// In the order in which they are removed. Without the access token, another process does not adopt the rest. The ID token
  /// shows that what is left is the app's own.
  private static let keys =
    [.accessToken] + CapturedData.Key.allCases.filter { ![.accessToken, .jwtToken].contains($0) } + [
      .jwtToken
    ]
  private let store: any SecretStore

  /// Makes it.
  init(_ store: any SecretStore) { self.store = store }

  /// Whether none of the values is stored.
  ///
  /// - Throws: `storageFailed`.
  func isEmpty() throws(RegistrationError) -> Bool {
    for key in Self.keys where try secret(key) != nil { return false }
    return true
  }

  /// The stored values. A part that cannot be read is not there. If another process removes the values meanwhile, there is
  /// no access token.
  ///
  /// - Throws: `storageFailed`.
  func data() throws(RegistrationError) -> CapturedData {
    // The first app stored most values as JSON strings, such as `"SOCIAL"`.
    func text(_ key: CapturedData.Key) throws(RegistrationError) -> String? {
      guard let stored = try secret(key)?.text else { return nil }
      let text: String? =
        switch JSONValue.read(Array(stored.utf8)) {
        case .string(let text): text
        case .null: nil
        default: stored
        }
      return text == "" ? nil : text
    }
    let idToken = try text(.jwtToken)
    let member = try text(.profile).flatMap { JSONValue.read(Array($0.utf8)) }.flatMap { Profile(member: $0) }
    let claimed = idToken.flatMap { try? IDToken($0) }.map { Profile(claims: $0.claims) }
    var data = CapturedData(
      // It may be as the site has sent it, with other names of the fields.
      profile: member?.email == nil ? claimed ?? member : member,
      jwtToken: idToken.map { Secret($0) }, refreshToken: try text(.refreshToken).map { Secret($0) },
      expiresAt: try text(.expiresAt).flatMap { Int($0) },
      registrationType: try text(.registrationType).flatMap { Registration.RegistrationType(rawValue: $0) })
    // It is removed first and read last, so with it the other values are complete.
    data.accessToken = try text(.accessToken).map { Secret($0) }
    return data
  }

  /// Removes all values.
  ///
  /// - Throws: `storageFailed`.
  func clear() throws(RegistrationError) {
    do {
      for key in Self.keys { try store.remove(key.rawValue) }
    } catch { throw RegistrationError(.storageFailed) }
  }

  private func secret(_ key: CapturedData.Key) throws(RegistrationError) -> Secret? {
    do { return try store.secret(key.rawValue) } catch { throw RegistrationError(.storageFailed) }
  }
}
