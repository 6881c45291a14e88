import StatechartsModel

/// How a timer goes on after a restart.
public enum ResumePolicy: String, Codable, Hashable, Sendable, CaseIterable {
  /// It is due when it would have been due, at once if that time is over: the time in between counts.
  case deadline
  /// It waits for what was left: the time in between does not count.
  case remainder
  /// It waits for its whole time again.
  case restart
}

extension ResumePolicy {
  /// What a chart says.
  init(_ resumption: Resumption) {
    self =
      switch resumption {
      case .deadline: .deadline
      case .remainder: .remainder
      case .restart: .restart
      }
  }
}
