/// One node of a parsed expression, with its place in the text.
///
/// Chains of one precedence (`a and b and c`, `1 + 2 - 3`) are one node, so that a long text is wide and not deep.
package struct ExpressionNode: Hashable, Sendable {
  /// A comparison. The raw value is what is written.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// An arithmetic operator. The raw value is what is written.
  package enum Operator: String, Hashable, Sendable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  /// An operator with its right operand.
  package struct Step: Hashable, Sendable {
    package var `operator`: Operator
    package var operatorRange: Range<Int>
    package var operand: ExpressionNode
  }

  /// One entry of a map literal.
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var nameRange: Range<Int>
    package var value: ExpressionNode
  }

  /// One argument of a call; only guards take arguments by name.
  package struct Argument: Hashable, Sendable {
    package var label: String?
    package var labelRange: Range<Int>
    package var value: ExpressionNode
  }

  /// What the node is.
  package indirect enum Kind: Hashable, Sendable {
    case literal(ChartValue)
    case list([ExpressionNode])
    case map([Entry])
    /// A variable, an item, `event`, or a guard without parentheses.
    case name(String)
    case field(ExpressionNode, name: String, nameRange: Range<Int>)
    case index(ExpressionNode, ExpressionNode)
    case call(name: String, nameRange: Range<Int>, [Argument])
    /// `in(state)`.
    case inState(String, nameRange: Range<Int>)
    case negate(ExpressionNode)
    case not(ExpressionNode)
    /// Two or more operands joined by `and`.
    case all([ExpressionNode])
    /// Two or more operands joined by `or`.
    case any([ExpressionNode])
    case compare(Comparison, operatorRange: Range<Int>, ExpressionNode, ExpressionNode)
    /// Two or more operands joined by `??`: the first that has a value.
    case orElse([ExpressionNode])
    /// A first operand and one or more steps, applied from left to right.
    case arithmetic(ExpressionNode, [Step])
  }

  /// What the node is.
  package let kind: Kind
  /// Its place in the text, in UTF-8 offsets.
  package let range: Range<Int>
  /// The number of nodes on the longest way down, this one included; at most `ExpressionLimits.depth` + 1.
  package let height: Int

  init(_ kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
    self.height = 1 + Self.childHeight(kind)
  }

  /// The nodes directly inside.
  package var operands: [ExpressionNode] {
    switch kind {
    case .literal, .name, .inState: []
    case .list(let nodes), .all(let nodes), .any(let nodes), .orElse(let nodes): nodes
    case .map(let entries): entries.map(\.value)
    case .field(let base, _, _), .negate(let base), .not(let base): [base]
    case .index(let base, let index): [base, index]
    case .call(_, _, let arguments): arguments.map(\.value)
    case .compare(_, _, let left, let right): [left, right]
    case .arithmetic(let first, let steps): [first] + steps.map(\.operand)
    }
  }

  private static func childHeight(_ kind: Kind) -> Int {
    switch kind {
    case .literal, .name, .inState: return 0
    case .list(let nodes), .all(let nodes), .any(let nodes), .orElse(let nodes):
      return nodes.reduce(0) { max($0, $1.height) }
    case .map(let entries): return entries.reduce(0) { max($0, $1.value.height) }
    case .field(let base, _, _), .negate(let base), .not(let base): return base.height
    case .index(let base, let index): return max(base.height, index.height)
    case .call(_, _, let arguments): return arguments.reduce(0) { max($0, $1.value.height) }
    case .compare(_, _, let left, let right): return max(left.height, right.height)
    case .arithmetic(let first, let steps): return steps.reduce(first.height) { max($0, $1.operand.height) }
    }
  }
}

/// What bounds the cost of expressions and the size of values.
package enum ExpressionLimits {
  /// How deep parentheses, calls, brackets and operators may be nested.
  package static let depth = 64
  /// The longest text of an expression, in bytes.
  package static let textLength = 65_536
  /// The work of one evaluation: one for each 64 bytes or 8 elements that a function, a comparison, or a list or map
  /// that is made has to look at. How many parts an expression has is limited by its text.
  package static let steps = 100_000
  /// The longest text that an expression may make, in bytes.
  package static let resultText = 1_048_576
  /// How many elements a value may hold, those of its elements included.
  package static let elements = 100_000
  /// How many bytes all texts of one value may have together.
  package static let allTexts = 16_777_216
}
