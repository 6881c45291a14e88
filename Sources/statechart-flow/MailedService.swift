import FlowTransport
import LoopbackServer

/// A server that reports each email that it sends.
struct MailedService<Service: LoopbackService, Mail>: LoopbackService {
  let service: Service
  /// All emails so far.
  let mails: @Sendable (Service) -> [Mail]
  /// Takes the emails that were sent since the last request.
  let mailed: @Sendable (Mail) -> Void
  private let count = Locked(0)

  init(
    _ service: Service, _ mails: @escaping @Sendable (Service) -> [Mail],
    _ mailed: (@Sendable (Mail) -> Void)?
  ) {
    self.service = service
    self.mails = mails
    self.mailed = mailed ?? { _ in }
  }

  func answer(_ request: ReceivedRequest) -> TransportResponse {
    defer {
      count.withLock { count in
        let mails = mails(service)
        mails.dropFirst(count).forEach(mailed)
        count = mails.count
      }
    }
    return service.answer(request)
  }
}
