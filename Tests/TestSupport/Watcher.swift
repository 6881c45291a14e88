package import FlowTransport
package import Statecharts

/// Keeps everything that the inspector of a flow gets.
package final class Watcher: SessionInspector {
  /// The events so far, in order.
  package let events = Locked<[TraceEvent]>([])

  package init() {}

  package func record(_ event: TraceEvent) { events.withLock { $0.append(event) } }
}
