/// The codes of the failures that the engine itself raises, as `error.timeout`. Every chart can handle them without
/// declaring them.
///
/// They follow the platform's events of SCXML 1.0, section 3.12.2, where it has them.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum PlatformErrorCode: String, Hashable, Sendable, CaseIterable {
  /// A service did not answer in the time that the chart gives it.
  case timeout
  /// A guard, an action or an expression failed.
  case execution
  /// An event could not be sent to where it should go.
  case communication
  /// A service was running when the session was saved, and the session was restored without it.
  case interrupted
}
