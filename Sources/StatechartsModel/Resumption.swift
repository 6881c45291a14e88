/// How the wait of a transition, send, timeout or retry goes on after a restart.
public enum Resumption: String, Hashable, Sendable, CaseIterable {
  /// It ends when it would have ended, at once if that time is over: the time in between counts.
  case deadline
  /// It takes what was left of it: the time in between does not count.
  case remainder
  /// It takes its whole time again.
  case restart
}
