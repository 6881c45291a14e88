import FlowTransport
import FlyingSocks
import Foundation
import LoopbackHTTP

/// What comes to the port while a page is shown.
actor LoopbackVisit {
  /// For reading a request, and for writing its response.
  private static let limit = Duration.seconds(10)

  private let callback: LoopbackCallback
  private let clock: any Clock<Duration>
  private let calledBack: @Sendable (URL) async -> Bool
  private var isAnswered = false
  private var problem: BrowserProblem?
  /// Addresses that were handed over and whose response is not written yet.
  private var pending = 0
  private var waiting: CheckedContinuation<Void, Never>?

  init(
    _ callback: LoopbackCallback, clock: any Clock<Duration>,
    calledBack: @escaping @Sendable (URL) async -> Bool
  ) {
    self.callback = callback
    self.clock = clock
    self.calledBack = calledBack
  }

  private var isOver: Bool { isAnswered || problem != nil }

  // MARK: The end

  /// Ends the visit, unless it is over.
  func end(_ problem: BrowserProblem) {
    if !isOver { self.problem = problem }
    goOn()
  }

  /// Waits until the visit is over, and the person sees what became of it. The flow often cancels the visit before that.
  ///
  /// - Returns: why the visit ended without an answer; nil if it has one.
  func ended() async -> BrowserProblem? {
    if !isOver || pending > 0 { await withCheckedContinuation { waiting = $0 } }
    return isAnswered ? nil : problem
  }

  private func goOn() {
    guard isOver, pending == 0 else { return }
    waiting?.resume()
    waiting = nil
  }

  // MARK: Requests

  /// Serves a connection and closes it.
  func serve(_ socket: AsyncSocket) async {
    let connection = HTTPConnection(socket)
    var isHead = false
    do {
      let request = try await HTTPConnection.within(Self.limit, clock: clock) {
        try await connection.readRequest()
      }
      isHead = request.method == "HEAD"
      let address = try callback.address(of: request)
      guard !isOver else { throw HTTPRefusal(isAnswered ? 409 : 410) }
      pending += 1
      defer {
        pending -= 1
        goOn()
      }
      let isRight = await calledBack(address)
      // Of two that were handed over at the same time, one counts.
      let isFirst = isRight && !isAnswered
      if isFirst { isAnswered = true }
      await respond(isFirst ? 200 : isRight ? 409 : 400, on: connection)
    } catch let refusal as HTTPRefusal {
      await respond(refusal.status, isHead: isHead, on: connection)
    } catch {
      // The browser went away or took too long.
    }
    try? socket.close()
  }

  private func respond(_ status: Int, isHead: Bool = false, on connection: HTTPConnection) async {
    let body = Array(LoopbackPage.html(status: status).utf8)
    let head = HTTPConnection.head(status: status, headers: LoopbackPage.headers, length: body.count)
    try? await HTTPConnection.within(Self.limit, clock: clock) {
      try await connection.write(isHead ? head : head + body)
      await connection.drain()
    }
  }
}
