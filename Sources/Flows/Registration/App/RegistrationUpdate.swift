import Statecharts

/// Where a flow is. Printing it shows the states alone.
public struct RegistrationUpdate: Sendable, CustomStringConvertible, CustomReflectable {
  /// The active states without children: the screen to show, or the work that is under way.
  public let states: [Registration.StateID]
  /// All active states, the ones around them too.
  public let allStates: [Registration.StateID]
  /// What the person has to confirm.
  public let profile: Profile?
  /// Whether a request is under way, or the browser is shown.
  public let isBusy: Bool
  /// What the chart told with this update, in order.
  public let outputs: [Registration.Output]

  init(_ update: Session<Registration>.Update) {
    let context = update.context
    states = update.configuration
    allStates = update.states
    let said = context.profile.map {
      Profile(
        displayName: $0.displayName, firstName: $0.firstName, lastName: $0.lastName, email: $0.email,
        imageURL: $0.imageUrl)
    }
    // Where nothing is known of anybody, all of it is unset.
    profile = said == Profile() ? nil : said
    isBusy = !update.services.isEmpty
    outputs = update.outputs
  }

  /// Whether a state is active, or one inside it.
  public func isActive(_ state: Registration.StateID) -> Bool { allStates.contains(state) }

  /// The states.
  public var description: String { states.map(\.rawValue).joined(separator: ", ") }

  /// The states.
  public var customMirror: Mirror { Mirror(self, children: ["update": description]) }
}
