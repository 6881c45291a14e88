import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds time limits that are so short or so long that the unit is probably wrong.
struct UnusualTime: LintRule {
  /// A person or a server needs longer than this.
  private static let least = Duration.milliseconds(100)
  /// Hardly any service takes longer than this, even if it waits for a person.
  private static let most = Duration.seconds(86_400)

  static let description = RuleDescription(
    "unusual-time", "Time limit is unusually short or long", .warning, .services,
    why:
      "The unit is probably wrong. `15ms` ends before any server can answer, and hardly anybody waits for `15d`.",
    howToFix: "Write the unit that you mean: `ms`, `s`, `m`, `h` or `d`.",
    bad: """
      states:
        open:
          invoke: { service: look, timeout: ▸15ms, done: closed, failed: { any: closed } }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          invoke: { service: look, timeout: 15s, done: closed, failed: { any: closed } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          invoke: { service: look, timeout: ▸15d, done: closed, failed: { any: closed } }
        closed: { type: final }
      """,
      """
      states:
        open: { after: { ▸60ms: closed } }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      states:
        # The flow continues immediately, or waits for a person.
        open: { after: { 0s: ajar } }
        ajar: { after: { 30d: closed } }
        closed: { type: final }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    context.tree.nodes.flatMap { node -> [Diagnostic] in
      let timers = node.state.after.flatMap { timer -> [Diagnostic] in
        guard case .literal(let duration) = timer.delay, duration != .zero, duration < Self.least else {
          return []
        }
        return report(timer.name.text, duration, "timer", at: context.range(of: timer.name))
      }
      let limits = node.state.invoke.flatMap { invocation -> [Diagnostic] in
        guard case .literal(let duration)? = invocation.timeout,
          duration < Self.least || duration > Self.most && invocation.isService,
          invocation.origin.rawValue >= 0,
          let place = context.document.entry("timeout", of: YAMLDocument.NodeID(invocation.origin.rawValue))?
            .value,
          let written = context.document.text(of: place)
        else { return [] }
        return report(written, duration, "time limit", at: context.document.range(of: place))
      }
      return timers + limits
    }
  }

  private func report(_ written: String, _ duration: Duration, _ kind: String, at range: SourceRange?)
    -> [Diagnostic]
  {
    let number = written.prefix { $0.isNumber || $0 == "." }
    let meant = ["s", "m", "h"].map { "\(number)\($0)" }.filter { text in
      (try? Duration(literal: text)).map { $0 >= Self.least && $0 <= Self.most } ?? false
    }
    return finding(
      "This \(kind) of `\(written)` is unusually \(duration < Self.least ? "short" : "long").",
      help: meant.first.map { "If the unit is wrong, write another one, for example `\($0)`." }, at: range)
  }
}
