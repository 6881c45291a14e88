import FlowTransport
import Foundation

/// How a flow handles the lines that are typed while a browser is shown. Browsers are made before the flow, which sets
/// this when it starts.
final class BrowserAnswers: Sendable {
  /// What a line does that is not an address.
  enum Meaning: Sendable {
    /// The browser is to be closed.
    case leaves
    /// Nothing has changed, and the person has seen why.
    case stays
  }

  struct Rules: Sendable {
    /// Does what a line says, such as `quit`; nil for an answer to the question.
    var does: @Sendable (_ line: String) async -> Meaning? = { _ in nil }
    /// Why the flow has not taken an address with which the browser came back; nil where it was another one.
    var refusal: @Sendable (_ address: URL, _ callback: URL) async -> String? = { _, _ in nil }
    /// What the web view is to show yet; nil once the flow has gone on.
    var awaited: @Sendable () async -> String? = { nil }
  }

  private let rules = Locked(Rules())

  var current: Rules { rules.withLock { $0 } }

  func set(_ rules: Rules) { self.rules.withLock { $0 = rules } }
}
