// Which variables and fields certainly have a value, by what a condition says. The parser bounds how deep the recursion
// goes.

extension ExpressionNode {
  /// Whether it is a name, or a field or an element of one.
  var isPath: Bool {
    switch kind {
    case .name: true
    case .field(let base, _, _), .index(let base, _): base.isPath
    default: false
    }
  }

  /// Whether it is what the platform says of an event, such as `event.error`. The chart declares nothing of it.
  var isOfPlatform: Bool {
    guard case .field(let base, let name, _) = kind, case .name("event") = base.kind else { return false }
    return name != "data"
  }

  /// The name at the beginning of a path.
  var root: String? {
    switch kind {
    case .name(let name): name
    case .field(let base, _, _), .index(let base, _): base.root
    default: nil
    }
  }

  /// A path and all that it goes through, as they are written; empty for anything else.
  private var steps: Set<String> {
    guard isPath else { return [] }
    switch kind {
    case .field(let base, _, _), .index(let base, _): return base.steps.union([text])
    default: return [text]
    }
  }

  /// The paths that have a value if a condition is true, or if it is false, and did not fail.
  func setPaths(if truth: Bool) -> Set<String> {
    switch kind {
    case .call("defined", _, let arguments) where arguments.count == 1:
      return truth ? arguments[0].value.steps : []
    case .compare(let comparison, _, let left, let right):
      switch comparison {
      case .equal where truth, .notEqual where !truth:
        return right.isValue ? left.steps : left.isValue ? right.steps : []
      case .equal, .notEqual: return right.isUnset ? left.steps : left.isUnset ? right.steps : []
      // It fails without a value.
      default: return left.steps.union(right.steps)
      }
    case .name, .field, .index: return steps
    case .not(let operand): return operand.setPaths(if: !truth)
    case .all(let operands), .any(let operands):
      let each = operands.map { $0.setPaths(if: truth) }
      let isEach = if case .all = kind { truth } else { !truth }
      return each.dropFirst().reduce(into: each.first ?? []) {
        if isEach { $0.formUnion($1) } else { $0.formIntersection($1) }
      }
    default: return []
    }
  }

  /// The paths that have a value if a guard is not true: it is false, or it failed before all of it was looked at.
  var setPathsUnlessTrue: Set<String> {
    switch kind {
    case .any(let operands):
      var result: Set<String> = []
      for operand in operands {
        result.formUnion(operand.setPathsUnlessTrue)
        if operand.canFail { break }
      }
      return result
    case .all(let operands):
      let each = operands.map(\.setPathsUnlessTrue)
      return each.dropFirst().reduce(into: each.first ?? []) { $0.formIntersection($1) }
    default: return canFail ? [] : setPaths(if: false)
    }
  }

  /// Whether evaluating a condition may fail, judged by its form.
  private var canFail: Bool {
    switch kind {
    case .literal(.bool), .inState, .call("defined", _, _): false
    case .compare(.equal, _, let left, let right), .compare(.notEqual, _, let left, let right):
      !left.isNameOrLiteral || !right.isNameOrLiteral
    case .not(let operand): operand.canFail
    case .all(let operands), .any(let operands): operands.contains(where: \.canFail)
    default: true
    }
  }

  private var isNameOrLiteral: Bool {
    switch kind {
    case .literal, .name: true
    default: false
    }
  }

  private var isUnset: Bool { kind == .literal(.unset) }

  /// Whether it is a literal other than `unset`.
  private var isValue: Bool {
    if case .literal(let value) = kind { value != .unset } else { false }
  }
}
