import Foundation
public import FlowTransport

/// What a loopback server does with a request. Answers at once, from memory.
public protocol LoopbackService: Sendable {
  /// The answer to a request.
  func answer(_ request: ReceivedRequest) -> HTTPResponse
}

/// A request as a server has it.
public struct ReceivedRequest: Sendable {
  /// In upper case.
  public let method: String
  /// Path and query as they came.
  public let target: String
  /// The headers.
  public let headers: HTTPHeaders
  /// The body.
  public let body: [UInt8]
  /// The server's port.
  public let port: Int

  /// Makes a request.
  public init(method: String, target: String, headers: HTTPHeaders, body: [UInt8], port: Int) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.port = port
  }

  /// What stands before the query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The parameters of the query by name, decoded; of several with one name the last.
  public var query: [String: String] {
    guard let mark = target.firstIndex(of: "?") else { return [:] }
    var found: [String: String] = [:]
    for pair in target[target.index(after: mark)...].split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
      if let name = parts.first { found[name] = parts.count > 1 ? parts[1] : "" }
    }
    return found
  }
}
