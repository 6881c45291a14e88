/// Why nobody can wait until a session has settled.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SettlingProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A service of the session waits for itself to end.
  case calledByService(String)
  /// The waiting task was cancelled.
  case cancelled

  /// One plain sentence.
  public var description: String {
    switch self {
    case .calledByService(let id):
      "The service `\(id)` waits until its session runs no services, so it waits for itself. Exclude it with `ignoring`."
    case .cancelled: "The task that waited was canceled."
    }
  }
}

/// The service that the current task belongs to.
enum CurrentService {
  struct Key: Sendable {
    let session: ObjectIdentifier
    let service: ServiceKey
    /// The number of the task in its session.
    let task: UInt64
  }

  @TaskLocal static var key: Key?
}
