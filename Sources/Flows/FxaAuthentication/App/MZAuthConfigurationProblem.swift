/// What is wrong with a configuration, so that a flow could not do what it is for.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum MZAuthConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// No browser comes back to `browserCallback`.
  case unusableBrowserCallback

  /// One plain sentence.
  public var description: String {
    switch self {
    case .unusableBrowserCallback:
      "`browserCallback` must be an address of this machine, or use `https` or a custom scheme of the app. "
        + "It must have no query and no fragment."
    }
  }
}
