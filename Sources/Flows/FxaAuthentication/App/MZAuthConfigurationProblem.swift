/// What is wrong with a configuration, so that a flow could not do what it is for.
public enum MZAuthConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// No browser comes back to `browserCallback`.
  case unusableBrowserCallback

  /// One plain sentence.
  public var description: String {
    switch self {
    case .unusableBrowserCallback:
      "`browserCallback` has to be an address of this machine, one with `https` or one with a scheme of the app's own, and "
        + "without query or fragment."
    }
  }
}
