public import FlowKit
import Statecharts

/// Where the sign-in is.
public typealias MZAuthUpdate = FlowUpdate<FxaAuthentication>

extension FxaAuthentication: FlowChart {
  /// What went wrong last.
  public static func error(in context: Context) -> ErrorCode? { context.lastError }

  /// The service that waits for the browser.
  public static var backgroundServices: Set<ServiceID> { [.authenticateInBrowser] }
}

extension FlowUpdate<FxaAuthentication> {
  /// The groups of screens, which are no screens themselves.
  private static var groups: Set<FxaAuthentication.StateID> {
    [.asking, .authenticating, .inBrowser, .browserPage]
  }

  /// The screen to show: the state that the page which describes the flow has for it. In the end the state that it ended in.
  public var screen: FxaAuthentication.StateID {
    allStates.first { !Self.groups.contains($0) } ?? .initializing
  }

  /// Seconds to wait before trying again.
  public var retryAfter: Int? { update.context.retryAfter }

  /// With the error `redirectRefused`: scheme, host and port of the server. If it is one of the VPN service, add it to
  /// `MZAuthConfiguration.redirectOrigins`.
  public var refusedOrigin: String? { update.context.refusedOrigin }

  /// The email address in use, as typed or as the account server spells it.
  public var emailAddress: String? { update.context.emailCaseFix }

  /// What uses the account; known before it is deleted.
  public var attachedClients: [String] { update.context.attachedClients ?? [] }

  /// Whether the account was deleted.
  public var isAccountDeleted: Bool { update.context.accountDeleted }

  /// The minutes to show with "too many requests": rounded up, and 15 when nobody said how long.
  public var minutesToWait: Int {
    guard let retryAfter, retryAfter > 0 else { return 15 }
    return retryAfter / 60 + (retryAfter.isMultiple(of: 60) ? 0 : 1)
  }
}
