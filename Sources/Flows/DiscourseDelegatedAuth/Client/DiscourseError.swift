package import FlowTransport
package import Statecharts

/// What went wrong with a request, in the words of the chart.
package enum DiscourseError: CodedError, Hashable {
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

  /// The chart's code.
  package var code: String {
    let code: DiscourseDelegatedAuth.ErrorCode =
      switch self {
      case .siteNotSupported: .siteNotSupported
      case .siteNotReachable: .siteNotReachable
      case .networkError: .networkError
      case .keyRejected: .keyRejected
      case .keyNotFound: .keyNotFound
      case .rateLimited: .rateLimited
      }
    return code.rawValue
  }

  /// The fields that come with the code.
  package var data: ChartValue {
    if case .rateLimited(let seconds) = self { ["retryAfter": seconds.chartValue] } else { .unset }
  }
}
