import Statecharts

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Events that wait to be sent: a limited number, of a limited size, so that a slow preview costs the app neither time nor
/// memory.
///
/// Unchecked, for the compiler cannot see that the mutex guards the values. The standard library's own lock would need
/// newer systems than the package does.
final class TraceQueue: @unchecked Sendable {
  // Decision: Docs/decisions/preview.md#an-app-drops-what-the-preview-cannot-take
  /// How many events wait at most.
  static let limit = 1_000
  /// How many bytes they take at most, roughly.
  static let mostBytes = 4 << 20
  /// How many bytes one of them takes at most. The line of a larger one is too long: it has more than an eighth of them.
  static let mostBytesOfEvent = 8 * PreviewConnection.longestLine
  /// How many ends of sessions wait besides, because a page must not show a session as running that has ended.
  static let reserve = 100

  /// How many events are dropped in a row, before sessions are asked to make none. Making an event takes far longer than
  /// dropping it.
  static let mostDropped = 500

  enum Item {
    case event(TraceEvent, size: Int)
    /// So many events are missing here, and all steps of a time in which none was made.
    case missing(Int, paused: Duration)
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var items: [Item] = []
  private var bytes = 0
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
    let size = event.kind.roughSize
    let isFirst = withLock {
      guard !isClosed else { return false }
      // Its line would be too long.
      guard size < Self.mostBytesOfEvent else {
        dropped &+= 1
        return false
      }
      let limit = event.kind.isEnd ? Self.limit + Self.reserve : isDropping ? 0 : Self.limit
      guard items.count < limit, bytes < Self.mostBytes || event.kind.isEnd else {
        isDropping = true
        dropped &+= 1
        if dropped >= Self.mostDropped, pause == nil { pause = .now }
        return false
      }
      let isFirst = items.isEmpty
      noteMissing()
      items.append(.event(event, size: size))
      // proven not to overflow: both are limited.
      bytes += size
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
      for case .event(_, let size) in taken { bytes -= size }
      if isDropping, items.count <= Self.limit / 2, bytes <= Self.mostBytes / 2 {
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

  /// Whether no more events are taken.
  var isOver: Bool { withLock { isClosed } }

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
      bytes = 0
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

  /// How many bytes it takes, roughly. Short texts do not count.
  fileprivate var roughSize: Int {
    switch self {
    case .restored(let states): size(states)
    case .received(_, let data?, _): size(data)
    case .completed(_, let data), .failed(_, _, let data), .logged(let data),
      .serviceStarted(_, _, _, let data, _),
      .output(_, let data), .sent(_, let data, _), .ended(let data):
      size(data)
    case .action(_, let arguments): arguments.reduce(64) { $0 + size($1.value) }
    case .ignored(let refused): refused.reduce(64) { $0 + 64 + $1.guard.utf8.count }
    case .stepped(_, let exited, let taken, let entered):
      taken.reduce(size(exited) + size(entered)) { $0 + 128 + size($1.targets) }
    case .rejected(let text), .fault(let text): 64 + text.utf8.count
    default: 64
    }
  }
}

private func size(_ texts: [String]) -> Int { texts.reduce(64) { $0 + 16 + $1.utf8.count } }

/// It stops at the size that is too large anyway.
private func size(_ value: ChartValue) -> Int {
  var size = 64
  var rest = [value]
  while size < TraceQueue.mostBytesOfEvent, let next = rest.popLast() {
    switch next {
    case .string(let text): size += text.utf8.count
    case .list(let elements):
      size += 16 * elements.count
      if size < TraceQueue.mostBytesOfEvent { rest += elements }
    case .map(let fields):
      size += fields.reduce(0) { $0 + 16 + $1.key.utf8.count }
      if size < TraceQueue.mostBytesOfEvent { rest += fields.values }
    default: break
    }
  }
  return size
}
