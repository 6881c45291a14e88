package import StatechartsModel

/// Resolves the names of an expression and checks its types.
///
/// All problems are returned, in the order of the text. The checked expression exists in any case; a part with a problem
/// fails when it is evaluated.
///
/// - Parameter expected: What the place wants; nil takes anything. With `values` only these texts.
package func check(
  _ node: ExpressionNode, in scope: ExpressionScope, expecting expected: ChartValueType? = nil,
  values: [String]? = nil
) -> (CheckedExpression, [ExpressionProblem]) {
  var comparisonsLeft = Int.max
  return check(node, in: scope, expecting: expected, values: values, comparisonsLeft: &comparisonsLeft)
}

/// The same, comparing no more names than are left to be compared.
func check(
  _ node: ExpressionNode, in scope: ExpressionScope, expecting expected: ChartValueType?, values: [String]?,
  comparisonsLeft: inout Int
) -> (CheckedExpression, [ExpressionProblem]) {
  let wanted = expected.map { StaticType($0, values: values) }
  var checker = ExpressionChecker(scope: scope, root: node, mostComparisons: comparisonsLeft)
  defer { comparisonsLeft -= checker.comparisons }
  let result = checker.visit(node, wanting: wanted, asCondition: wanted?.type == .bool)
  if let wanted {
    checker.require(wanted, of: result.type, at: node)
    if !wanted.isOptional, !wanted.isAny { checker.needValue(result.type, node) }
  }
  let constant = checker.builder.constantValue(of: result.node)
  let checked = CheckedExpression(
    type: result.type, isConstant: result.isConstant, constant: constant, guards: checker.guards,
    uses: checker.uses,
    program: checker.builder.finish(root: result.node))
  let problems = checker.problems.sorted {
    ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
  }
  return (checked, problems)
}

/// One walk over the syntax tree that infers types, collects problems and emits the program.
struct ExpressionChecker {
  /// What the expression reads.
  struct Uses {
    var taint: Taint = []
    var event = false
    var eventData = false
    var unknownData = false
    var missing: [CheckedExpression.MissingField] = []
    var optional: [CheckedExpression.OptionalUse] = []
    var dependsOnEvent = false
    var locals: Set<Int> = []
    var variables: Set<Int> = []
    var states: Set<Int> = []
  }

  /// A part that has been checked.
  struct Checked {
    var node: Int32
    var type: StaticType
    /// Whether it reads nothing and always gives the same.
    var isConstant = false
  }

  /// What names mean; a condition adds what has a value behind it.
  var scope: ExpressionScope
  let root: ExpressionNode
  var builder = ExpressionProgram.Builder()
  var problems: [ExpressionProblem] = []
  var uses = Uses()
  var guards: [CheckedExpression.GuardUse] = []
  /// Whether the argument of `defined` is being checked, which cannot be a text.
  var isInDefined = false
  /// Whether a path is being checked that may lead nowhere: that of `defined`, or what stands before `??`.
  var mayLeadNowhere = false

  /// How many names were compared so far, and how many may be.
  private(set) var comparisons = 0
  private let mostComparisons: Int

  init(scope: ExpressionScope, root: ExpressionNode, mostComparisons: Int) {
    self.scope = scope
    self.root = root
    self.mostComparisons = min(mostComparisons, Self.comparisonLimit)
  }

  /// Whether near names are looked for: it is wanted, and the limit is not reached.
  var suggests: Bool { scope.suggests && comparisons < mostComparisons }

  mutating func report(
    _ kind: ExpressionProblem.Kind, _ message: String, help: String? = nil,
    at range: Range<Int>,
    suggestion: String? = nil, isGuess: Bool = false, declaration: ChartName? = nil
  ) {
    problems.append(
      ExpressionProblem(
        kind, message, help: help, range: range, suggestion: suggestion, isGuess: isGuess,
        declaration: declaration))
  }

  mutating func report(
    _ message: String, help: String? = nil, at range: Range<Int>, suggestion: String? = nil
  ) {
    report(.badExpression, message, help: help, at: range, suggestion: suggestion)
  }

  /// The candidate nearest to a name, if looking for one is affordable.
  mutating func nearName(_ name: String, _ candidates: some Collection<String>) -> NearName? {
    guard suggests else { return nil }
    comparisons += NearNames.cost(of: name, among: candidates.count)
    return NearNames.nearest(to: name, in: candidates)
  }

  /// How many names one expression is compared with to find near ones.
  private static let comparisonLimit = 20_000

  mutating func broken(_ range: Range<Int>, _ type: StaticType = .any) -> Checked {
    Checked(node: builder.add(.broken, range: range), type: type)
  }

  /// Checks a part.
  ///
  /// - Parameters:
  ///   - wanted: What the place wants, for better help; nothing is required here.
  ///   - asCondition: Whether the place asks yes or no, so that an unknown name can be a guard.
  mutating func visit(
    _ node: ExpressionNode, wanting wanted: StaticType? = nil, asCondition: Bool = false
  ) -> Checked {
    let mark = builder.mark
    let count = problems.count
    let outer = uses.taint
    uses.taint = []
    var result = dispatch(node, wanting: wanted, asCondition: asCondition)
    switch node.kind {
    case .name, .field, .index, .list, .map: break  // The type says which parts are what.
    default: result.type.taint.formUnion(uses.taint)
    }
    uses.taint = outer.union(result.type.allTaint)
    if case .literal = node.kind { return result }
    guard result.isConstant, problems.count == count else { return result }
    return folded(result, since: mark, range: node.range)
  }

