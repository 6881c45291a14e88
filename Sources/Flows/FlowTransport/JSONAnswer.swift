/// An answer of a server that speaks JSON. Printing it shows its status alone.
package struct JSONAnswer: Sendable, CustomStringConvertible, CustomReflectable {
  /// The status.
  package let status: Int
  /// The headers.
  package let headers: TransportHeaders
  /// The body; nil if it is not JSON.
  package let body: JSONValue?
  /// Whether there is no body.
  package let isEmpty: Bool
  /// When the answer came, in seconds since 1970.
  package let time: Double

  /// Reads an answer.
  ///
  /// - Parameter now: seconds since 1970.
  package init(_ response: TransportResponse, now: Double) {
    status = response.status
    headers = response.headers
    body = JSONValue.read(response.body)
    isEmpty = response.body.isEmpty
    time = now
  }

  /// The body; `.null` if it is not JSON, or does not say that it is.
  package var json: JSONValue { headers.declareJSON ? body ?? .null : .null }

  /// The seconds to wait that the header says, else those of a field; nil if neither says any.
  package func wait(orOf field: JSONValue?) -> Int? {
    RetryAfter.seconds(header: headers["Retry-After"], body: field, now: time)
  }

  /// The status.
  package var description: String { "status \(status)" }

  /// The status.
  package var customMirror: Mirror { Mirror(self, children: ["answer": description]) }
}
