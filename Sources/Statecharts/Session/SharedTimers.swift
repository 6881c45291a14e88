/// Wakes sessions at their deadlines: one task sleeps for all sessions of the continuous clock.
///
/// A session asks once for its earliest deadline, and again when it is woken. What it gave up meanwhile wakes it for
/// nothing, which costs less than taking every request back.
final class SharedTimers: Sendable {
  // Decision: Docs/decisions/sessions-and-snapshots.md#one-sleeping-task-for-all-sessions
  static let continuous = SharedTimers()

  private enum Request: Sendable {
    case wake(Entry)
    /// The task that slept until this instant has woken.
    case due(ContinuousClock.Instant)
  }

  private struct Entry: Sendable {
    weak var session: ChartSession?
    let due: ContinuousClock.Instant
  }

  private let requests: AsyncStream<Request>.Continuation

  private init() {
    let (stream, requests) = AsyncStream.makeStream(of: Request.self)
    self.requests = requests
    // Whoever sets the first timer of the process, perhaps a service, leaves nothing of its own here.
    Task.detached { await Self.serve(stream, requests) }
  }

  /// Wakes a session at an instant, unless it is gone by then.
  func wake(_ session: ChartSession, at due: ContinuousClock.Instant) {
    requests.yield(.wake(Entry(session: session, due: due)))
  }

  private static func serve(
    _ stream: AsyncStream<Request>, _ requests: AsyncStream<Request>.Continuation
  ) async {
    var heap: [Entry] = []
    var sleeper: (due: ContinuousClock.Instant, task: Task<Void, Never>)?
    for await request in stream {
      switch request {
      case .wake(let entry): heap.push(entry) { $0.due < $1.due }
      case .due(let instant):
        if sleeper?.due == instant { sleeper = nil }
        let now = ContinuousClock.now
        while let first = heap.first, first.due <= now {
          heap.popFirst { $0.due < $1.due }
          if let session = first.session { Task { await session.wake() } }
        }
      }
      guard let next = heap.first?.due else { continue }
      if let sleeper, sleeper.due <= next { continue }
      sleeper?.task.cancel()
      sleeper = (
        next,
        Task {
          try? await ContinuousClock().sleep(until: next, tolerance: nil)
          if !Task.isCancelled { requests.yield(.due(next)) }
        }
      )
    }
  }
}

// A binary heap in an array.
extension Array {
  /// Adds an element.
  mutating func push(_ element: Element, _ isBefore: (Element, Element) -> Bool) {
    append(element)
    var place = count - 1
    while place > 0, isBefore(self[place], self[(place - 1) / 2]) {
      swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Removes the first element, if there is one.
  mutating func popFirst(_ isBefore: (Element, Element) -> Bool) {
    guard !isEmpty else { return }
    swapAt(0, count - 1)
    removeLast()
    var place = 0
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < count && isBefore(self[child], self[first]) {
        first = child
      }
      if first == place { return }
      swapAt(place, first)
      place = first
    }
  }
}
