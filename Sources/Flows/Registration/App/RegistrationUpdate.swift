public import FlowKit
import Statecharts

/// Where the registration is.
public typealias RegistrationUpdate = FlowUpdate<Registration>

/// Why a method did nothing: the flow does not offer it where it is.
public typealias RegistrationRefusal = FlowRefusal<Registration>

extension Registration: FlowChart {
  /// What went wrong last.
  public static func error(in context: Context) -> ErrorCode? { context.lastError }
}

extension FlowUpdate<Registration> {
  /// What the person has to confirm.
  public var profile: Profile? {
    let profile = update.context.profile.map {
      Profile(
        displayName: $0.displayName, firstName: $0.firstName, lastName: $0.lastName, email: $0.email,
        imageURL: $0.imageUrl)
    }
    // Where nothing is known of anybody, all of it is unset.
    return profile == Profile() ? nil : profile
  }
}
