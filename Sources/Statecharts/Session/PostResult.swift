/// What became of an event that was posted.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum PostResult: Hashable, Sendable {
  /// It is taken in its turn.
  case accepted
  /// So many events wait already; nobody will look at this one. Send it again later, or await `send`.
  case full(limit: Int)
  /// The session is over; nobody will look at the event.
  case over
}
