import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds secrets that are given to `log`.
struct SecretInLog: LintRule {
  static let description = RuleDescription(
    "secret-in-log", "Secret is written to the log", .warning, .security,
    why: "The secret is masked, so the line is useless. Logs are kept, sent and read where no secret may go.",
    howToFix: "Log what happened, not what somebody typed.",
    bad: """
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      states:
        open:
          on:
            enter: { target: closed, actions: { log: ▸event.data.code } }
        closed: { type: final }
      """,
    good: """
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      states:
        open:
          on:
            enter: { target: closed, actions: { log: "'a code was typed'" } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      states:
        open:
          on: { enter: closed }
        closed:
          type: final
          entry: { log: ▸event.data.code }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let secrets = context.secretVariables
    return context.expressions.uses.flatMap { use -> [Diagnostic] in
      guard use.role == .log, let node = context.node(of: use.expression) else { return [] }
      let entering = node.all.first { $0.eventField.map(use.entering.contains) ?? false }?.text
      guard let secret = node.secrets(secrets, use.event).first ?? entering else { return [] }
      return finding(
        "The secret `\(secret)` is written to the log.",
        help:
          "Write a fixed text, for example `log: \"'\(secret.split(separator: ".").last ?? "value") entered'\"`. Or delete the `log:`.",
        at: context.range(of: use.expression.origin))
    }
  }
}
