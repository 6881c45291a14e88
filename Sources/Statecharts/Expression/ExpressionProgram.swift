/// A checked expression in the form that is evaluated: a flat array of small nodes that name their operands by place.
///
/// A tree in one array needs no operand stack, so a guard runs without allocating, `and`/`or` skip their operands
/// by not visiting them, and the one recursion is bounded by the depth of the syntax tree. A postfix program would need a
/// stack of values and jumps; an indirect enum would chase a pointer and count a reference for each node.
final class ExpressionProgram: Sendable {
  enum Operation: UInt8 {
    /// `a`: constant.
    case constant
    /// `a`: slot.
    case variable
    /// `a`: local slot.
    case local
    case eventName, eventData, eventError
    /// `detail`: an `EventDetail`.
    case eventDetail
    /// `session.id`.
    case sessionID
    /// `defined(event)`.
    case eventExists
    /// `a`: base, `b`: name.
    case field
    /// `a`: base, `b`: index.
    case index
    /// `a`: operand.
    case not, negate, defined
    /// `a`: first child, `b`: count.
    case all, any, list
    /// Like `list`; children are name and value in turn, `b`: count of both.
    case map
    /// `detail`: comparison, `a` and `b`: operands.
    case compare
    /// A variable and a small whole number, the commonest guard. `detail`: comparison, `a`: slot, `b`: the number.
    case compareVariable
    /// A variable and a text for `==` and `!=`. `detail`: comparison, `a`: slot, `b`: constant.
    case matchVariable
    /// The same with a text in ASCII.
    case matchVariableASCII
    /// `detail`: operator, `a` and `b`: operands.
    case binary
    /// `a`: first child, `b`: count; the first that has a value.
    case orElse
    /// `a`: first child, `b`: count; the first operand, then operator and operand in turn.
    case arithmetic
    /// `a`: state.
    case isActive
    /// `a`: number of the guard, `b`: first child; the count of arguments, then name and value in turn.
    case ask
    /// `detail`: function, `a`: first child, `b`: count.
    case call
    /// What a part with a problem becomes, so that a program always exists.
    case broken
  }

  struct Node {
    var operation: Operation
    var detail: UInt8 = 0
    var a: Int32 = 0
    var b: Int32 = 0
  }

  let nodes: ContiguousArray<Node>
  /// The place of each node in the text.
  let ranges: ContiguousArray<Range<Int32>>
  let children: ContiguousArray<Int32>
  let constants: ContiguousArray<ChartValue>
  let names: ContiguousArray<String>
  /// The node that gives the result.
  let root: Int

  private init(
    nodes: ContiguousArray<Node>, ranges: ContiguousArray<Range<Int32>>, children: ContiguousArray<Int32>,
    constants: ContiguousArray<ChartValue>, names: ContiguousArray<String>, root: Int
  ) {
    self.nodes = nodes
    self.ranges = ranges
    self.children = children
    self.constants = constants
    self.names = names
    self.root = root
  }

  func range(of node: Int) -> Range<Int> {
    Int(ranges[node].lowerBound)..<Int(ranges[node].upperBound)
  }

  /// The same program with other guard numbers, which are given in the order of the text.
  func bindingGuards(to numbers: [Int]) -> ExpressionProgram {
    var nodes = nodes
    var next = 0
    for index in nodes.indices where nodes[index].operation == .ask && next < numbers.count {
      nodes[index].a = Int32(clamping: numbers[next])
      next += 1
    }
    return ExpressionProgram(
      nodes: nodes, ranges: ranges, children: children, constants: constants, names: names, root: root)
  }

  /// Collects the nodes while an expression is checked.
  struct Builder {
    /// A point to which everything added later can be taken back.
    struct Mark {
      var nodes: Int
      var children: Int
      var constants: Int
    }

    private(set) var nodes: ContiguousArray<Node> = []
    private var ranges: ContiguousArray<Range<Int32>> = []
    private var children: ContiguousArray<Int32> = []
    private var constants: ContiguousArray<ChartValue> = []
    private var names: ContiguousArray<String> = []
    private var nameNumbers: [String: Int32] = [:]

    mutating func add(
      _ operation: Operation, detail: UInt8 = 0, _ a: Int32 = 0, _ b: Int32 = 0, range: Range<Int>
    ) -> Int32 {
      nodes.append(Node(operation: operation, detail: detail, a: a, b: b))
      ranges.append(Int32(clamping: range.lowerBound)..<Int32(clamping: range.upperBound))
      return Int32(clamping: nodes.count - 1)
    }

    mutating func constant(_ value: ChartValue, range: Range<Int>) -> Int32 {
      add(.constant, place(of: value), range: range)
    }

    /// Adds a value to the constants and says where it is.
    mutating func place(of value: ChartValue) -> Int32 {
      constants.append(value)
      return Int32(clamping: constants.count - 1)
    }

    /// Adds children in a row and says where they start.
    mutating func row(_ items: [Int32]) -> Int32 {
      children.append(contentsOf: items)
      return Int32(clamping: children.count - items.count)
    }

    mutating func name(_ text: String) -> Int32 {
      if let known = nameNumbers[text] { return known }
      let number = Int32(clamping: names.count)
      names.append(text)
      nameNumbers[text] = number
      return number
    }

    func constantValue(of node: Int32) -> ChartValue? {
      let node = nodes[Int(node)]
      return node.operation == .constant ? constants[Int(node.a)] : nil
    }

    var mark: Mark { Mark(nodes: nodes.count, children: children.count, constants: constants.count) }

    mutating func rewind(to mark: Mark) {
      nodes.removeLast(nodes.count - mark.nodes)
      ranges.removeLast(ranges.count - mark.nodes)
      children.removeLast(children.count - mark.children)
      constants.removeLast(constants.count - mark.constants)
    }

    func finish(root: Int32) -> ExpressionProgram {
      ExpressionProgram(
        nodes: nodes, ranges: ranges, children: children, constants: constants, names: names, root: Int(root))
    }
  }
}
