/// What the app sends to a site about itself.
package struct DiscourseApp: Hashable, Sendable {
  /// Shown to the person.
  package let name: String
  /// Made once for an installation.
  package let clientID: String
  /// Where sites call the app.
  package let authRedirect: String
  /// Where sites send notifications.
  package let pushURL: String?
  /// What the app wishes for.
  package let padding: UserAPIKeyPadding

  /// Makes it.
  package init(
    name: String, clientID: String, authRedirect: String, pushURL: String? = nil,
    padding: UserAPIKeyPadding = .pkcs1
  ) {
    self.name = name
    self.clientID = clientID
    self.authRedirect = authRedirect
    self.pushURL = pushURL
    self.padding = padding
  }

  /// The paddings of answers: what was wished for, and PKCS #1 v1.5 from sites that pass over wishes.
  package var paddings: [UserAPIKeyPadding] { padding == .pkcs1 ? [.pkcs1] : [padding, .pkcs1] }
}
