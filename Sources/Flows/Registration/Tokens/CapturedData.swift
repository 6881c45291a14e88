package import FlowTransport

/// What a registration leaves on the device. Printing it shows nothing.
package struct CapturedData: Sendable, CustomReflectable {
  /// Under what each part is kept.
  package enum Key: String, CaseIterable, Sendable {
    // Decision: Docs/decisions/flow-registration.md#no-installation-id-is-kept
    case profile
    case jwtToken = "id_token"
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresAt = "expires_at"
    case registrationType = "registration_type"
  }

  /// Who has begun a renewal, and when.
  package struct Opener: Hashable, Sendable {
    /// Identifies the process; each makes its own.
    package let name: String
    /// In milliseconds since 1970.
    package let time: Int
    // Decision: Docs/decisions/flow-registration.md#a-renewal-by-another-process-has-half-a-minute
    /// For how many milliseconds others wait for its end.
    static let longest = 30_000

    /// Makes it.
    package init(name: String, time: Int) {
      self.name = name
      self.time = time
    }
  }

  /// Which application of which site has given tokens. Nobody else is shown them.
  package struct Site: Hashable, Sendable {
    /// The site, sign for sign as its ID tokens name it.
    package let issuer: String
    /// The application's id.
    package let clientID: String

    /// Makes it.
    package init(issuer: String, clientID: String) {
      self.issuer = issuer
      self.clientID = clientID
    }
  }

  /// Who it is, as far as the app shows it.
  package var profile: Profile?
  /// The ID token as it came.
  package var jwtToken: Secret?
  /// Shown to the back-end.
  package var accessToken: Secret?
  /// Good for other tokens.
  package var refreshToken: Secret?
  /// When the access token ends, in milliseconds since 1970; nil when nobody knows.
  package var expiresAt: Int?
  /// The way of registering.
  package var registrationType: Registration.RegistrationType?
  /// Whether a renewal was begun and has not ended well: the refresh token may be used up, and the sooner it is tried
  /// again the better. No part of the table; it goes with the next tokens.
  package var isRenewalOpen = false
  /// Who has begun that renewal, and when; nil when nobody knows. It goes with the mark.
  package var opener: Opener?
  // Decision: Docs/decisions/flow-registration.md#the-grace-period-is-at-most-half-of-a-tokens-time
  /// For how many seconds the access token was good when it came; nil for a day, as where the site does not say. No part
  /// of the table either: nearly all tokens are good for a day, and then nothing of it is kept.
  package var lifetime: Int?

  /// Makes it.
  package init(
    profile: Profile? = nil, jwtToken: Secret? = nil, accessToken: Secret? = nil,
    refreshToken: Secret? = nil, expiresAt: Int? = nil,
    registrationType: Registration.RegistrationType? = nil, lifetime: Int? = nil
  ) {
    self.profile = profile
    self.jwtToken = jwtToken
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.registrationType = registrationType
    self.lifetime = lifetime == Auth0Tokens.usualLifetime ? nil : lifetime
  }

  /// Who has given the tokens, as the ID token says it: it was checked before it was kept. Nil for the agreed token, and
  /// where nobody knows.
  package var site: Site? { jwtToken.flatMap { try? IDToken($0.text) }?.site }

  /// Whether it is a token that an app uses in place of a site's: those come with more than that.
  var isAgreedToken: Bool {
    profile == nil && jwtToken == nil && refreshToken == nil && expiresAt == nil
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension CapturedData {
  private static let openRenewal = "renewal_open"
  private static let openerName = "renewal_by"
  private static let openerTime = "renewal_since"
  private static let lifetimeKey = "access_token_lifetime"

  /// Reads what was kept; nil when it was not kept by this. A part that cannot be read is not there.
  package init?(kept: Secret) {
    guard let json = kept.withBytes({ JSONValue.read(Array($0)) }), json.isObject else { return nil }
    func text(_ key: Key) -> String? { json[key.rawValue]?.text.flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      profile: json[Key.profile.rawValue].flatMap { Profile(member: $0) },
      jwtToken: text(.jwtToken).map { Secret($0) }, accessToken: text(.accessToken).map { Secret($0) },
      refreshToken: text(.refreshToken).map { Secret($0) }, expiresAt: json[Key.expiresAt.rawValue]?.int,
      registrationType: text(.registrationType).flatMap { Registration.RegistrationType(rawValue: $0) })
    isRenewalOpen = json[Self.openRenewal]?.bool ?? false
    if isRenewalOpen, let name = json[Self.openerName]?.text, let time = json[Self.openerTime]?.int {
      opener = Opener(name: name, time: time)
    }
    lifetime = json[Self.lifetimeKey]?.int.flatMap { $0 > 0 && $0 <= Auth0Tokens.longestLifetime ? $0 : nil }
  }

  /// As it is kept: in one piece, so that no reader ever has parts of two registrations.
  package var kept: Secret {
    var fields: [Key: JSONValue] = [:]
    fields[.profile] = profile?.member
    fields[.jwtToken] = jwtToken.map { .string($0.text) }
    fields[.accessToken] = accessToken.map { .string($0.text) }
    fields[.refreshToken] = refreshToken.map { .string($0.text) }
    fields[.expiresAt] = expiresAt.map { .number(Double($0)) }
    fields[.registrationType] = registrationType.map { .string($0.rawValue) }
    var json = Dictionary(fields.map { ($0.key.rawValue, $0.value) }) { $1 }
    if isRenewalOpen {
      json[Self.openRenewal] = true
      json[Self.openerName] = opener.map { .string($0.name) }
      json[Self.openerTime] = opener.map { .number(Double($0.time)) }
    }
    if let lifetime, lifetime != Auth0Tokens.usualLifetime {
      json[Self.lifetimeKey] = .number(Double(lifetime))
    }
    return Secret(JSONValue.object(json).bytes)
  }
}
