public import Foundation

/// A request. Printing it shows method, host and path: the rest may be secret.
public struct TransportRequest: Sendable, CustomStringConvertible, CustomReflectable {
  /// What is asked for.
  public enum Method: String, Sendable {
    /// To read.
    case get = "GET"
    /// To read the headers alone.
    case head = "HEAD"
    /// To do something.
    case post = "POST"
    /// To put something in place of what is there.
    case put = "PUT"
    /// To change a part of what is there.
    case patch = "PATCH"
  }

  /// What is asked for.
  public var method: Method
  /// Where it goes.
  public var url: URL
  /// The headers.
  public var headers: TransportHeaders
  /// What is sent; empty for none.
  public var body: [UInt8]

  /// Makes a request.
  public init(
    _ method: Method, _ url: URL, headers: TransportHeaders = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Method, host and path.
  public var description: String { "\(method.rawValue) \(url.host ?? "")\(url.path)" }

  /// Method, host and path.
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
