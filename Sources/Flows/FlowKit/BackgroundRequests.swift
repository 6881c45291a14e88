import FlowTransport

/// Requests that go on when nobody waits for them, such as the end of a session. What comes of them changes nothing.
package final class BackgroundRequests<Server: Equatable & Sendable>: Sendable {
  private struct State: Sendable {
    var tasks: [Int: (server: Server, task: Task<Void, Never>)] = [:]
    var last = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Sends requests to a server, in a task of their own.
  package func start(to server: Server, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.last += 1
      let number = state.last
      let task = Task {
        await work()
        self.state.withLock { $0.tasks[number] = nil }
      }
      state.tasks[number] = (server, task)
    }
  }

  /// Cancels all requests to a server.
  package func cancel(to server: Server) {
    for (other, task) in state.withLock({ $0.tasks.values }) where other == server { task.cancel() }
  }

  /// Whether no request is under way.
  package var isEmpty: Bool { state.withLock { $0.tasks.isEmpty } }

  /// Waits until no request is under way.
  package func finished() async {
    while let task = state.withLock({ $0.tasks.values.first?.task }) { await task.value }
  }
}