  /// Evaluates a constant part once, here, so that lists and sums of literals cost nothing later.
  private mutating func folded(
    _ result: Checked, since mark: ExpressionProgram.Builder.Mark, range: Range<Int>
  ) -> Checked {
    var environment = EmptyEnvironment()
    do throws(EvaluationError) {
      let value = try builder.finish(root: result.node).run(in: &environment)
      builder.rewind(to: mark)
      var type = result.type
      if case .string(let text) = value { type.values = [text] }
      return Checked(node: builder.constant(value, range: range), type: type, isConstant: true)
    } catch {
      report("this always fails: \(error.message)", at: error.range)
      return result
    }
  }

  private mutating func dispatch(
    _ node: ExpressionNode, wanting wanted: StaticType?, asCondition: Bool
  ) -> Checked {
    switch node.kind {
    case .literal(let value):
      return Checked(
        node: builder.constant(value, range: node.range), type: StaticType(of: value), isConstant: true)
    case .list(let elements): return list(elements, node.range, wanting: wanted)
    case .map(let entries): return map(entries, node.range, wanting: wanted)
    case .name, .field, .index:
      return path(node, wanting: wanted, asCondition: asCondition)
    case .call(let name, let nameRange, let arguments):
      return call(name, nameRange, arguments, node.range)
    case .inState(let name, let range): return inState(name, range, node.range)
    case .negate(let operand): return negate(operand, node.range)
    case .not(let operand):
      let result = condition(operand, of: "not", first: nil)
      return Checked(
        node: builder.add(.not, result.node, range: node.range), type: StaticType(.bool),
        isConstant: result.isConstant)
    case .all(let operands): return junction(.all, "and", operands, node.range)
    case .any(let operands): return junction(.any, "or", operands, node.range)
    case .compare(let comparison, let operatorRange, let left, let right):
      return compare(comparison, operatorRange, left, right, node.range)
    case .orElse(let operands): return orElse(operands, node.range, wanting: wanted)
    case .arithmetic(let first, let steps): return arithmetic(first, steps, node.range)
    }
  }

  private mutating func list(_ elements: [ExpressionNode], _ range: Range<Int>, wanting wanted: StaticType?)
    -> Checked
  {
    let wantedElement = wanted?.element.map { StaticType($0, values: wanted?.values) }
    var items: [Int32] = []
    var type: StaticType?
    var isConstant = true
    var isUniform = true
    for element in elements {
      let result = visit(element, wanting: wantedElement)
      if let wantedElement, !wantedElement.isOptional, !wantedElement.isAny {
        needValue(result.type, element)
      }
      items.append(result.node)
      isConstant = isConstant && result.isConstant
      isUniform = isUniform && result.type.taint.isEmpty && type.map { $0.type == result.type.type } != false
      type = type.map { $0.joined(with: result.type) } ?? result.type
    }
    let node = builder.add(.list, builder.row(items), Int32(clamping: items.count), range: range)
    // The type of unlike elements no longer says which parts are what, so the whole list is.
    return Checked(
      node: node, type: StaticType(.list(type?.declared ?? .any), taint: isUniform ? [] : uses.taint),
      isConstant: isConstant)
  }

  private mutating func map(
    _ entries: [ExpressionNode.Entry], _ range: Range<Int>, wanting wanted: StaticType?
  ) -> Checked {
    var wantedFields = FieldFinder([])
    if case .record(let fields)? = wanted?.type { wantedFields = FieldFinder(fields) }
    var items: [Int32] = []
    var fields: [FieldDeclaration] = []
    var isConstant = true
    for (place, entry) in entries.enumerated() {
      let field = wantedFields.field(entry.name, near: place)
      let wantedValue = field.map { StaticType($0) }
      let result = visit(entry.value, wanting: wantedValue)
      if let wantedValue, !wantedValue.isOptional, !wantedValue.isAny { needValue(result.type, entry.value) }
      items.append(builder.name(entry.name))
      items.append(result.node)
      isConstant = isConstant && result.isConstant
      let type = result.type.isUnset ? .optional(.any) : result.type.declared
      let taint = result.type.taint
      fields.append(
        FieldDeclaration(
          ChartName(entry.name), type, values: result.type.values, isSecret: taint.contains(.secret),
          isPersonal: taint.contains(.personal)))
    }
    let node = builder.add(.map, builder.row(items), Int32(clamping: items.count), range: range)
    return Checked(node: node, type: StaticType(.record(fields)), isConstant: isConstant)
  }

  private mutating func inState(_ name: String, _ nameRange: Range<Int>, _ range: Range<Int>) -> Checked {
    if scope.isLiteralsOnly { return notALiteral(range) }
    guard let number = scope.states[name] else {
      let near = nearName(name, scope.states.keys)
      report(
        .unknownState, "`\(name)` is not a state", help: near?.question(), at: nameRange,
        suggestion: near?.text, isGuess: near?.isSure == false)
      return broken(range, StaticType(.bool))
    }
    uses.states.insert(number)
    return Checked(
      node: builder.add(.isActive, Int32(clamping: number), range: range), type: StaticType(.bool))
  }

  /// Something that is read stands where only literals may.
  mutating func notALiteral(_ range: Range<Int>) -> Checked {
    report(
      "only a literal value is allowed here",
      help:
        "write a number, `true`, `false`, `unset`, a duration, a list, a map, or text in inner quotes: `\"'text'\"`",
      at: range)
    return broken(range)
  }
}
