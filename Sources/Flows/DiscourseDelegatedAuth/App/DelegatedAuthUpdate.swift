public import FlowKit
import Statecharts

/// Where the login is. Its error is only set after the end. Earlier errors are among the outputs.
public typealias DelegatedAuthUpdate = FlowUpdate<DiscourseDelegatedAuth>

/// Why a method did nothing: the state of the flow does not offer it.
public typealias DelegatedAuthRefusal = FlowRefusal<DiscourseDelegatedAuth>

extension DiscourseDelegatedAuth: FlowChart {
  /// What went wrong, after an end.
  public static func error(in context: Context) -> ErrorCode? { context.lastError }
}

extension FlowUpdate<DiscourseDelegatedAuth> {
  /// Seconds to wait before trying again.
  public var retryAfter: Int? { update.context.retryAfter }

  /// The site's address, after redirects.
  public var siteURL: String? { update.context.siteURL }

  /// The site's name.
  public var siteTitle: String? { update.context.siteTitle }

  /// Whose key it is, once the site has said so.
  public var username: String? { update.context.username }

  /// Whether there is a key for the site.
  public var hasKey: Bool { update.context.hasKey }

  /// Whether the site pushes notifications to the app.
  public var hasPush: Bool { update.context.hasPush }

  /// When the key ends, as the site wrote it.
  public var keyExpiresAt: String? { update.context.keyExpiresAt }
}
