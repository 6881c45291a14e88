/// The commonest shapes of a guard, which need no evaluation of an expression.
enum Condition: Sendable {
  /// A handler guard without arguments, by number.
  case ask(Int)
  /// A variable of type bool.
  case variable(Int)
  /// A variable and a whole number; the comparison is its place among `ExpressionNode.Comparison.allCases`.
  case compare(slot: Int, UInt8, Int)
  /// Any other expression.
  case other

  /// Recognizes the shape of an expression.
  init(_ expression: CheckedExpression) {
    let program = expression.program
    let node = program.nodes[program.root]
    switch node.operation {
    case .ask where program.children[Int(node.b)] == 0: self = .ask(Int(node.a))
    case .variable: self = .variable(Int(node.a))
    case .compareVariable: self = .compare(slot: Int(node.a), node.detail, Int(node.b))
    default: self = .other
    }
  }

  /// Whether two whole numbers compare as is asked.
  @inline(__always)
  func holds(_ comparison: UInt8, _ left: Int, _ right: Int) -> Bool {
    switch comparison {
    case 0: left == right
    case 1: left != right
    case 2: left < right
    case 3: left <= right
    case 4: left > right
    default: left >= right
    }
  }
}
