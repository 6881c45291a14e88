import StatechartsModel

/// Parses expressions, checks them where they stand, and numbers them. All passes add to the same one.
final class ExpressionCompiler {
  private let names: NameTables
  private let entering: EnteringEvents
  let problems: ProblemCollector
  /// Whether places are looked for that need a value that may be missing: only the linter asks.
  let followsOptionalValues: Bool
  /// What the checker needs to know that is the same for the whole chart; made once, for its tables are not small.
  let scope: ExpressionScope
  private var enteringScopes: [EntryTriggers: ExpressionScope.Event] = [:]

  private(set) var table = ContiguousArray<CheckedExpression>()
  var fields = ContiguousArray<FieldRecord>()
  private(set) var possiblyMissingFields: [PossiblyMissingField] = []
  private(set) var possiblyAbsentValues: [PossiblyAbsentValue] = []

  init(
    _ chart: Statechart, _ index: StateIndex, _ names: NameTables, _ entering: EnteringEvents,
    _ problems: ProblemCollector, followsOptionalValues: Bool
  ) {
    (self.names, self.entering, self.problems) = (names, entering, problems)
    self.followsOptionalValues = followsOptionalValues
    var scope = ExpressionScope(
      variables: chart.context.map(\.field), guards: chart.handlers.guards,
      errorCodes: chart.errors?.map(\.code.text), states: index.numbers)
    // Each comparison looks through all of them.
    if chart.events != nil, names.trie.names.count <= 1_000 {
      scope.eventNames = names.trie.names.filter { !$0.isEmpty }
    }
    self.scope = scope
  }

  subscript(number: Int) -> CheckedExpression { _read { yield table[number] } }

  /// Parses and checks an expression, and gives it a number.
  ///
  /// - Parameters:
  ///   - type: what the place wants; nil takes anything.
  ///   - values: the only texts that the place takes.
  ///   - receiver: what gets the value, for messages.
  func lower(
    _ expression: ChartExpression, _ type: ChartValueType?, _ situation: ExpressionContext,
    values: [String]? = nil, for receiver: String? = nil
  ) -> LoweredExpression {
    do throws(ExpressionProblem) {
      let node = try parse(expression.text)
      var scope = scope
      scope.event = event(expression, in: situation)
      scope.locals = situation.locals.map(\.field)
      scope.allowsGuards = situation.isGuard
      if followsOptionalValues { scope.setPaths = situation.setPaths.paths }
      var (checked, found) = check(
        node, in: scope, expecting: type, values: values, comparisonsLeft: &problems.comparisonsLeft)
      for problem in found { report(problem, in: expression) }
      if !situation.dependsOnEvent, !checked.dependsOnEvent {
        possiblyMissingFields += checked.missing.map {
          PossiblyMissingField(missing: $0, expression: expression, state: situation.state)
        }
      }
      // What has a mistake is not known well enough.
      if found.isEmpty {
        possiblyAbsentValues += checked.optionalUses.map { use in
          PossiblyAbsentValue(
            use: use, expression: expression, receiver: receiver, state: situation.state,
            part: situation.part, isAssignedBefore: use.variable.map(situation.assigned.contains) ?? false,
            isCondition: situation.isGuard || type == .bool && receiver == nil)
        }
      }
      checked.text = expression.text
      checked.bindGuards { names.guards.number(of: $0.name) }
      table.append(checked)
      return LoweredExpression(
        number: table.count - 1, dependsOnEvent: checked.dependsOnEvent,
        node: followsOptionalValues ? node : nil)
    } catch {
      report(error, in: expression)
      table.append(CheckedExpression(constant: .unset))
      return LoweredExpression(number: table.count - 1)
    }
  }

  /// Whether only running can tell that an expression's value fits a declaration.
  func needsCheck(_ expression: Int, _ field: FieldDeclaration) -> Bool {
    // Decision: Docs/decisions/semantics.md#a-type-is-trusted-where-it-is-proven
    let checked = table[expression]
    if let constant = checked.constant { return !field.accepts(constant, codes: nil) }
    if field.values != nil, checked.values == nil { return true }
    return !field.type.isProven(by: checked.type, texts: checked.values)
  }

  /// Reports a secret that goes where it would be shown.
  ///
  /// - Returns: The taint that the value would lose in the field.
  @discardableResult
  func checkSecrecy(
    _ expression: Int, into field: FieldDeclaration, _ what: String, at origin: ModelOrigin
  ) -> Taint {
    // Decision: Docs/decisions/semantics.md#secrets-are-followed-twice
    let escaping = table[expression].taintEscaping(into: field)
    guard escaping.contains(.secret) else { return escaping }
    problems.report(
      .secretLeak, "\(what) would receive a secret, but it is not marked `secret: true`.",
      help:
        "Add `secret: true` to `\(field.name)`, where it is declared. If it must not be secret, write another value here.",
      at: origin,
      related: [ModelProblem.Related(origin: field.name.origin, message: "`\(field.name)` is declared here")])
    return escaping
  }

  /// Adds an expression whose text becomes a name, and reports it if it reads a secret.
  func lowerName(
    _ expression: ChartExpression, _ situation: ExpressionContext, _ what: String, for receiver: String
  ) -> Int {
    let number = lower(expression, .string, situation, for: receiver).number
    guard table[number].readsSecret else { return number }
    problems.report(
      .secretLeak, "\(what) would be made from a secret, but names are not secret.",
      help: "Write a fixed text, or a value that is not marked `secret: true`.", at: expression.origin)
    return number
  }

  /// The value at the start, from an expression over literals.
  func initialValue(of variable: ContextVariable) -> ChartValue {
    guard let initial = variable.initial else { return .unset }
    // One of the listed texts may be written without the quotes that texts need inside expressions.
    if variable.field.values?.contains(initial.text) == true { return .string(initial.text) }
    do throws(ExpressionProblem) {
      let node = try parse(initial.text)
      let (checked, found) = check(
        node, in: scope.literalsOnly, expecting: .optional(variable.field.type),
        values: variable.field.values, comparisonsLeft: &problems.comparisonsLeft)
      for problem in found { report(problem, in: initial) }
      return checked.constant ?? .unset
    } catch {
      report(error, in: initial)
      return .unset
    }
  }

  private func event(_ expression: ChartExpression, in situation: ExpressionContext) -> ExpressionScope.Event
  {
    guard case .entering(let events) = situation.event else { return situation.event.scope }
    // Few expressions read it, and putting it together takes a while.
    guard expression.text.holds("event") else { return .unknown }
    if let known = enteringScopes[events] { return known }
    let scope = entering.scope(of: events)
    enteringScopes[events] = scope
    return scope
  }

  private func report(_ problem: ExpressionProblem, in expression: ChartExpression) {
    let rule: ModelProblem.Rule =
      switch problem.kind {
      case .badExpression: .badExpression
      case .unknownVariable: .unknownVariable
      case .unknownHandler: .unknownHandler
      case .unknownState: .unknownStateInExpression
      case .unknownError: .unknownError
      case .unknownField: .unknownField
      case .secretLeak: .secretLeak
      }
    let related =
      problem.declaration.map { [.declaration($0.text, $0.origin)] }
      ?? problem.suggestion.map { problems.declaration(of: $0.replacing("'", with: ""), for: rule) } ?? []
    problems.report(
      rule, problem.message.sentence, help: problem.help?.sentence, at: expression.origin,
      textRange: problem.range, related: related, suggestion: problem.suggestion, isGuess: problem.isGuess)
  }
}
