internal import Statecharts

/// What a text inside an element stands for: JSON, else the text with its blanks made single (SCXML 5.2.2, B.2).
enum InlineContent {
  case value(ESTranslator.Rendered, usesNull: Bool)
  case text(String)
  /// A value that a chart cannot hold.
  case lost(ESProblem)

  static func read(_ text: String, in dataModel: DocumentExpressions.DataModel) -> InlineContent {
    var translator = ESTranslator()
    do throws(ESProblem) {
      if dataModel == .ecmascript, let node = try JSONText.node(text) {
        let result = try translator.value(node)
        guard isLiteral(result.text) else { throw .beyond("it is too large for an expression") }
        return .value(result, usesNull: translator.usesNull)
      }
    } catch {
      return .lost(error)
    }
    return .text(text.listedNames.joined(separator: " "))
  }

  /// Whether an expression of charts reads nothing and does not fail.
  static func isLiteral(_ text: String) -> Bool {
    guard let node = try? parse(text) else { return false }
    let (checked, problems) = check(node, in: ExpressionScope().literalsOnly)
    return problems.isEmpty && checked.constant != nil
  }
}
