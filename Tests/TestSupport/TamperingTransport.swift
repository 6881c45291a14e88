package import FlowTransport

/// Carries requests as another transport does; lets things happen between an answer and its arrival, and changes answers.
package final class TamperingTransport: HTTPTransport {
  /// What arrives in place of the answer to a request; the first request has the number 0.
  package typealias Change = @Sendable (Int, TransportRequest, TransportResponse) -> TransportResponse
  /// What happens before an answer arrives.
  package typealias Wait = @Sendable (Int, TransportRequest) async throws(TransportFailure) -> Void

  private let transport: any HTTPTransport
  private let tamper: Locked<Change?>
  private let wait: Wait
  private let count = Locked(0)

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - tamper: changes answers, as long as there is something.
  ///   - wait: is done once a request was answered. The answer arrives afterwards, even when nobody waits for it any more.
  package init(_ transport: any HTTPTransport, tamper: Locked<Change?>, wait: @escaping Wait) {
    self.transport = transport
    self.tamper = tamper
    self.wait = wait
  }

  /// Makes a transport.
  ///
  /// - Parameter beforeAnswer: what happens before the answers to some requests arrive, by the number of the request.
  package convenience init(
    _ transport: any HTTPTransport, tamper: Locked<Change?> = Locked(nil),
    beforeAnswer: Locked<[Int: @Sendable () async -> Void]>
  ) {
    self.init(transport, tamper: tamper, wait: { number, _ in await beforeAnswer.withLock { $0[number] }?() })
  }

  /// Sends a request.
  package func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    let response = try await transport.send(request)
    try await wait(number, request)
    return tamper.withLock { $0 }?(number, request, response) ?? response
  }
}
