import StatechartsModel

extension ExpressionChecker {
  /// An operand of `and`, `or` or `not`.
  mutating func condition(_ node: ExpressionNode, of word: String, first: ExpressionNode?) -> Checked {
    let result = visit(node, wanting: StaticType(.bool), asCondition: true)
    needValue(result.type, node, "`\(word)`")
    guard !result.type.isAny || result.type.isUnset, result.type.type != .bool else { return result }
    var help: String?
    if case .compare(let comparison, _, let left, _)? = first?.kind, case .literal = node.kind {
      let written = "\(left.text) \(comparison.rawValue) \(node.text)"
      help = written.utf8.count <= 60 ? "repeat the comparison: `\(written)`" : "repeat the comparison"
    } else if result.type.isUnset {
      help = "write `defined(…)` to check for a value"
    } else if node.text.utf8.count <= 40 {
      help = conditionHelp(node.text, result.type)
    }
    report("`\(word)` needs a condition, but this is \(words(result.type))", help: help, at: node.range)
    return result
  }

  func conditionHelp(_ text: String, _ type: StaticType) -> String? {
    switch type.type {
    case .int, .number: "compare it, as in `\(text) > 0`"
    case .string, .error: "compare it, as in `\(text) == 'value'`, or write `defined(\(text))`"
    case .list, .map, .record: "write `length(\(text)) > 0`"
    case .duration: "compare it, as in `\(text) > 0s`"
    default: nil
    }
  }

  mutating func junction(
    _ operation: ExpressionProgram.Operation, _ word: String, _ operands: [ExpressionNode],
    _ range: Range<Int>
  ) -> Checked {
    var items: [Int32] = []
    var isConstant = true
    let outer = scope.setPaths
    for operand in operands {
      let result = condition(operand, of: word, first: operands.first)
      items.append(result.node)
      isConstant = isConstant && result.isConstant
      if outer != nil { scope.setPaths?.formUnion(operand.setPaths(if: operation == .all)) }
    }
    scope.setPaths = outer
    let node = builder.add(operation, builder.row(items), Int32(clamping: items.count), range: range)
    return Checked(node: node, type: StaticType(.bool), isConstant: isConstant)
  }

  mutating func compare(
    _ comparison: ExpressionNode.Comparison, _ operatorRange: Range<Int>, _ left: ExpressionNode,
    _ right: ExpressionNode, _ range: Range<Int>
  ) -> Checked {
    let mark = builder.mark
    let count = problems.count
    // A bare name is looked at last, so that its help knows what it is compared with.
    let first: Checked
    let second: Checked
    if case .name = left.kind, scope.slots[left.text] == nil {
      second = visit(right)
      first = visit(left, wanting: second.type)
    } else {
      first = visit(left)
      second = visit(right, wanting: first.type)
    }
    let isEquality = comparison == .equal || comparison == .notEqual
    if problems.count == count {
      if isEquality {
        requireComparable(comparison, first, left, second, right, range)
      } else {
        requireOrdered(comparison, first, left, second, right, range)
      }
    }
    let isConstant = first.isConstant && second.isConstant
    if !isConstant, let node = shortcut(comparison, first, second, since: mark, range) {
      return Checked(node: node, type: StaticType(.bool))
    }
    let detail = UInt8(clamping: ExpressionNode.Comparison.allCases.firstIndex(of: comparison) ?? 0)
    let node = builder.add(.compare, detail: detail, first.node, second.node, range: range)
    return Checked(node: node, type: StaticType(.bool), isConstant: isConstant)
  }

  /// One node in place of three for a variable compared with a small whole number or with a text.
  private mutating func shortcut(
    _ comparison: ExpressionNode.Comparison, _ left: Checked, _ right: Checked,
    since mark: ExpressionProgram.Builder.Mark, _ range: Range<Int>
  ) -> Int32? {
    let variable = builder.nodes[Int(left.node)]
    guard variable.operation == .variable, let value = builder.constantValue(of: right.node) else {
      return nil
    }
    let detail = UInt8(clamping: ExpressionNode.Comparison.allCases.firstIndex(of: comparison) ?? 0)
    switch value {
    case .int(let number):
      guard let small = Int32(exactly: number) else { return nil }
      builder.rewind(to: mark)
      return builder.add(.compareVariable, detail: detail, variable.a, small, range: range)
    case .string(let text):
      guard comparison == .equal || comparison == .notEqual else { return nil }
      builder.rewind(to: mark)
      let operation: ExpressionProgram.Operation =
        text.utf8.allSatisfy { $0 < 0x80 } ? .matchVariableASCII : .matchVariable
      return builder.add(operation, detail: detail, variable.a, builder.place(of: value), range: range)
    default: return nil
    }
  }

