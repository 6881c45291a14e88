public import FlowTransport

/// Somebody who has an account on a site.
public struct DiscourseUser: Sendable {
  /// What names the account.
  public var name: String
  /// What proves that it is the person.
  public var password: Secret
  /// Whether it is one of those who run the site: they may always have keys.
  public var isStaff = false
  /// Whether the groups of the person, or the level of trust, allow keys.
  public var mayHaveKeys = true
  /// Unread notifications, and unread personal messages.
  public var unread = (notifications: 0, messages: 0)

  /// Makes an account.
  public init(_ name: String, password: Secret) {
    self.name = name
    self.password = password
  }
}
