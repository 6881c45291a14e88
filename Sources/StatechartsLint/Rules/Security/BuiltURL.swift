import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds addresses that are put together from parts.
struct BuiltURL: LintRule {
  static let description = RuleDescription(
    "built-url", "URL is built from values that are not escaped", .warning, .security,
    why:
      "Text that people type can change where the URL goes. Secrets in URLs end up in logs and browser histories.",
    howToFix: "Pass the values to a handler, and build the URL in Swift.",
    bad: """
      context: { name: { type: string, initial: "''", input: true } }
      states:
        open:
          entry: { visit: { url: ▸"'https://door.example/?name=' + name" } }
          on: { close: closed }
        closed: { type: final }
      """,
    good: """
      context: { name: { type: string, initial: "''", input: true } }
      states:
        open:
          entry: { visit: { page: "'https://door.example/'", name: name } }
          on: { close: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      states:
        open:
          on:
            enter: { target: closed, actions: { visit: { path: ▸"concat('/enter?code=', event.data.code)" } } }
        closed: { type: final }
      """,
      """
      context: { name: { type: string, initial: "''", input: true } }
      states:
        open: { on: { close: closed } }
        closed: { type: final, content: ▸"'https://door.example/?name=' + name" }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let secrets = context.secretVariables
    let closed = Set(context.chart.context.filter { Self.isSafe($0.field) }.map(\.name.text))
    return context.expressions.uses.flatMap { use -> [Diagnostic] in
      guard let node = context.node(of: use.expression) else { return [] }
      let unknown = node.all.lazy.compactMap { part in
        let parts = Self.parts(of: part)
        return parts.contains(where: Self.isAddress) ? parts.first { !Self.isKnown($0, closed) } : nil
      }
      guard let value = unknown.first else { return [] }
      let path = value.all.first(where: \.isPath)?.text ?? value.text
      let name = path.split(separator: ".").last ?? "value"
      let secret = node.secrets(secrets, use.event).first
      return finding(
        secret.map { "The secret `\($0)` becomes part of a URL." }
          ?? "This URL contains `\(path)`, which is not escaped.",
        help:
          "Give the app only the value, for example `\(name): \(path)`, and delete this text. An engineer then builds the URL in Swift.",
        at: context.range(of: use.expression.origin))
    }
  }

  /// What is joined to a text; nothing where nothing is joined.
  private static func parts(of node: ExpressionNode) -> [ExpressionNode] {
    switch node.kind {
    case .arithmetic(let first, let steps) where steps.allSatisfy { $0.operator == .add }:
      [first] + steps.map(\.operand)
    case .call("concat", _, let arguments): arguments.map(\.value)
    default: []
    }
  }

  /// Whether a text is the beginning of an address, or of what is asked for in one.
  private static func isAddress(_ node: ExpressionNode) -> Bool {
    guard case .literal(.string(let text)) = node.kind else { return false }
    if text.contains("://") { return true }
    // `/page?name=` and `&name=`
    guard text.hasSuffix("="), let mark = text.lastIndex(where: { $0 == "?" || $0 == "&" }) else {
      return false
    }
    return text[text.index(after: mark)...].dropLast().allSatisfy {
      $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-"
    }
  }

  /// Whether a part can only be what the chart itself says.
  private static func isKnown(_ node: ExpressionNode, _ closed: Set<String>) -> Bool {
    switch node.kind {
    case .literal: true
    case .name(let name): closed.contains(name)
    default: false
    }
  }

  /// Whether a variable holds one of listed texts or a number.
  private static func isSafe(_ field: FieldDeclaration) -> Bool {
    if field.values != nil { return true }
    switch field.type {
    case .int, .number, .bool, .optional(.int), .optional(.number), .optional(.bool): return true
    default: return false
    }
  }
}
