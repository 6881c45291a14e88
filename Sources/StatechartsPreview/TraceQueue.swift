import Statecharts

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Events that wait to be sent: a limited number, so that a slow preview costs the app neither time nor memory.
///
/// Unchecked, for the compiler cannot see that the mutex guards the values. The standard library's own lock would need
/// newer systems than the package does.
final class TraceQueue: @unchecked Sendable {
  // Decision: Docs/decisions/preview.md#an-app-drops-what-the-preview-cannot-take
  /// How many events wait at most.
  static let limit = 1_000
  /// How many ends of sessions wait besides, because a page must not show a session as running that has ended.
  static let reserve = 100

  /// How many events are dropped in a row, before sessions are asked to make none. Making an event takes far longer than
  /// dropping it.
  static let mostDropped = 500

  enum Item {
    case event(TraceEvent)
    /// So many events are missing here, and all steps of a time in which none was made.
    case missing(Int, paused: Duration)
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var items: [Item] = []
  private var dropped = 0
  /// Whether events are dropped until there is room for many, so that a page misses a few long intervals and not many
  /// short ones.
  private var isDropping = false
  /// Since when sessions make no steps; nil while they do.
  private var pause: ContinuousClock.Instant?
  private var isClosed = false
  private let wake: AsyncStream<Void>.Continuation
  /// Has an element when something waits, and ends when nothing more comes.
  let signals: AsyncStream<Void>

  init() {
    (signals, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// The kinds that a session has to make now.
  var kinds: TraceKinds {
    withLock { isClosed ? [] : pause != nil ? .all.subtracting(.steps) : .all }
  }

  /// Adds an event, or drops it.
  func add(_ event: TraceEvent) {
    let isFirst = withLock {
      guard !isClosed else { return false }
      let limit = event.kind.isEnd ? Self.limit + Self.reserve : isDropping ? 0 : Self.limit
      guard items.count < limit else {
        isDropping = true
        dropped &+= 1
        if dropped >= Self.mostDropped, pause == nil { pause = .now }
        return false
      }
      let isFirst = items.isEmpty
      noteMissing()
      items.append(.event(event))
      return isFirst
    }
    if isFirst { wake.yield() }
  }

  /// Takes the oldest items out.
  ///
  /// - Parameter most: How many at most.
  func take(_ most: Int) -> [Item] {
    withLock {
      let taken = Array(items.prefix(most))
      items.removeFirst(taken.count)
      if isDropping, items.count <= Self.limit / 2 {
        isDropping = false
        noteMissing()
      }
      return taken
    }
  }

  private func noteMissing() {
    guard dropped > 0 || pause != nil else { return }
    let now = ContinuousClock.now
    items.append(.missing(dropped, paused: pause.map { now - $0 } ?? .zero))
    dropped = 0
    // After the end of a session, events may be dropped further.
    pause = isDropping && pause != nil ? now : nil
  }

  /// Takes no more events. What waits can still be taken out.
  func close() {
    withLock {
      isClosed = true
      noteMissing()
    }
    wake.finish()
  }

  /// Takes no more events, and forgets those that wait.
  func fail() {
    withLock {
      isClosed = true
      items = []
    }
    wake.finish()
  }
}

extension TraceEvent.Kind {
  fileprivate var isEnd: Bool {
    switch self {
    case .ended, .stopped: true
    default: false
    }
  }
}
