extension ExpressionNode {
  /// The expression in its canonical spelling; parsing it gives the same tree but for the ranges.
  package var text: String {
    var result = ""
    write(to: &result)
    return result
  }

  /// How loosely the node binds; an operand that binds more loosely than its place needs parentheses.
  private var level: ExpressionParser.Level {
    switch kind {
    case .any: .or
    case .all: .and
    case .not: .not
    case .compare: .comparison
    case .orElse: .orElse
    case .arithmetic(_, let steps):
      steps.contains { $0.operator == .add || $0.operator == .subtract } ? .sum : .product
    default: .unary
    }
  }

  private func write(to result: inout String, above minimum: ExpressionParser.Level) {
    if level < minimum { result += "(" }
    write(to: &result)
    if level < minimum { result += ")" }
  }

  /// The base of a path: everything but a primary needs parentheses.
  private func writeBase(to result: inout String) {
    let isPrimary: Bool =
      switch kind {
      case .negate: false
      case .literal(.int(let value)): value >= 0
      case .literal(.number(let value)): value.sign == .plus
      case .literal(.duration(let value)): value >= .zero
      default: level == .unary
      }
    if !isPrimary { result += "(" }
    write(to: &result)
    if !isPrimary { result += ")" }
  }

  private func write(to result: inout String) {
    switch kind {
    case .literal(let value): result += value.literalText
    case .name(let name): result += name
    case .list(let elements):
      result += "["
      Self.join(elements, ", ", .or, to: &result)
      result += "]"
    case .map(let entries):
      result += "{"
      for (index, entry) in entries.enumerated() {
        if index > 0 { result += ", " }
        result += ChartValue.fieldText(entry.name) + ": "
        entry.value.write(to: &result)
      }
      result += "}"
    case .field(let base, let name, _):
      base.writeBase(to: &result)
      result += "." + name
    case .index(let base, let index):
      base.writeBase(to: &result)
      result += "["
      index.write(to: &result)
      result += "]"
    case .call(let name, _, let arguments):
      result += name + "("
      for (index, argument) in arguments.enumerated() {
        if index > 0 { result += ", " }
        if let label = argument.label { result += label + ": " }
        argument.value.write(to: &result)
      }
      result += ")"
    case .inState(let name, _):
      let isBare = name.utf8.allSatisfy { ExpressionLexer.isWordPart($0) || $0 == UInt8(ascii: "-") }
      let startsWell = name.utf8.first.map(ExpressionLexer.isWordStart) ?? false
      result += "in(" + (isBare && startsWell ? name : ChartValue.string(name).literalText) + ")"
    case .negate(let operand):
      result += "-"
      // Two signs in a row, and a literal that the parser would fold with the sign, keep their parentheses.
      operand.writeBase(to: &result, isFolded: true)
    case .not(let operand):
      result += "not "
      operand.write(to: &result, above: .not)
    case .all(let operands): Self.join(operands, " and ", .not, to: &result)
    case .any(let operands): Self.join(operands, " or ", .and, to: &result)
    case .compare(let comparison, _, let left, let right):
      left.write(to: &result, above: .orElse)
      result += " \(comparison.rawValue) "
      right.write(to: &result, above: .orElse)
    case .orElse(let operands): Self.join(operands, " ?? ", .sum, to: &result)
    case .arithmetic(let first, let steps):
      let inner: ExpressionParser.Level = level == .sum ? .product : .unary
      first.write(to: &result, above: inner)
      for step in steps {
        result += " \(step.operator.rawValue) "
        step.operand.write(to: &result, above: inner)
      }
    }
  }

  private func writeBase(to result: inout String, isFolded: Bool) {
    if isFolded, case .literal(.int) = kind {
      result += "("
      write(to: &result)
      result += ")"
    } else {
      writeBase(to: &result)
    }
  }

  private static func join(
    _ nodes: [ExpressionNode], _ separator: String, _ level: ExpressionParser.Level, to result: inout String
  ) {
    for (index, node) in nodes.enumerated() {
      if index > 0 { result += separator }
      node.write(to: &result, above: level)
    }
  }
}
