import FlowTransport

/// Collects what the snippets of a page print: the compiled source calls it `out`, in place of `print`.
package final class PrintedLines: Sendable {
  private let lines = Locked<[String]>([])

  package init() {}

  package func callAsFunction(_ items: Any...) {
    lines.withLock { $0.append(items.map { "\($0)" }.joined(separator: " ")) }
  }

  /// The lines since the last call.
  package func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
