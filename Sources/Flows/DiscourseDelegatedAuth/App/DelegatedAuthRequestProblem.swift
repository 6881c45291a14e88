/// Why a request with the key brought no answer.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum DelegatedAuthRequestProblem: Error, Hashable, Sendable {
  /// No site is open, the app has no key for it, or the path does not start with `/`.
  case noKey
  /// The site does not accept the key.
  case keyRejected
  /// The site does not allow this, and accepts the key as far as its scopes let the app ask.
  case notAllowed
  /// Too many requests; how many seconds to wait, when the site said so.
  case rateLimited(retryAfter: Int?)
  /// The site was not reached, or its answer can't be used. Nothing is known of the key then.
  case noAnswer
}
