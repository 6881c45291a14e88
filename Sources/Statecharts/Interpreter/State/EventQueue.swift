/// Events that wait, first in, first out.
package struct EventQueue: Sendable {
  private var events = ContiguousArray<RuntimeEvent>()
  private var head = 0

  /// Whether nothing waits.
  package var isEmpty: Bool { head == events.count }

  /// Adds an event at the end.
  package mutating func append(_ event: RuntimeEvent) { events.append(event) }

  /// Takes the first event.
  package mutating func popFirst() -> RuntimeEvent? {
    guard head < events.count else { return nil }
    let event = events[head]
    head += 1
    if head == events.count { removeAll() }
    return event
  }

  /// Drops all events.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    head = 0
  }
}
