import FlowTransport
import Foundation
package import LoopbackServer
package import Statecharts

/// Everything that a run has shown outside the servers, the stores and the screens that are meant to show it.
package enum ExposedText {
  /// All of it in one text.
  ///
  /// - Parameters:
  ///   - watcher: has kept the trace.
  ///   - snapshots: what would be kept of the flow.
  ///   - values: what programs hold and print: apps, updates, stores, results.
  ///   - requests: a transport may print their headers.
  ///   - addresses: proxies log them; the targets of the requests when nil.
  ///   - isQuick: leaves out what printing and reflecting would show: a line of JSON shows as much of each step, and a dump
  ///     of each value.
  package static func make(
    _ watcher: Watcher, snapshots: [SessionSnapshot], values: [Any], requests: [ReceivedRequest],
    addresses: [String]? = nil, isQuick: Bool = false
  ) throws -> String {
    var texts = watcher.events.withLock { $0 }.flatMap {
      isQuick ? [$0.jsonLine] : ["\($0)", String(reflecting: $0), $0.jsonLine]
    }
    for snapshot in snapshots {
      texts.append(String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self))
    }
    var dumped = ""
    for value in values {
      dump(value, to: &dumped)
      if !isQuick { texts += ["\(value)", String(reflecting: value)] }
    }
    dump(requests.map(\.headers), to: &dumped)
    return (texts + [dumped] + (addresses ?? requests.map(\.target))).joined(separator: "\n")
  }
}
