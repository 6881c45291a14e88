/// What an app has set up wrongly for the registration. It is told when the service is made, before anybody is asked.
public enum RegistrationConfigurationProblem: String, Error, Hashable, Sendable, CaseIterable,
  CustomStringConvertible
{
  /// A tenant's domain is not the name of a host, with a port or without.
  case domain
  /// A tenant's address is neither encrypted nor on this machine, has more than a host, a port and a path, or its host has
  /// other signs than letters, digits, dots and hyphens.
  case tenantAddress
  /// The back-end's address is neither encrypted nor on this machine, or has more than a host, a port and a path.
  case backendAddress
  /// The back-end is to be asked, and there is none.
  case backendMissing
  /// The agreed token is empty.
  case agreedToken

  /// One plain sentence.
  public var description: String {
    switch self {
    case .domain: "The domain of a tenant is not the name of a host."
    case .tenantAddress:
      "The address of a tenant is neither `https` nor on this machine, says more than where it is, "
        + "or has a host that is no name."
    case .backendAddress:
      "The back-end's address is neither `https` nor on this machine, or says more than where it is."
    case .backendMissing: "The back-end is to be asked (`backendCheck`), but `backend` is not set."
    case .agreedToken: "The agreed token is empty."
    }
  }
}
