public import FlowTransport
public import Foundation

/// What an app needs to sign in with Firebase and an authenticator app.
public struct FirebaseTOTPConfiguration: Sendable, CustomReflectable {
  /// Names the project in every request. It is not a secret: every app contains it, and so do addresses.
  public var apiKey: String
  /// The project's id.
  public var projectID: String
  /// What authenticator apps show as the name of the app.
  public var issuer: String
  /// The tenant of the accounts, in projects that have tenants.
  public var tenantID: String?
  /// Where accounts are.
  public var identityBase: URL
  /// Where tokens are refreshed.
  public var tokenBase: URL
  /// The path before `/projects/` in the address of the project's configuration: `admin/v2`, or `v2`, which is the
  /// same.
  public var configurationPath = "admin/v2"
  /// The address at which the app opens links of emails that sign in; nil if it sends none. Its domain must be one of the
  /// project's.
  public var signInLinkURL: URL?
  /// An administrator's OAuth token, which setting the project up needs.
  public var administratorToken: (@Sendable () async throws -> Secret)?
  /// Opens authenticator apps.
  public var otpApp: (any OTPAppOpener)?
  /// Keeps the tokens.
  public var store: any SecretStore
  /// Carries requests.
  public var transport: any HTTPTransport

  /// Google's own server for accounts.
  public static let identityToolkit = address("https://identitytoolkit.googleapis.com")
  /// Google's own server for tokens.
  public static let secureToken = address("https://securetoken.googleapis.com")

  /// Makes a configuration.
  public init(
    apiKey: String, projectID: String, issuer: String, tenantID: String? = nil,
    identityBase: URL = identityToolkit, tokenBase: URL = secureToken, store: any SecretStore,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.apiKey = apiKey
    self.projectID = projectID
    self.issuer = issuer
    self.tenantID = tenantID
    self.identityBase = identityBase
    self.tokenBase = tokenBase
    self.store = store
    self.transport = transport
  }

  /// Asks a server that has both below one address, as the Auth Emulator does.
  ///
  /// - Parameter server: such as `http://127.0.0.1:9099`.
  public mutating func useEmulator(_ server: URL) {
    identityBase = server.appendingPathComponent("identitytoolkit.googleapis.com")
    tokenBase = server.appendingPathComponent("securetoken.googleapis.com")
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }

  var project: FirebaseProject {
    FirebaseProject(
      apiKey: apiKey, projectID: projectID, tenantID: tenantID, identityBase: identityBase,
      tokenBase: tokenBase, configurationPath: configurationPath)
  }

  /// Under which name the tokens are kept.
  var tokensName: String { "firebase-tokens:" + projectID + (tenantID.map { ":" + $0 } ?? "") }

  /// Every request to an invalid address is refused.
  private static func address(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
}
