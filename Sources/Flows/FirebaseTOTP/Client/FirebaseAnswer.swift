import FlowTransport

/// An answer of one of the servers. Printing it shows its status alone.
struct FirebaseAnswer: Sendable, CustomStringConvertible, CustomReflectable {
  /// The status.
  let status: Int
  /// The body; `.null` when it is no JSON.
  let json: JSONValue
  /// The server's time, in seconds since 1970; nil when nothing is said.
  let date: Double?

  /// Reads an answer.
  init(_ response: TransportResponse, now: Double) {
    status = response.status
    // A proxy's page may well hold something that reads as JSON.
    let type = response.headers["Content-Type"]?.lowercased() ?? ""
    json = type.hasPrefix("application/json") ? JSONValue.read(response.body) ?? .null : .null
    date = response.headers["Date"].flatMap { HTTPDate.seconds($0, now: now) }
  }

  /// The status.
  var description: String { "status \(status)" }

  /// The status.
  var customMirror: Mirror { Mirror(self, children: ["answer": description]) }
}
