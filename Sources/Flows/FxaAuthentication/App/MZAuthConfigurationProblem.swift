/// What is wrong with a configuration, so that a flow could not do what it is for.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum MZAuthConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// No browser comes back to `browserCallback`.
  case unusableBrowserCallback
  /// Nothing secret may go to one of `redirectOrigins`.
  case unusableRedirectOrigin
  /// Nothing secret may go to `guardian` or `accounts`.
  case unusableServer

  /// One plain sentence.
  public var description: String {
    switch self {
    case .unusableBrowserCallback:
      "`browserCallback` must be an address of this machine, or use `https` or a custom scheme of the app. "
        + "It must have no query and no fragment."
    case .unusableRedirectOrigin:
      "Each of `redirectOrigins` must use `https`, or be an address of this machine."
    case .unusableServer:
      "`guardian` and `accounts` must use `https`, or be addresses of this machine."
    }
  }
}
