/// The commonest shapes of a guard, which need no evaluation of an expression.
enum Condition: Sendable {
  /// A handler guard without arguments, by number.
  case ask(Int32)
  /// A variable of type bool.
  case variable(Int32)
  /// A variable and a whole number; the comparison is its place among `ExpressionNode.Comparison.allCases`.
  case compare(slot: Int32, UInt8, Int)
  /// Any other expression.
  case other

  /// Recognizes the shape of an expression.
  init(_ expression: CheckedExpression) {
    let program = expression.program
    let node = program.nodes[program.root]
    switch node.operation {
    case .ask where program.children[Int(node.b)] == 0: self = .ask(node.a)
    case .variable: self = .variable(node.a)
    case .compareVariable: self = .compare(slot: node.a, node.detail, Int(node.b))
    default: self = .other
    }
  }

  /// Whether two whole numbers compare as is asked.
  @inline(__always)
  static func holds(_ comparison: UInt8, _ left: Int, _ right: Int) -> Bool {
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
