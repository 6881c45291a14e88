/// What a restored session does with a service that ran when the snapshot was taken.
public enum RestorePolicy: String, Hashable, Sendable, CaseIterable {
  /// The service fails with the code `interrupted`.
  case fail
  /// The service starts again, with input from the restored variables.
  case restart
}
