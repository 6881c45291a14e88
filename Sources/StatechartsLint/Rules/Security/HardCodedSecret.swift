import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds passwords and keys that are written into a chart.
struct HardCodedSecret: LintRule {
  static let description = RuleDescription(
    "hard-coded-secret", "Password or key is written in the chart", .warning, .security,
    why:
      "Everyone who can read the file or the app can read the secret. It also stays in the history of the file.",
    howToFix: "Delete it here, revoke it where it is used, and keep secrets in app code.",
    bad: """
      context: { password: { type: string, secret: true, clear: closed, initial: ▸"'open sesame'" } }
      handlers: { guards: { fits: { arguments: { code: { type: string, secret: true } } } } }
      states:
        open: { on: { close: closed } }
        closed: { on: { knock: { guard: "fits(code: password)", target: open } } }
      """,
    good: """
      context: { password: { type: string, secret: true, clear: closed, optional: true } }
      handlers: { guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } } }
      states:
        open: { on: { close: closed } }
        closed: { on: { knock: { guard: "fits(code: password)", target: open } } }
      """,
    alsoBad: [
      """
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      states:
        open: { on: { enter: { guard: event.data.code == ▸'123456', target: closed } } }
        closed: { type: final }
      """,
      """
      states:
        open:
          entry: { call: { header: ▸"'Bearer \(String(repeating: "4fK9", count: 8))'" } }
          on: { close: closed }
        closed: { type: final }
      """,
      """
      x-server: ▸https://guard:sesame@door.example/
      states:
        open: { on: { close: closed } }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      errors: { wrongCode: }
      context: { code: { type: string, optional: true, secret: true, clear: closed } }
      outputs: { refuse: { payload: { code: error } } }
      events: { enter: { payload: { code: { type: string, secret: true } } }, leave: }
      handlers: { guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } } }
      states:
        open:
          on:
            enter:
              - { guard: "fits(code: event.data.code)", target: closed, actions: { assign: { code: event.data.code } } }
              - actions: { emit: refuse, data: { code: "'wrongCode'" } }
        closed: { on: { leave: { guard: "fits(code: code)", target: open } } }
      """,
      """
      events: { enter: { payload: { password: { type: string, secret: true } } } }
      states:
        open:
          entry: { keep: { password: "''" } }
          on: { enter: { target: closed, actions: { keep: { password: event.data.password } } } }
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    var result: [Diagnostic] = []
    var reported: Set<Int> = []
    let document = context.document
    for node in document.allNodes {
      guard let text = document.text(of: node), let kind = SecretWords.kind(of: text) else { continue }
      let range = document.range(of: node)
      if reported.insert(range.lowerBound).inserted {
        result += finding(
          "This text contains \(kind).",
          help:
            "Delete this text and revoke the secret, because others may have read it. An engineer writes the new one in the app.",
          at: range)
      }
    }
    let secrets = context.secretVariables
    // The same few names are set again and again.
    var known: [String: Bool] = [:]
    func soundsSecret(_ name: ChartName) -> Bool {
      if let isSecret = known[name.text] { return isSecret }
      let isSecret = SecretWords.isSecret(name.text)
      known[name.text] = isSecret
      return isSecret
    }
    /// The declaration decides; without one, the name does.
    func isSecret(_ name: ChartName, _ field: FieldDeclaration?) -> Bool {
      guard let field else { return secrets.contains(name.text) || soundsSecret(name) }
      switch field.type {
      case .error, .optional(.error): return false
      default: return field.values == nil && (field.isSecret || soundsSecret(name))
      }
    }
    func report(_ name: ChartName, _ field: FieldDeclaration?, _ expression: ChartExpression, help: String) {
      guard isSecret(name, field),
        let text = Self.text(context.node(of: expression) ?? (try? parse(expression.text))),
        !Self.isNoSecret(text),
        let range = context.range(of: expression.origin), reported.insert(range.lowerBound).inserted
      else { return }
      result += finding("The secret `\(name.text)` is written in the chart.", help: help, at: range)
    }
    for variable in context.chart.context {
      guard let initial = variable.initial else { continue }
      let name = variable.name.text
      report(
        variable.name, variable.field, initial,
        help: (variable.isInput
          ? "Delete `initial:` and this text." : "Write `input: true` instead of `initial:` and this text.")
          + " The app then gives `\(name)` at the start. Change the secret too, because others may have read it."
      )
    }
    for use in context.expressions.uses {
      if case .value(let name) = use.role {
        report(
          name, use.field, use.expression,
          help: use.isAssigned
            ? "Write a value that the app sends, for example `\(name.text): event.data.\(name.text)`. Change the secret too, because others may have read it."
            : "Delete `\(name.text):` and this text here\(use.field == nil ? "" : " and in its declaration"). An engineer writes the value in Swift, in the handler."
        )
      }
      guard use.expression.text.holds("="), let node = context.node(of: use.expression) else { continue }
      for part in node.all {
        guard case .compare(_, _, let left, let right) = part.kind else { continue }
        for (secret, other) in [(left, right), (right, left)] {
          let isEntering = secret.eventField.map(use.entering.contains) ?? false
          guard secret.isPath, isEntering || !secret.secrets(secrets, use.event).isEmpty,
            let text = Self.text(other), !Self.isNoSecret(text),
            let range = context.range(of: use.expression, other.range),
            reported.insert(range.lowerBound).inserted
          else { continue }
          let name = secret.text.split(separator: ".").last ?? "value"
          result += finding(
            "The secret `\(secret.text)` is compared with a text that is written in the chart.",
            help:
              "Write a guard of the app instead of this comparison, for example `isCorrect(\(name): \(secret.text))`. Let an engineer compare the value in Swift.",
            at: range)
        }
      }
    }
    return result
  }

  /// The text that an expression is; nil where it is computed or no text.
  private static func text(_ node: ExpressionNode?) -> String? {
    guard case .literal(.string(let text)) = node?.kind else { return nil }
    return text
  }

  /// Whether a text is empty or stands for a value that is given later.
  private static func isNoSecret(_ text: String) -> Bool {
    text.utf8.count < 4 || text.hasPrefix("{") || text.hasPrefix("$") || text.hasPrefix("<")
  }
}
