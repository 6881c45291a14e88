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
  public func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
    let origin = try WebOrigin(safe: request.url)
    if Task.isCancelled { throw .cancelled }
    var headers = request.headers
    headers["Host"] = "\(origin.host):\(origin.port)"
    let received = ReceivedRequest(
      method: request.method.rawValue, target: ReceivedRequest.target(of: request.url), headers: headers,
      body: request.body, port: origin.port)
    var response = try await result(of: received)
    guard response.body.count <= limits.maximumBytes else { throw .tooLarge }
    // As through a connection, where nobody waits for such a body.
    if (300..<400).contains(response.status), response.headers["Location"] != nil { response.body = [] }
    return response
  }

  private func result(of request: ReceivedRequest) async throws(TransportFailure) -> TransportResponse {
    let fault = log.take(request)
    let response =
      fault.map(\.isCarriedOut) ?? true ? service.answer(request) : TransportResponse(status: 500)
    switch fault {
    case nil: return response
    case .answer(let status, let headers, let body):
      return TransportResponse(
        status: status, headers: TransportHeaders(headers.map { (name: $0.key, value: $0.value) }),
        body: Array(body.utf8))
    case .huge: throw .tooLarge
    // Where the system waits for the body of a redirect, as it does on Linux.
    case .silence, .silenceInBody, .drip, .endlessRedirect, .silentRedirect:
      return try await withDeadline(limits.deadline, clock) {
        () async throws(TransportFailure) -> TransportResponse in
        await untilCancelled()
        throw .cancelled
      }
    default: throw .connection
    }
  }
}

/// Waits until the task is canceled.
func untilCancelled() async {
  let stream = AsyncStream<Never> { _ in }
  for await _ in stream {}
}
