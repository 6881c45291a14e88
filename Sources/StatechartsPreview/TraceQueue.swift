import Locks
import Statecharts

/// Events that wait to be sent: a limited number, of a limited size, so that a slow preview costs the app neither time nor
/// memory.
final class TraceQueue: Sendable {
  // Decision: Docs/decisions/preview.md#an-app-drops-what-the-preview-cannot-take
  /// How many events wait at most.
  static let limit = 1_000
  /// How many bytes they take at most, roughly.
  static let maximumBytes = 4 << 20
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

  private struct State {
    var items: [Item] = []
    var bytes = 0
    var dropped = 0
    /// Whether events are dropped until there is room for many, so that a page misses a few long intervals and not many
    /// short ones.
    var isDropping = false
    /// Since when sessions make no steps; nil while they do.
    var pause: ContinuousClock.Instant?
    var isClosed = false

    mutating func noteMissing() {
      guard dropped > 0 || pause != nil else { return }
      let now = ContinuousClock.now
      items.append(.missing(dropped, paused: pause.map { now - $0 } ?? .zero))
      dropped = 0
      // After the end of a session, events may be dropped further.
      pause = isDropping && pause != nil ? now : nil
    }
  }

  private let state = Locked(State())
  private let wake: AsyncStream<Void>.Continuation
  /// Has an element when something waits, and ends when nothing more comes.
  let signals: AsyncStream<Void>

  init() { (signals, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

  /// The kinds that a session has to make now.
  var kinds: TraceKinds {
    state.withLock { $0.isClosed ? [] : $0.pause != nil ? .all.subtracting(.steps) : .all }
  }

  /// Adds an event, or drops it.
  func add(_ event: TraceEvent) {
    let size = event.kind.roughSize
    let isFirst = state.withLock { state in
      guard !state.isClosed else { return false }
      // Its line would be too long.
      guard size < Self.mostBytesOfEvent else {
        state.dropped &+= 1
        return false
      }
      let limit = event.kind.isEnd ? Self.limit + Self.reserve : state.isDropping ? 0 : Self.limit
      guard state.items.count < limit, state.bytes < Self.maximumBytes || event.kind.isEnd else {
        state.isDropping = true
        state.dropped &+= 1
        if state.dropped >= Self.mostDropped, state.pause == nil { state.pause = .now }
        return false
      }
      let isFirst = state.items.isEmpty
      state.noteMissing()
      state.items.append(.event(event, size: size))
      // proven not to overflow: both are limited.
      state.bytes += size
      return isFirst
    }
    if isFirst { wake.yield() }
  }

  /// Takes the oldest items out.
  ///
  /// - Parameter most: How many at most.
  func take(_ most: Int) -> [Item] {
    state.withLock { state in
      let taken = Array(state.items.prefix(most))
      state.items.removeFirst(taken.count)
      for case .event(_, let size) in taken { state.bytes -= size }
      if state.isDropping, state.items.count <= Self.limit / 2, state.bytes <= Self.maximumBytes / 2 {
        state.isDropping = false
        state.noteMissing()
      }
      return taken
    }
  }

  /// Whether no more events are taken.
  var isOver: Bool { state.withLock { $0.isClosed } }

  /// Takes no more events. What waits can still be taken out.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.noteMissing()
    }
    wake.finish()
  }

  /// Takes no more events, and forgets those that wait.
  func fail() {
    state.withLock { state in
      state.isClosed = true
      state.items = []
      state.bytes = 0
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
    case .restored(let states, let lost): size(states) + size(lost)
    case .received(_, let data?, _): size(data)
    case .completed(_, _, let data), .failed(_, _, _, let data), .logged(let data),
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