  private mutating func requireComparable(
    _ comparison: ExpressionNode.Comparison, _ left: Checked, _ leftNode: ExpressionNode, _ right: Checked,
    _ rightNode: ExpressionNode, _ range: Range<Int>
  ) {
    guard left.type.isComparable(to: right.type) else {
      let never = comparison == .equal ? "are never equal" : "always differ"
      // What is written out is what has to be fixed.
      let place =
        left.isConstant == right.isConstant ? range : right.isConstant ? rightNode.range : leftNode.range
      report(
        "\(words(left.type)) and \(words(right.type)) \(never)",
        help: comparisonHelp(left, leftNode, right, rightNode), at: place)
      return
    }
    if left.isConstant == right.isConstant { return }
    if right.isConstant {
      requireMember(right, rightNode, of: left.type, leftNode)
    } else {
      requireMember(left, leftNode, of: right.type, rightNode)
    }
  }

  private func comparisonHelp(
    _ left: Checked, _ leftNode: ExpressionNode, _ right: Checked, _ rightNode: ExpressionNode
  ) -> String? {
    for (side, node, other) in [(right, rightNode, left), (left, leftNode, right)] {
      switch builder.constantValue(of: side.node) {
      case .string(let text)? where other.type.isNumeric && Double(text)?.isFinite == true:
        return "write the number without quotes: `\(text)`"
      case .string(let text)? where other.type.type == .bool && (text == "true" || text == "false"):
        return "write it without quotes: `\(text)`"
      case .string(let text)? where other.type.type == .duration && (try? Duration(literal: text)) != nil:
        return "write it without quotes: `\(text)`"
      case .string? where other.type.isNumeric: return "write a number, without quotes"
      case .string? where other.type.type == .duration:
        return "write a duration such as `15s`, without quotes"
      case .string? where other.type.type == .bool: return "write `true` or `false`, without quotes"
      case .int?, .number?, .bool?:
        if other.type.isText { return "write the text in quotes: `'\(node.text)'`" }
        if other.type.type == .duration { return "write a unit, as in `\(node.text)s`" }
      default: continue
      }
    }
    return nil
  }

  private mutating func requireOrdered(
    _ comparison: ExpressionNode.Comparison, _ left: Checked, _ leftNode: ExpressionNode, _ right: Checked,
    _ rightNode: ExpressionNode, _ range: Range<Int>
  ) {
    let sign = comparison.rawValue
    needValue(left.type, leftNode, "`\(sign)`")
    needValue(right.type, rightNode, "`\(sign)`")
    func isOrdered(_ type: StaticType) -> Bool {
      type.isNumeric || type.isText || type.type == .duration || (type.isAny && !type.isUnset)
    }
    guard isOrdered(left.type), isOrdered(right.type) else {
      let wrong = isOrdered(left.type) ? right : left
      return report(
        "`\(sign)` compares numbers, text or durations, but this has \(words(wrong.type))", at: range)
    }
    guard !left.type.isComparable(to: right.type) else { return }
    let place =
      left.isConstant == right.isConstant ? range : right.isConstant ? rightNode.range : leftNode.range
    report(
      "`\(sign)` cannot compare \(words(left.type)) with \(words(right.type))",
      help: comparisonHelp(left, leftNode, right, rightNode), at: place)
  }

  // MARK: Defaults

  /// `a ?? b`: a value or its default.
  mutating func orElse(
    _ operands: [ExpressionNode], _ range: Range<Int>, wanting wanted: StaticType?
  ) -> Checked {
    var items: [Int32] = []
    var type: StaticType?
    var isConstant = true
    for (place, operand) in operands.enumerated() {
      let outer = mayLeadNowhere
      switch operand.kind {
      case .name, .field, .index: mayLeadNowhere = place < operands.count - 1
      default: mayLeadNowhere = false
      }
      var result = visit(operand, wanting: wanted ?? type)
      mayLeadNowhere = outer
      items.append(result.node)
      isConstant = isConstant && result.isConstant
      guard let before = type else {
        type = result.type
        continue
      }
      if before.isComparable(to: result.type) {
        if result.isConstant { requireMember(result, operand, of: before, nil) }
      } else {
        report(
          "`??` needs two values of one type, but has \(words(before)) and \(words(result.type))",
          help: comparisonHelp(Checked(node: items[0], type: before), operands[0], result, operand),
          at: operand.range)
      }
      // A text that is a declared code is one.
      if before.type == .error, result.type.isText { result.type.type = .error }
      var joined = before.joined(with: result.type)
      joined.isOptional = result.type.isOptional
      joined.isSet = result.type.isSet
      joined.isUnset = before.isUnset && result.type.isUnset
      type = joined
    }
    let node = builder.add(.orElse, builder.row(items), Int32(clamping: items.count), range: range)
    return Checked(node: node, type: type ?? .any, isConstant: isConstant)
  }

