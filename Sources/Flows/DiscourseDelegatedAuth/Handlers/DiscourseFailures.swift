import Statecharts

extension DiscourseDelegatedAuth.ProbeSiteFailure {
  init(_ error: DiscourseError) {
    self =
      switch error {
      case .siteNotSupported: .siteNotSupported
      case .networkError: .networkError
      case .siteNotReachable, .keyRejected, .keyNotFound, .rateLimited: .siteNotReachable
      }
  }
}

extension DiscourseDelegatedAuth.FetchTotalsFailure {
  init(_ error: DiscourseError) {
    self =
      switch error {
      case .keyRejected: .keyRejected
      case .networkError: .networkError
      case .rateLimited(let seconds): .rateLimited(retryAfter: seconds)
      case .siteNotReachable, .siteNotSupported, .keyNotFound: .siteNotReachable
      }
  }
}

extension DiscourseDelegatedAuth.RevokeKeyFailure {
  init(_ error: DiscourseError) {
    self =
      switch error {
      case .keyNotFound: .keyNotFound
      case .keyRejected: .keyRejected
      case .networkError: .networkError
      case .rateLimited(let seconds): .rateLimited(retryAfter: seconds)
      case .siteNotReachable, .siteNotSupported: .siteNotReachable
      }
  }
}
