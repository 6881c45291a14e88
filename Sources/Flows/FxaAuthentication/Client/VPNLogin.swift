public import FlowTransport

/// What signing in gives to the app. Printing it shows nothing.
public struct VPNLogin: Sendable, CustomStringConvertible, CustomReflectable {
  /// The person's email address.
  public let email: String
  /// The name that the person has chosen; empty for none.
  public let displayName: String
  /// How many devices may be in use; nil where the service does not say.
  public let maxDevices: Int?
  /// Proves to the VPN service who asks. To be kept in a keychain.
  public let token: Secret

  /// Reads an answer; nil when there is no user or no token in it.
  init?(_ json: JSONValue) {
    guard let user = json["user"], let email = user["email"]?.text, let token = json["token"]?.text,
      !token.isEmpty
    else { return nil }
    self.email = email
    self.token = Secret(token)
    displayName = user["display_name"]?.text ?? ""
    maxDevices = user["max_devices"]?.int
  }

  /// A mark.
  public var description: String { "[secret]" }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
