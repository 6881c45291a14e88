/// How a site pads what it encrypts for the app.
public enum UserAPIKeyPadding: String, CaseIterable, Hashable, Sendable {
  /// PKCS #1 v1.5, which all sites know (RFC 8017, 7.2).
  case pkcs1
  /// OAEP with SHA-1 (RFC 8017, 7.1). Older sites ignore the parameter and use PKCS #1 v1.5.
  case oaep
}
