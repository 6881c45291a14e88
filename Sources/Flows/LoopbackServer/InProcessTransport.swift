public import FlowTransport
import Foundation

/// A server without a network: for tests that need very many requests. Faults look as they do through a connection, and
/// waits end by a clock that the test moves.
public struct InProcessTransport: HTTPTransport {
  private let service: any LoopbackService
  private let limits: TransportLimits
  private let clock: any Clock<Duration>
  /// What has come.
  public let log: RequestLog

  /// Makes a transport that asks a service.
  public init(
    _ service: some LoopbackService, log: RequestLog = RequestLog(),
    limits: TransportLimits = TransportLimits(),
    clock: any Clock<Duration>
  ) {
    self.service = service
    self.log = log
    self.limits = limits
    self.clock = clock
  }

  /// Asks the service.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    guard let origin = Origin(request.url), origin.isSafe else { throw .insecure }
    if Task.isCancelled { throw .cancelled }
    var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    parts?.fragment = nil
    let path = parts?.percentEncodedPath ?? ""
    let query = parts?.percentEncodedQuery.map { "?" + $0 } ?? ""
    var headers = request.headers
    headers["Host"] = "\(origin.host):\(origin.port)"
    let received = ReceivedRequest(
      method: request.method.rawValue, target: (path.isEmpty ? "/" : path) + query, headers: headers,
      body: request.body, port: origin.port)
    let response = try await result(of: received)
    guard response.body.count <= limits.mostBytes else { throw .tooLarge }
    if case .sameOrigin = request.redirects, (300..<400).contains(response.status) {
      guard let location = response.headers["Location"],
        let next = URL(string: location, relativeTo: request.url),
        Origin(next) == origin
      else {
        if response.headers["Location"] == nil { return response }
        throw .redirect
      }
      var request = request
      request.url = next.absoluteURL
      return try await send(request)
    }
    return response
  }

  private func result(of request: ReceivedRequest) async throws(TransportFailure) -> HTTPResponse {
    let fault = log.take(request)
    let response = fault.map(\.isCarriedOut) ?? true ? service.answer(request) : HTTPResponse(status: 500)
    switch fault {
    case nil: return response
    case .answer(let status, let headers, let body):
      return HTTPResponse(
        status: status, headers: HTTPHeaders(headers.map { (name: $0.key, value: $0.value) }),
        body: Array(body.utf8))
    case .huge: throw .tooLarge
    case .silence, .silenceInBody, .drip:
      return try await withDeadline(limits.deadline, clock) {
        () async throws(TransportFailure) -> HTTPResponse in
        await untilCancelled()
        throw .cancelled
      }
    default: throw .connection
    }
  }
}

/// Waits until the task is cancelled.
func untilCancelled() async {
  let stream = AsyncStream<Never> { _ in }
  for await _ in stream {}
}
