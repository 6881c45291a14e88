/// An answer, with its whole body. Printing it shows status and length: the rest may be secret.
public struct TransportResponse: Sendable, CustomStringConvertible, CustomReflectable {
  /// The status, 100 to 999.
  public var status: Int
  /// The headers.
  public var headers: TransportHeaders
  /// The body.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: TransportHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Status and length.
  public var description: String { "status \(status), \(body.count) bytes" }

  /// Status and length.
  public var customMirror: Mirror { Mirror(self, children: ["status": status, "bytes": body.count]) }
}
