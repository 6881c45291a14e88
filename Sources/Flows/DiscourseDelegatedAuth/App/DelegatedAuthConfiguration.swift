public import FlowTransport
public import Foundation

/// What an app needs to log on to Discourse sites.
public struct DelegatedAuthConfiguration: Sendable, CustomReflectable {
  /// Shown to the person who allows the app.
  public var applicationName: String
  /// Where sites call the app. It must be on the list of each site; `discourse://auth_redirect` is on every list.
  public var authRedirect: URL
  /// Where sites send notifications. It must be on the list of each site.
  public var pushURL: URL?
  /// What the app asks for besides logging on.
  public var scopes: [String]
  /// How sites pad what they encrypt. Sites that do not know this parameter use PKCS #1 v1.5, which is read too.
  public var padding: UserAPIKeyPadding
  /// Whether all sites get one public key. With a key for each site, no site can use what another has encrypted.
  public var sharesKeyPair: Bool
  /// Whether the browser's cookies are not used. The browser's login then does not count.
  public var prefersEphemeralBrowser: Bool
  /// Distinguishes the app's traffic from that of browsers: it is the user agent of the app's own requests, and is added
  /// to that of the web view. With nil, it is `applicationName` without everything but ASCII letters and digits.
  public var userAgent: String?
  /// Shows consent pages.
  public var browser: any SystemBrowserSession
  /// Shows the site.
  public var webView: any EmbeddedWebView
  /// Keeps keys.
  public var store: any SecretStore
  /// Carries requests. An answer may take 10 seconds.
  public var transport: any HTTPTransport
  /// Makes a new key pair.
  package var makeKeyPair: @Sendable () throws -> InstallationKeyPair = { try InstallationKeyPair() }

  /// The default scopes.
  public static let usualScopes = ["notifications", "session_info"]

  /// Makes a configuration.
  public init(
    applicationName: String, authRedirect: URL, pushURL: URL? = nil, scopes: [String] = usualScopes,
    padding: UserAPIKeyPadding = .pkcs1, sharesKeyPair: Bool = false, prefersEphemeralBrowser: Bool = false,
    userAgent: String? = nil, browser: any SystemBrowserSession, webView: any EmbeddedWebView,
    store: any SecretStore,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.applicationName = applicationName
    self.authRedirect = authRedirect
    self.pushURL = pushURL
    self.scopes = scopes
    self.padding = padding
    self.sharesKeyPair = sharesKeyPair
    self.prefersEphemeralBrowser = prefersEphemeralBrowser
    self.userAgent = userAgent
    self.browser = browser
    self.webView = webView
    self.store = store
    self.transport = transport
  }

  /// What the app calls itself in the user agent; nil if its name has no such letters or digits.
  package var identification: String? {
    if let userAgent { return userAgent }
    let name = applicationName.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return name.isEmpty ? nil : name
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
