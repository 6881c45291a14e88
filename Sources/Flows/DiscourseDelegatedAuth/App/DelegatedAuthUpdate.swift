import Statecharts

/// Where a flow is. Printing it shows states and error alone.
public struct DelegatedAuthUpdate: Sendable, CustomStringConvertible, CustomReflectable {
  /// The active states without children: the screen to show.
  public let states: [DiscourseDelegatedAuth.StateID]
  /// All active states, the ones around them too.
  public let allStates: [DiscourseDelegatedAuth.StateID]
  /// What went wrong, after an end. What goes wrong elsewhere is among the outputs.
  public let error: DiscourseDelegatedAuth.ErrorCode?
  /// Seconds to wait before trying again.
  public let retryAfter: Int?
  /// The site's address, after redirects.
  public let siteURL: String?
  /// The site's name.
  public let siteTitle: String?
  /// Whose key it is, once the site has said so.
  public let username: String?
  /// Whether there is a key for the site.
  public let hasKey: Bool
  /// Whether the site pushes notifications to the app.
  public let hasPush: Bool
  /// When the key ends, as the site wrote it.
  public let keyExpiresAt: String?
  /// Whether a request is under way, or a browser is shown.
  public let isBusy: Bool
  /// What the chart told with this update, in order.
  public let outputs: [DiscourseDelegatedAuth.Output]

  init(_ update: Session<DiscourseDelegatedAuth>.Update) {
    let context = update.context
    states = update.configuration
    allStates = update.states
    error = context.lastError
    retryAfter = context.retryAfter
    siteURL = context.siteURL
    siteTitle = context.siteTitle
    username = context.username
    hasKey = context.hasKey
    hasPush = context.hasPush
    keyExpiresAt = context.keyExpiresAt
    isBusy = !update.services.isEmpty
    outputs = update.outputs
  }

  /// Whether a state is active, or one inside it.
  public func isActive(_ state: DiscourseDelegatedAuth.StateID) -> Bool { allStates.contains(state) }

  /// States and error.
  public var description: String {
    states.map(\.rawValue).joined(separator: ", ") + (error.map { " (\($0.rawValue))" } ?? "")
  }

  /// States and error.
  public var customMirror: Mirror { Mirror(self, children: ["update": description]) }
}
