import FlowTransport

/// The requests that a server has had, in order, and what goes wrong with which. Shared by the server on a port and the
/// one in the process.
public final class RequestLog: Sendable {
  private struct State {
    var received: [ReceivedRequest] = []
    var faults: [Int: LoopbackFault] = [:]
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// Makes an empty log.
  ///
  /// - Parameter faults: what goes wrong, by the request's number; the first is 0.
  public init(faults: [Int: LoopbackFault] = [:]) { state.withLock { $0.faults = faults } }

  /// The requests so far.
  public var received: [ReceivedRequest] { state.withLock { $0.received } }

  /// Lets something go wrong with the request of a number.
  public func fail(_ number: Int, with fault: LoopbackFault) { state.withLock { $0.faults[number] = fault } }

  /// Lets something go wrong with the next request.
  public func failNext(with fault: LoopbackFault) { state.withLock { $0.faults[$0.received.count] = fault } }

  /// Waits until as many requests have come.
  public func waitFor(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.received.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Notes a request.
  ///
  /// - Returns: what goes wrong with it.
  func take(_ request: ReceivedRequest) -> LoopbackFault? {
    let (fault, ready) = state.withLock { state in
      let fault = state.faults[state.received.count]
      state.received.append(request)
      let ready = state.waiters.filter { $0.count <= state.received.count }
      state.waiters.removeAll { $0.count <= state.received.count }
      return (fault, ready)
    }
    for waiter in ready { waiter.continuation.resume() }
    return fault
  }
}
