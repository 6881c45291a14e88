/// Who is in front of the browser, and what they do there.
public struct Auth0Person: Sendable {
  /// What somebody does.
  public enum Deed: String, CaseIterable, Sendable {
    /// Signs in and allows the app.
    case agrees
    /// Signs in and refuses.
    case refuses
    /// Looks at the page, and closes the browser.
    case leaves
  }

  /// Names the account.
  public var id: String
  /// The whole name.
  public var name: String
  /// The given name.
  public var givenName: String
  /// The family name.
  public var familyName: String
  /// The email address.
  public var email: String
  /// Whether the address is verified. Typing a code from an email verifies it.
  public var isEmailVerified: Bool
  /// A picture.
  public var picture: String
  /// What they do.
  public var deed: Deed

  /// Makes somebody.
  public init(
    id: String = "google-oauth2|1815", name: String = "Ada Lovelace", givenName: String = "Ada",
    familyName: String = "Lovelace", email: String = "ada@example.org", isEmailVerified: Bool = true,
    picture: String = "https://example.org/ada.png", deed: Deed = .agrees
  ) {
    self.id = id
    self.name = name
    self.givenName = givenName
    self.familyName = familyName
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.picture = picture
    self.deed = deed
  }
}
