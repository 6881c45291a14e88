public import FlowTransport
public import Foundation

/// The servers of a flow, and what it uses of the system.
public struct MZAuthConfiguration: Sendable {
  /// How requests say for which session they are.
  public enum Authorization: Hashable, Sendable {
    /// The session's id, as the account server takes it today.
    case bearer
    /// A signature of each request, as the account server took it before.
    case hawk
  }

  /// The VPN service.
  public var guardian: URL
  /// Other servers of the VPN service to which a sign-in may lead, such as those of its staging system. Their paths are
  /// ignored.
  public var redirectOrigins: [URL]
  /// The account server.
  public var accounts: URL
  /// What the app calls itself to the VPN service, with its version: the service may treat versions differently.
  public var userAgent: String
  /// How requests say for which session they are.
  public var authorization: Authorization
  /// Passwords that nobody should choose.
  public var commonPasswords: CommonPasswords
  /// The system's browser; without it, or without `browserCallback`, the flow fails where it would continue there.
  public var browser: (any SystemBrowserSession)?
  /// The address with which the browser comes back, a scheme of the app, an `https` address or a port of this machine.
  /// Other addresses are ignored.
  public var browserCallback: URL?
  /// Carries the requests.
  public var transport: any HTTPTransport

  /// Makes a configuration.
  ///
  /// - Parameter userAgent: by default that of the version that the flow's page describes. An app gives its own.
  public init(
    guardian: URL, redirectOrigins: [URL] = [], accounts: URL, userAgent: String = "MozillaVPN/2.8.0",
    authorization: Authorization = .bearer,
    commonPasswords: CommonPasswords = .shipped, browser: (any SystemBrowserSession)? = nil,
    browserCallback: URL? = nil, transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.guardian = guardian
    self.redirectOrigins = redirectOrigins
    self.accounts = accounts
    self.userAgent = userAgent
    self.authorization = authorization
    self.commonPasswords = commonPasswords
    self.browser = browser
    self.browserCallback = browserCallback
    self.transport = transport
  }

  /// Whether the flow can begin with it.
  ///
  /// - Throws: what is wrong with it.
  func check() throws(MZAuthConfigurationProblem) {
    if let browserCallback, !BrowserCallback.isUsable(browserCallback) { throw .unusableBrowserCallback }
    guard redirectOrigins.allSatisfy({ WebOrigin($0)?.isSafe == true }) else { throw .unusableRedirectOrigin }
    guard [guardian, accounts].allSatisfy({ WebOrigin($0)?.isSafe == true }) else { throw .unusableServer }
  }

  /// A client for one flow.
  func client(platform: FxaAuthentication.Platform) -> FxaClient {
    let authorizer: any SessionAuthorizer =
      switch authorization {
      case .bearer: BearerAuthorizer()
      case .hawk: HawkAuthorizer()
      }
    let servers = FxaServers(
      guardian: guardian, redirectOrigins: redirectOrigins, accounts: accounts, platform: platform.rawValue,
      userAgent: userAgent)
    return FxaClient(servers, transport: transport, authorizer: authorizer)
  }
}

extension FxaAuthentication.Platform {
  /// The platform that this runs on. Systems that Mozilla VPN has no name for count as the one that they are most like.
  public static var current: FxaAuthentication.Platform {
    #if os(macOS)
      .macos
    #elseif os(Windows)
      .windows
    #elseif os(Android)
      .android
    #elseif canImport(Darwin)
      .ios
    #else
      .linux
    #endif
  }
}
