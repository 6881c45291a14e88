package import FlowTransport

/// What went wrong with a request, in the words of the chart.
package enum DiscourseError: Error, Hashable, Sendable {
  case siteNotSupported
  case siteNotReachable
  case networkError
  case keyRejected
  case keyNotFound
  case rateLimited(retryAfter: Int?)

  /// What a missing answer means.
  package init(_ failure: TransportFailure) {
    self =
      switch failure {
      case .timedOut, .connection, .cancelled: .networkError
      case .tooLarge, .redirect, .insecure: .siteNotReachable
      }
  }
}
