internal import Dispatch
package import Statecharts
internal import StatechartsYAML

/// The messages that have come and are not handled yet. One thread adds them, another one takes them.
package final class Inbox: @unchecked Sendable {
  /// What is to be handled.
  package enum Entry: Sendable {
    /// A message.
    case message(ChartValue)
    /// A request that the editor has canceled while it waited.
    case canceled(id: ChartValue)
    /// Bytes that are no message, and why.
    case malformed(String)
  }

  // Everything behind the queue.
  private let queue = DispatchQueue(label: "inbox")
  private let arrivals = DispatchSemaphore(value: 0)
  private var entries: [Entry?] = []
  private var head = 0
  private var waiting: Set<ChartValue> = []
  private var canceled: Set<ChartValue> = []

  /// Makes an empty inbox.
  package init() {}

  /// Adds what came from the stream.
  package func add(_ piece: MessageFraming.Piece) {
    switch piece {
    case .malformed(let reason): append(.malformed(reason))
    case .message(let bytes):
      do throws(JSONReader.Problem) {
        // Editors in JavaScript may send half of a surrogate pair. U+FFFD has the same width there.
        add(try JSONReader.value(of: String(decoding: bytes, as: UTF8.self), replacesHalfPairs: true))
      } catch {
        append(.malformed(error.message))
      }
    }
  }

  private func add(_ message: ChartValue) {
    guard message.member("method").text == "$/cancelRequest" else { return append(.message(message)) }
    let id = message.member("params").member("id")
    queue.sync {
      if waiting.contains(id) { canceled.insert(id) }
    }
  }

  private func append(_ entry: Entry) {
    queue.sync {
      if case .message(let message) = entry, message.member("id") != .unset {
        waiting.insert(message.member("id"))
      }
      entries.append(entry)
    }
    arrivals.signal()
  }

  /// Says that nothing more comes.
  package func end() {
    queue.sync { entries.append(nil) }
    arrivals.signal()
  }

  /// Whether nothing waits at the moment.
  package var isEmpty: Bool { queue.sync { head == entries.count } }

  /// Waits for the next entry; nil when nothing more comes.
  package func next() -> Entry? {
    arrivals.wait()
    return queue.sync {
      guard head < entries.count, let entry = entries[head] else { return nil }
      entries[head] = nil
      head += 1
      if head == entries.count {
        entries = []
        head = 0
      }
      guard case .message(let message) = entry else { return entry }
      let id = message.member("id")
      waiting.remove(id)
      return canceled.remove(id) == nil ? entry : .canceled(id: id)
    }
  }
}
