/// Which run of a service a task is: what a service sends to a server, so that a repeated request is not carried
/// out twice.
public struct ServiceRun: Hashable, Sendable {
  /// The run that the current task works for; nil outside of services. A detached task does not inherit it.
  @TaskLocal public static var current: ServiceRun?

  /// The id of the session.
  public let session: String
  /// The id under which the service runs.
  public let service: String
  /// The number of the start, unique in its chart.
  public let number: UInt64
  /// 0 for the first start, then the number of the repetition. It is 0 again when the service starts again after a restore.
  public let attempt: Int
  /// The same for all repetitions of one start, also after a restore, and for nothing else.
  public let idempotencyKey: String

  /// Makes the run of a service, for code that runs services itself.
  public init(session: String, service: String, number: UInt64, attempt: Int, idempotencyKey: String) {
    self.session = session
    self.service = service
    self.number = number
    self.attempt = attempt
    self.idempotencyKey = idempotencyKey
  }
}
