/// Why a request with the key brought no answer.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum DelegatedAuthRequestProblem: Error, Hashable, Sendable {
  /// No site is open, the app has no key for it, or the path does not start with `/`.
  case noKey
  /// The site does not accept the key.
  case keyRejected
  /// The site does not allow this request, but accepts the key for a request that the scopes allow.
  case notAllowed
  /// Too many requests; how many seconds to wait, when the site said so.
  case rateLimited(retryAfter: Int?)
  /// The site was not reached, or its answer can't be used. The key may still be valid.
  case noAnswer
}
