package import Foundation
public import FlowTransport

/// What a loopback server does with a request. Answers at once, from memory.
public protocol LoopbackService: Sendable {
  /// The answer to a request.
  func answer(_ request: ReceivedRequest) -> TransportResponse
}

/// A request as a server has it.
public struct ReceivedRequest: Sendable {
  /// In upper case.
  public let method: String
  /// Path and query as they came.
  public let target: String
  /// The headers.
  public let headers: TransportHeaders
  /// The body.
  public let body: [UInt8]
  /// The server's port.
  public let port: Int

  /// Makes a request.
  public init(method: String, target: String, headers: TransportHeaders, body: [UInt8], port: Int) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.port = port
  }

  /// What stands before the query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The parameters of the query by name, decoded; of several with one name the last. None where something in it can't
  /// be read.
  public var query: [String: String] {
    guard let mark = target.firstIndex(of: "?") else { return [:] }
    let fields = FormData.fields(target[target.index(after: mark)...]) ?? []
    return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
  }

  /// The cookies by name, decoded; of several with one name the last.
  package var cookies: [String: String] {
    let pairs = (headers["Cookie"] ?? "").split(separator: ";").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return parts.count == 2 ? (parts[0], parts[1].removingPercentEncoding ?? "") : nil
    }
    return Dictionary(pairs) { _, last in last }
  }

  /// Path and query of an address, as they are sent.
  package static func target(of url: URL) -> String {
    let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = parts?.percentEncodedPath ?? ""
    return (path.isEmpty ? "/" : path) + (parts?.percentEncodedQuery.map { "?" + $0 } ?? "")
  }
}
