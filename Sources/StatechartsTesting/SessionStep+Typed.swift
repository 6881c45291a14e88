public import Statecharts

// Steps whose names the compiler checks, for charts that Swift was generated from.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SessionStep {
  /// The app sends an event, which is taken.
  public static func send(_ event: some ChartEvent) -> SessionStep {
    let event = event.event
    return .send(event.name, event.data)
  }

  /// The app sends an event that nothing answers here.
  public static func sendInVain(_ event: some ChartEvent) -> SessionStep {
    let event = event.event
    return .sendInVain(event.name, event.data)
  }

  /// These are the active states without children.
  public static func expect(_ states: [some RawRepresentable<String>]) -> SessionStep {
    .expect(states.map(\.rawValue))
  }
}
