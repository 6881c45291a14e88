package import FlowTransport

/// An answer of one of the servers. Printing it shows its status and number alone.
package struct FxaAnswer: Sendable, CustomStringConvertible, CustomReflectable {
  /// The status.
  package let status: Int
  /// The body; `.null` when it is no JSON.
  package let json: JSONValue
  /// The account server's number of the error; nil when there is none.
  package let errno: Int?
  /// Seconds to wait; nil when nothing is said.
  package let retryAfter: Int?

  /// Reads an answer.
  ///
  /// - Parameter now: seconds since 1970, for waits that are given as a date.
  package init(_ response: TransportResponse, now: Double) {
    status = response.status
    // A proxy's page may well hold something that reads as JSON.
    let type = response.headers["Content-Type"]?.lowercased() ?? ""
    json = type.hasPrefix("application/json") ? JSONValue.read(response.body) ?? .null : .null
    errno = status == 200 ? nil : json["errno"]?.int
    retryAfter = RetryAfter.seconds(
      header: response.headers["Retry-After"], body: json["retryAfter"], now: now)
  }

  /// The parameters that the account server found wrong.
  package var invalidKeys: [String] {
    let validation = json["validation"]
    return (validation?["keys"]?.list ?? validation?.list ?? []).compactMap(\.text)
  }

  /// Status and number.
  package var description: String { "status \(status)" + (errno.map { ", errno \($0)" } ?? "") }

  /// Status and number.
  package var customMirror: Mirror { Mirror(self, children: ["answer": description]) }
}
