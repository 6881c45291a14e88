/// What is wrong with the configuration of a registration. Thrown when the service is made.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RegistrationConfigurationProblem: String, Error, Hashable, Sendable, CaseIterable,
  CustomStringConvertible
{
  /// A tenant's domain is not the name of a host, with a port or without.
  case domain
  /// A tenant's address is neither encrypted nor on this machine, has more than a host, a port and a path, or its host has
  /// other characters than letters, digits, dots and hyphens.
  case tenantAddress
  /// The back-end's address is neither encrypted nor on this machine, or has more than a host, a port and a path.
  case backendAddress
  /// `backendCheck` is set, but `backend` is not.
  case backendMissing
  /// `browserCallback` is not an `http` address of this machine with a port and a path.
  case browserCallback
  /// `prefersEphemeralBrowser` is set together with `browserCallback`.
  case ephemeralBrowser
  /// The agreed token is empty.
  case agreedToken

  /// One plain sentence.
  public var description: String {
    switch self {
    case .domain: "The domain of a tenant must be a host name, with or without a port."
    case .tenantAddress:
      "The address of a tenant must use `https` or be on this machine. It has only a host, a port and a path. "
        + "The host has only letters, digits, dots and hyphens."
    case .backendAddress:
      "The back-end's address must use `https` or be on this machine. It has only a host, a port and a path."
    case .backendMissing: "`backendCheck` needs `backend`, which is not set."
    case .browserCallback:
      "`browserCallback` must be an `http` address of this machine, and have a port, a path and nothing else."
    case .ephemeralBrowser:
      "A browser that comes back to a port keeps its cookies. Set `browserCallback` or `prefersEphemeralBrowser`, not both."
    case .agreedToken: "The agreed token must not be empty."
    }
  }
}
