/// A request as it came.
package struct HTTPRequest: Sendable {
  /// In upper case.
  package let method: String
  /// Path and query.
  package let target: String
  /// Names as they were written, and values without blanks around them, in their order.
  package let headers: [(name: String, value: String)]
  /// The body.
  package let body: [UInt8]

  /// Makes a request.
  package init(method: String, target: String, headers: [(name: String, value: String)], body: [UInt8]) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The values of a header.
  package func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}

/// Why a request is not served.
package struct HTTPRefusal: Error, Hashable, Sendable {
  /// The status of the response.
  package let status: Int

  /// Makes one.
  package init(_ status: Int) { self.status = status }
}