  // MARK: Arithmetic

  mutating func negate(_ operand: ExpressionNode, _ range: Range<Int>) -> Checked {
    let result = visit(operand)
    needValue(result.type, operand, "`-`")
    if !result.type.isNumeric, result.type.type != .duration, !result.type.isAny || result.type.isUnset {
      report("`-` needs a number or a duration, but this is \(words(result.type))", at: operand.range)
    }
    let node = builder.add(.negate, result.node, range: range)
    return Checked(node: node, type: StaticType(result.type.type), isConstant: result.isConstant)
  }

  mutating func arithmetic(
    _ first: ExpressionNode, _ steps: [ExpressionNode.Step], _ range: Range<Int>
  ) -> Checked {
    var result = visit(first)
    var type = result.type
    var items = [result.node]
    var isConstant = result.isConstant
    if let step = steps.first { needValue(type, first, "`\(step.operator.rawValue)`") }
    for step in steps {
      let right = visit(step.operand)
      needValue(right.type, step.operand, "`\(step.operator.rawValue)`")
      isConstant = isConstant && right.isConstant
      items.append(Int32(clamping: ExpressionNode.Operator.allCases.firstIndex(of: step.operator) ?? 0))
      items.append(right.node)
      if step.operator == .divide || step.operator == .remainder {
        switch builder.constantValue(of: right.node) {
        case .int(0)?, .number(0)?: report("division by zero", at: step.operand.range)
        default: break
        }
      }
      let upToHere = first.range.lowerBound..<step.operand.range.upperBound
      type = self.type(of: step, type, right.type, upToHere)
    }
    if steps.count == 1, let step = steps.first {
      let detail = UInt8(clamping: ExpressionNode.Operator.allCases.firstIndex(of: step.operator) ?? 0)
      result.node = builder.add(.binary, detail: detail, items[0], items[2], range: range)
    } else {
      result.node = builder.add(.arithmetic, builder.row(items), Int32(clamping: items.count), range: range)
    }
    return Checked(node: result.node, type: type, isConstant: isConstant)
  }

  private mutating func type(
    of step: ExpressionNode.Step, _ left: StaticType, _ right: StaticType, _ range: Range<Int>
  ) -> StaticType {
    let sign = step.operator.rawValue
    if left.isUnset || right.isUnset {
      report("`\(sign)` needs a value on both sides", at: range)
      return .any
    }
    if left.isAny || right.isAny { return .any }
    let numeric = left.isNumeric && right.isNumeric
    let whole = left.type == .int && right.type == .int
    let durations = left.type == .duration && right.type == .duration
    switch step.operator {
    case .add, .subtract:
      if numeric { return StaticType(whole ? .int : .number) }
      if durations { return StaticType(.duration) }
      guard step.operator == .add else { break }
      if left.isText, right.isText { return StaticType(.string) }
      if left.element != nil, right.element != nil {
        return StaticType(left.type == right.type ? left.type : .list(.any))
      }
    case .multiply:
      if numeric { return StaticType(whole ? .int : .number) }
      if left.type == .duration && right.isNumeric || left.isNumeric && right.type == .duration {
        return StaticType(.duration)
      }
    case .divide:
      if numeric { return StaticType(.number) }
      if left.type == .duration, right.isNumeric { return StaticType(.duration) }
    case .remainder:
      if whole { return StaticType(.int) }
      if numeric {
        report("`%` works only with integers", help: "round first, as in `floor(x) % 2`", at: range)
        return StaticType(.int)
      }
    }
    let isJoin = step.operator == .add && (left.isText || right.isText)
    report(
      "`\(sign)` cannot be applied to \(words(left)) and \(words(right))",
      help: isJoin ? "convert the other side to text first: `text(…)`" : nil, at: range)
    return .any
  }
}
