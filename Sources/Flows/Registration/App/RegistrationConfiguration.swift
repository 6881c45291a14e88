public import FlowTransport
public import Foundation

/// What an app brings for the registration.
public struct RegistrationConfiguration: Sendable, CustomReflectable {
  /// The applications of Auth0, by type of registration. The first implementation has one for each, so that the page
  /// offers what belongs there. With one for both, its `connection` distinguishes them.
  public var tenants: [Registration.RegistrationType: Auth0Tenant]
  /// ClueRide's back-end: what stands before `access/state`. It gets each confirmed profile. A service whose input asks
  /// for `backendCheck` needs one.
  public var backend: URL?
  /// The access token for platforms without a browser. The back-end has to know it.
  public var agreedToken: Secret?
  /// Knows the platform.
  public var platform: any PlatformService
  /// Takes what the system calls the app with.
  public var router = CallbackRouter()
  /// Shows the site.
  public var browser: any SystemBrowserSession
  /// An address of this machine at which the site calls the app, for a browser that comes back to a port. It has to be
  /// registered at the site, such as `http://127.0.0.1:7777/callback`. Without one the site calls the app's scheme.
  /// `LoopbackBrowserSession.freeCallback()` is only for sites that allow any port and path; Auth0 does not.
  public var browserCallback: URL?
  /// Whether the browser's cookies are neither used nor kept. Not possible with `browserCallback`.
  public var prefersEphemeralBrowser = false
  /// Whether `/userinfo` must say of the access token what the ID token says.
  public var crossChecksProfile = false
  /// Receives the errors.
  public var notifications: any NotificationService = SilentNotifications()
  /// Hides the splash screen, once the first screen can be shown.
  public var hideSplash: @Sendable () -> Void = {}
  /// Keeps the tokens.
  public var store: any SecretStore
  /// Reads what an earlier version of the app has stored, each value as a text under its own key: `profile`, `id_token`,
  /// `access_token`, `refresh_token`, `expires_at`, `registration_type`. The registration is adopted once, and the keys are
  /// removed. Nothing is kept there. Nil if there was no earlier version.
  public var earlierStore: (any SecretStore)?
  /// Carries requests.
  public var transport: any HTTPTransport

  /// Makes a configuration.
  public init(
    tenants: [Registration.RegistrationType: Auth0Tenant], backend: URL? = nil, agreedToken: Secret? = nil,
    platform: any PlatformService, browser: any SystemBrowserSession, store: any SecretStore,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.tenants = tenants
    self.backend = backend
    self.agreedToken = agreedToken
    self.platform = platform
    self.browser = browser
    self.store = store
    self.transport = transport
  }

  /// Fails where something is set up so that it could never work. Much of it can be changed after it was made.
  func check(_ input: Registration.Input) throws(RegistrationConfigurationProblem) {
    // Decision: Docs/decisions/flow-registration.md#impossible-settings-are-errors-at-setup
    for tenant in tenants.values {
      guard Auth0Tenant.isHost(tenant.domain) else { throw .domain }
      guard Auth0Tenant.isSite(tenant.base) else { throw .tenantAddress }
    }
    if let backend {
      guard Auth0Tenant.isSite(backend) else { throw .backendAddress }
    } else if input.backendCheck == true {
      throw .backendMissing
    }
    if let browserCallback {
      guard Self.isPortOfThisMachine(browserCallback) else { throw .browserCallback }
      guard !prefersEphemeralBrowser else { throw .ephemeralBrowser }
    }
    if let agreedToken, agreedToken.isEmpty { throw .agreedToken }
  }

  /// Whether a browser can come back to an address of this machine, which names its port and a path and nothing else.
  private static func isPortOfThisMachine(_ url: URL) -> Bool {
    guard let origin = WebOrigin(url), origin.scheme == "http", origin.isLoopback,
      let port = url.port, (1...65_535).contains(port)
    else { return false }
    return url.path.hasPrefix("/") && url.query == nil && url.fragment == nil
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
