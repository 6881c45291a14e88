import Statecharts

/// Where a flow is. Printing it shows states and error alone.
public struct MZAuthUpdate: Sendable, CustomStringConvertible, CustomReflectable {
  /// The screen to show: the state that the page which describes the flow has for it. In the end the state that it ended in.
  public let screen: FxaAuthentication.StateID
  /// The active states without children, which tell more than the screen does: whether a code is on its way, for one.
  public let states: [FxaAuthentication.StateID]
  /// All active states, the ones around them too.
  public let allStates: [FxaAuthentication.StateID]
  /// What went wrong last, for the screen to show.
  public let error: FxaAuthentication.ErrorCode?
  /// Seconds to wait before trying again.
  public let retryAfter: Int?
  /// With the error `redirectRefused`: scheme, host and port of the server. If it is one of the VPN service, add it to
  /// `MZAuthConfiguration.redirectOrigins`.
  public let refusedOrigin: String?
  /// The email address in use, as typed or as the account server spells it.
  public let emailAddress: String?
  /// What uses the account; known before it is deleted.
  public let attachedClients: [String]
  /// Whether the account was deleted.
  public let isAccountDeleted: Bool
  /// Whether a request is under way. Waiting for the browser is none.
  public let isBusy: Bool
  /// Whether the flow has ended.
  public let isOver: Bool
  /// What the chart told with this update, in order.
  public let outputs: [FxaAuthentication.Output]

  init(_ update: Session<FxaAuthentication>.Update) {
    let context = update.context
    states = update.configuration
    allStates = update.states
    screen = allStates.first { !Self.groups.contains($0) } ?? .initializing
    error = context.lastError
    retryAfter = context.retryAfter
    refusedOrigin = context.refusedOrigin
    emailAddress = context.emailCaseFix
    attachedClients = context.attachedClients ?? []
    isAccountDeleted = context.accountDeleted
    isBusy = update.services.contains { $0 != Self.browser }
    isOver = update.isOver
    outputs = update.outputs
  }

  /// What holds screens together and is none itself.
  private static let groups: Set<FxaAuthentication.StateID> = [
    .asking, .authenticating, .inBrowser, .browserPage,
  ]
  /// The service that waits for the browser.
  private static let browser = "authenticateInBrowser"

  /// Whether a state is active, or one inside it.
  public func isActive(_ state: FxaAuthentication.StateID) -> Bool { allStates.contains(state) }

  /// The minutes to show with "too many requests": rounded up, and 15 when nobody said how long.
  public var minutesToWait: Int {
    guard let retryAfter, retryAfter > 0 else { return 15 }
    return retryAfter / 60 + (retryAfter.isMultiple(of: 60) ? 0 : 1)
  }

  /// States and error.
  public var description: String {
    states.map(\.rawValue).joined(separator: ", ") + (error.map { " (\($0.rawValue))" } ?? "")
  }

  /// States and error.
  public var customMirror: Mirror { Mirror(self, children: ["update": description]) }
}
