internal import Statecharts

extension ExpressionNode {
  /// Whether it is a name, or a field of one; what `defined` says of it never fails.
  var isPath: Bool {
    switch kind {
    case .name: true
    // The parser bounds how deep expressions nest.
    case .field(let base, _, _): base.isPath
    default: false
    }
  }

  /// What it depends on: variables and fields as they are written, and what is called.
  var sources: Set<String> {
    if isPath { return [text] }
    let inside = operands.reduce(into: Set<String>()) { $0.formUnion($1.sources) }
    switch kind {
    case .call(let name, _, _): return inside.union([name])
    case .inState: return ["in"]
    default: return inside
    }
  }
}

/// A comparison of something with a literal, the literal on the right.
struct GuardComparison {
  /// A literal.
  enum Literal: Hashable {
    /// A number, or a duration in seconds; what is compared with it is of the same kind or fails.
    case number(Double)
    case text(String)
  }

  var subject: String
  var operation: ExpressionNode.Comparison
  var literal: Literal
  /// Whether the subject is the length of something.
  var isOfLength: Bool

  /// Nil where a node compares nothing with a literal, or texts by their order.
  init?(_ node: ExpressionNode) {
    guard case .compare(let operation, _, let left, let right) = node.kind else { return nil }
    if let literal = Self.literal(right), Self.literal(left) == nil {
      (subject, self.operation, self.literal) = (left.text, operation, literal)
    } else if let literal = Self.literal(left), Self.literal(right) == nil {
      (subject, self.operation, self.literal) = (right.text, Self.mirrored(operation), literal)
    } else {
      return nil
    }
    isOfLength = [left, right].contains { if case .call("length", _, _) = $0.kind { true } else { false } }
    if case .text = literal, operation != .equal, operation != .notEqual { return nil }
  }

  /// What a comparison of two literals, or of a variable with itself, always comes to; nil for others.
  ///
  /// - Parameter isSteady: Whether a text is a variable.
  static func fixedOutcome(of node: ExpressionNode, isSteady: (String) -> Bool) -> Bool? {
    guard case .compare(let operation, _, let left, let right) = node.kind else { return nil }
    if case .name(let name) = left.kind, case .name(name) = right.kind, isSteady(name) {
      // By order only some kinds of values compare.
      return operation == .equal ? true : operation == .notEqual ? false : nil
    }
    guard let first = literal(left), let second = literal(right) else { return nil }
    switch (operation, first, second) {
    case (.equal, _, _): return first == second
    case (.notEqual, _, _): return first != second
    case (.less, .number(let first), .number(let second)): return first < second
    case (.lessOrEqual, .number(let first), .number(let second)): return first <= second
    case (.greater, .number(let first), .number(let second)): return first > second
    case (.greaterOrEqual, .number(let first), .number(let second)): return first >= second
    default: return nil
    }
  }

  private static func literal(_ node: ExpressionNode) -> Literal? {
    if case .negate(let operand) = node.kind, case .number(let number) = literal(operand) {
      return .number(-number)
    }
    guard case .literal(let value) = node.kind else { return nil }
    switch value {
    case .int(let value):
      // Larger ones are not exact as a number with a fraction.
      return abs(Double(value)) < 9e15 ? .number(Double(value)) : nil
    case .number(let value): return .number(value)
    case .string(let text): return .text(Self.text(of: text))
    case .bool, .unset: return .text(node.text)
    default: return nil
    }
  }

  /// A text as it is distinguished from `true` and `unset`.
  static func text(of value: String) -> String { "'" + value }

  private static func mirrored(_ operation: ExpressionNode.Comparison) -> ExpressionNode.Comparison {
    switch operation {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual: operation
    }
  }
}
