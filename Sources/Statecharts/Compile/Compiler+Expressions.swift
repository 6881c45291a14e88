import StatechartsModel

// Pass 6: expressions are parsed, checked where they stand, and numbered. The same text under the same conditions
// is one expression, for charts say the same things often.

extension Compiler {
  /// What the checker needs to know that is the same for the whole chart; made once, for its tables are not small.
  func makeScope() -> ExpressionScope {
    var scope = ExpressionScope(
      variables: chart.context.map(\.field), guards: chart.handlers.guards,
      errorCodes: chart.errors?.map(\.code.text), states: index.numbers)
    // Each comparison looks through all of them.
    if catalogue.events != nil, trie.names.count <= 1_000 {
      scope.eventNames = trie.names.filter { !$0.isEmpty }
    }
    return scope
  }

  /// Parses and checks an expression, and gives it a number.
  ///
  /// - Parameters:
  ///   - type: what the place wants; nil takes anything.
  ///   - values: the only texts that the place takes.
  ///   - receiver: what gets the value, for messages.
  mutating func lower(
    _ expression: ChartExpression, _ type: ChartValueType?, _ situation: ExpressionContext,
    values: [String]? = nil,
    for receiver: String? = nil
  ) -> Int {
    do throws(ExpressionProblem) {
      let node = try parse(expression.text)
      loweredNode = node
      var scope = baseScope
      scope.event = event(expression, in: situation)
      scope.locals = situation.locals.map(\.field)
      scope.allowsGuards = situation.isGuard
      if losses != nil { scope.setPaths = situation.setPaths.paths }
      var (checked, found) = check(
        node, in: scope, expecting: type, values: values, comparisonsLeft: &comparisonsLeft)
      for problem in found { report(problem, in: expression) }
      if !situation.dependsOnEvent, !checked.dependsOnEvent {
        possiblyMissingFields += checked.missing.map {
          PossiblyMissingField(missing: $0, expression: expression, state: situation.state)
        }
      }
      // What has a mistake is not known well enough.
      if found.isEmpty {
        note(
          checked, of: expression, situation, for: receiver,
          isCondition: situation.isGuard || type == .bool && receiver == nil)
      }
      checked.text = expression.text
      checked.bindGuards { guardNames.number(of: $0.name) }
      expressions.append(checked)
      return expressions.count - 1
    } catch {
      loweredNode = nil
      report(error, in: expression)
      expressions.append(CheckedExpression(constant: .unset))
      return expressions.count - 1
    }
  }

  /// Whether an expression reads secret data.
  func readsSecret(_ expression: Int) -> Bool { expressions[expression].readsSecret }

  /// Whether only running can tell that an expression's value fits a declaration.
  func needsCheck(_ expression: Int, _ field: FieldDeclaration) -> Bool {
    // Decision: Docs/decisions/semantics.md#a-type-is-trusted-where-it-is-proven
    let checked = expressions[expression]
    if let constant = checked.constant { return !field.accepts(constant, codes: nil) }
    if field.values != nil, checked.values == nil { return true }
    return !field.type.isProven(by: checked.type, texts: checked.values)
  }

  /// Reports a secret that goes where it would be shown.
  ///
  /// - Returns: What the value is that it would not be any more in the field.
  @discardableResult
  mutating func checkSecrecy(
    _ expression: Int, into field: FieldDeclaration, _ what: String, at origin: ModelOrigin
  ) -> Taint {
    // Decision: Docs/decisions/semantics.md#secrets-are-followed-twice
    let escaping = expressions[expression].taintEscaping(into: field)
    guard escaping.contains(.secret) else { return escaping }
    report(
      .secretLeak,
      "\(what) would receive a secret, but it is not marked `secret: true`.",
      help:
        "Add `secret: true` to `\(field.name)`, where it is declared. If it must not be secret, write another value here.",
      at: origin,
      related: [ModelProblem.Related(origin: field.name.origin, message: "`\(field.name)` is declared here")])
    return escaping
  }

  /// Reports a secret that would become a name.
  mutating func checkOpen(_ expression: Int, _ what: String, at origin: ModelOrigin) {
    guard readsSecret(expression) else { return }
    report(
      .secretLeak, "\(what) would be made from a secret, but names are not secret.",
      help: "Write a fixed text, or a value that is not marked `secret: true`.", at: origin)
  }

  /// The value at the start, from an expression over literals.
  mutating func initialValue(of variable: ContextVariable) -> ChartValue {
    guard let initial = variable.initial else { return .unset }
    // One of the listed texts may be written without the quotes that texts need inside expressions.
    if variable.field.values?.contains(initial.text) == true { return .string(initial.text) }
    do throws(ExpressionProblem) {
      let node = try parse(initial.text)
      let (checked, found) = check(
        node, in: baseScope.literalsOnly, expecting: .optional(variable.field.type),
        values: variable.field.values, comparisonsLeft: &comparisonsLeft)
      for problem in found { report(problem, in: initial) }
      return checked.constant ?? .unset
    } catch {
      report(error, in: initial)
      return .unset
    }
  }

  private mutating func event(_ expression: ChartExpression, in situation: ExpressionContext)
    -> ExpressionScope.Event
  {
    guard case .entering(let events) = situation.event else { return situation.event.scope }
    // Few expressions read it, and putting it together takes a while.
    return expression.text.holds("event") ? entryTriggerScope(events) : .unknown
  }

  /// Whether a condition depends on which event it is, or on whether the event has data.
  func dependsOnEvent(_ expression: Int?) -> Bool {
    guard let expression, expression >= 0 else { return false }
    return expressions[expression].dependsOnEvent
  }

  private mutating func report(_ problem: ExpressionProblem, in expression: ChartExpression) {
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
      ?? problem.suggestion.map { declaration(of: $0.replacing("'", with: ""), for: rule) } ?? []
    problems.append(
      ModelProblem(
        rule, problem.message.sentence, help: problem.help?.sentence, origin: expression.origin,
        textRange: problem.range, related: related, suggestion: problem.suggestion, isGuess: problem.isGuess))
  }
}
