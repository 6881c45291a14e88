import FlowTransport

/// The requests that a server has had, in order, and what goes wrong with which. Shared by the server on a port and the
/// one in the process.
public final class RequestLog: Sendable {
  private struct State {
    var received: [ReceivedRequest] = []
    /// Their bytes.
    var bytes = 0
    /// How many requests came, those that are no longer kept included.
    var count = 0
    var faults: [Int: LoopbackFault] = [:]
    /// Connections that have ended, from either side.
    var ended = 0
    /// Bytes of endless bodies that were sent.
    var sent = 0
    var waiters: [(isReady: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// Those that have what they wait for.
    mutating func ready() -> [CheckedContinuation<Void, Never>] {
      let now = self
      let ready = waiters.filter { $0.isReady(now) }
      waiters.removeAll { $0.isReady(now) }
      return ready.map(\.continuation)
    }
  }

  private let state = Locked(State())

  /// Makes an empty log.
  ///
  /// - Parameter faults: what goes wrong, by the request's number; the first is 0.
  public init(faults: [Int: LoopbackFault] = [:]) { state.withLock { $0.faults = faults } }

  /// How many requests are kept at most.
  static let most = 10_000
  /// How many bytes are kept at most.
  static let mostBytes = 64 << 20

  /// The requests so far; of many, the last.
  public var received: [ReceivedRequest] { state.withLock { $0.received } }

  /// Lets something go wrong with the request of a number.
  public func fail(_ number: Int, with fault: LoopbackFault) { state.withLock { $0.faults[number] = fault } }

  /// Lets something go wrong with the next request.
  public func failNext(with fault: LoopbackFault) { state.withLock { $0.faults[$0.count] = fault } }

  /// Removes all faults: later requests work.
  ///
  /// - Returns: the numbers of the requests that were to fail and have not arrived.
  @discardableResult
  package func removeFaults() -> [Int] {
    state.withLock { state in
      defer { state.faults = [:] }
      return state.faults.keys.filter { $0 >= state.count }.sorted()
    }
  }

  /// Waits until as many requests have come.
  public func waitFor(_ count: Int) async { await wait { $0.count >= count } }

  /// Waits until as many connections with a request are over.
  package func waitForEnds(_ count: Int) async { await wait { $0.ended >= count } }

  /// Waits until as many bytes of endless bodies were sent, on all connections together.
  package func waitForBytes(_ count: Int) async { await wait { $0.sent >= count } }

  private func wait(_ isReady: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if isReady(state) { return true }
        state.waiters.append((isReady, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Notes that a connection is over.
  func noteEnd() { note { $0.ended += 1 } }

  /// Notes that a piece of an endless body was sent.
  func noteSent(_ count: Int) { note { $0.sent += count } }

  private func note(_ change: (inout State) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      return state.ready()
    }
    for continuation in ready { continuation.resume() }
  }

  /// Notes a request.
  ///
  /// - Returns: what goes wrong with it.
  func take(_ request: ReceivedRequest) -> LoopbackFault? {
    let (fault, ready) = state.withLock { state in
      let fault = state.faults[state.count]
      state.count += 1
      state.received.append(request)
      state.bytes += request.size
      var old = 0
      while state.received.count - old > Self.most || state.bytes > Self.mostBytes,
        old < state.received.count - 1
      {
        state.bytes -= state.received[old].size
        old += 1
      }
      state.received.removeFirst(old)
      return (fault, state.ready())
    }
    for continuation in ready { continuation.resume() }
    return fault
  }
}

extension ReceivedRequest {
  /// The bytes of its address, its headers and its body.
  fileprivate var size: Int {
    headers.fields.reduce(target.utf8.count + body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
