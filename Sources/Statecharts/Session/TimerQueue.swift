/// Timers that wait, by deadline; among equal deadlines the one that was asked for first is first.
///
/// A heap. What is given up is only forgotten by its key, and passed over when it comes to the top.
package struct TimerQueue<Key: Hashable & Sendable>: Sendable {
  /// One timer.
  package struct Entry: Sendable {
    package let key: Key
    /// When it is due, in the time of the owner of the queue.
    package let due: Duration
    /// How long it was to wait.
    package let delay: Duration
    /// The number of the asking.
    package let sequence: UInt64

    fileprivate func isBefore(_ other: Entry) -> Bool {
      due == other.due ? sequence < other.sequence : due < other.due
    }
  }

  private var waiting: [Key: Entry] = [:]
  private var heap: [Entry] = []
  /// How many were asked for.
  package private(set) var sequence: UInt64 = 0

  package init() {}

  /// Those that wait, the next one first.
  package var inOrder: [Entry] { waiting.values.sorted { $0.isBefore($1) } }

  /// How many wait.
  package var count: Int { waiting.count }

  /// The next one.
  package var first: Entry? {
    // The top is never one that was given up: `remove` sees to it.
    heap.first
  }

  /// A timer that waits.
  package subscript(key: Key) -> Entry? { waiting[key] }

  /// Adds a timer.
  package mutating func add(_ key: Key, due: Duration, delay: Duration) {
    sequence += 1
    let entry = Entry(key: key, due: due, delay: delay, sequence: sequence)
    waiting[key] = entry
    heap.push(entry) { $0.isBefore($1) }
    clearTop()
  }

  /// Gives a timer up.
  package mutating func remove(_ key: Key) {
    guard waiting.removeValue(forKey: key) != nil else { return }
    clearTop()
    // What was given up must not pile up below.
    guard heap.count > 32, heap.count > 2 * waiting.count else { return }
    heap = inOrder
  }

  private func isWaiting(_ entry: Entry) -> Bool { waiting[entry.key]?.sequence == entry.sequence }

  private mutating func clearTop() {
    while let top = heap.first, !isWaiting(top) { heap.popFirst { $0.isBefore($1) } }
  }
}
