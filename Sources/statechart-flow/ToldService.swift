import FlowTransport
import LoopbackServer

/// A server that does something after each request, such as telling of an email.
struct ToldService: LoopbackService {
  let service: any LoopbackService
  let after: @Sendable () -> Void

  func answer(_ request: ReceivedRequest) -> TransportResponse {
    defer { after() }
    return service.answer(request)
  }
}
