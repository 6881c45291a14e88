import FlowTransport
import Foundation

/// What a flow has to say to the lines that are typed where a browser is shown. Browsers are made before the flow, which
/// sets this when it begins.
final class BrowserAnswers: Sendable {
  /// What a line means that is no address.
  enum Meaning: Sendable {
    /// The browser is to be closed.
    case leaves
    /// It has changed nothing, and the person was told why.
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
