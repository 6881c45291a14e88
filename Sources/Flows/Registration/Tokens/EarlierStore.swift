import FlowTransport

/// What an earlier version of the app has stored: each value under its own key. It is only read and removed.
struct EarlierStore: Sendable {
  private let store: any SecretStore

  /// Makes it.
  init(_ store: any SecretStore) { self.store = store }

  /// The stored values. A part that cannot be read is not there.
  ///
  /// - Throws: `storageFailed`.
  func data() throws(RegistrationError) -> CapturedData {
    func text(_ key: CapturedData.Key) throws(RegistrationError) -> String? {
      do {
        return try store.secret(key.rawValue).flatMap { $0.isEmpty ? nil : $0.text }
      } catch { throw RegistrationError(.storageFailed) }
    }
    let idToken = try text(.jwtToken)
    let member = try text(.profile).flatMap { JSONValue.read(Array($0.utf8)) }.flatMap { Profile(member: $0) }
    let claimed = idToken.flatMap { try? IDToken($0) }.map { Profile(claims: $0.claims) }
    return CapturedData(
      // It may be as the site has sent it, with other names of the fields.
      profile: member?.email == nil ? claimed ?? member : member,
      jwtToken: idToken.map { Secret($0) }, accessToken: try text(.accessToken).map { Secret($0) },
      refreshToken: try text(.refreshToken).map { Secret($0) },
      expiresAt: try text(.expiresAt).flatMap { Int($0) },
      registrationType: try text(.registrationType).flatMap { Registration.RegistrationType(rawValue: $0) })
  }

  /// Removes all values. The access token goes first: without it, another process does not adopt the rest.
  func clear() throws(RegistrationError) {
    do {
      try store.remove(CapturedData.Key.accessToken.rawValue)
      for key in CapturedData.Key.allCases { try store.remove(key.rawValue) }
    } catch { throw RegistrationError(.storageFailed) }
  }
}
