import FlowTransport

/// What the answers of the account server hold.
extension JSONAnswer {
  /// The number of the error; nil without an error.
  var errno: Int? { status == 200 ? nil : json["errno"]?.int }

  /// Seconds to wait; nil when nothing is said.
  var retryAfter: Int? { wait(orOf: json["retryAfter"]) }

  /// The parameters that the account server found wrong.
  var invalidKeys: [String] {
    let validation = json["validation"]
    return (validation?["keys"]?.list ?? validation?.list ?? []).compactMap(\.text)
  }
}
