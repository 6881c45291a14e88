import StatechartsModel

internal import Statecharts

/// What is known of the values of variables that only the chart sets.
struct ConstantValues {
  typealias Mask = ValueDomain.Mask

  /// A part of a guard that asks for one variable, and always says the same.
  struct Fixed {
    var transition: ChartTransition
    var guarded: ChartExpression
    var part: ExpressionNode
    var holds: Bool
    var variable: ContextVariable
    /// What the variable is, such as "is only 0 or 1".
    var sentence: String
    /// The states of `clear` that take the other values away; empty where nothing gives the variable others.
    var clears: [ChartName]
    /// What is assigned to the variable.
    var assigned: [ChartExpression]
    /// Whether more is assigned to the variable, but never done.
    var leavesOut = false
  }

  private struct Question {
    var state: Int
    var transition: ChartTransition
    var guarded: ChartExpression
    var part: ExpressionNode
  }

  /// What a question comes to for a set of values.
  private enum Answer {
    case varies, yes, no
    /// It fails, or does not hold with some values and fails with others.
    case neverHolds

    var opposite: Answer {
      switch self {
      case .yes: .no
      case .no: .yes
      case .varies, .neverHolds: self
      }
    }
  }

  /// How many questions about one variable are looked at, each with each.
  private static let most = 200

  private let context: LintContext
  private let variables: [ContextVariable]
  private var assigned: [String: [ChartExpression]] = [:]
  /// How often each is set, by `assign` or otherwise.
  private var settings: [String: Int] = [:]
  private var flow: ValueFlow?
  /// How many questions may still be compared with one another, for the chart may be hostile.
  private var comparisons = 5_000

  /// Takes the variables that are asked for something; nil where there are none, or the chart has errors.
  init?(_ context: LintContext, withInputs: Bool = false, where isAsked: (ContextVariable) -> Bool) {
    guard context.isSound else { return nil }
    variables = context.chart.context.filter { (withInputs || !$0.isInput) && isAsked($0) }
    guard !variables.isEmpty else { return nil }
    self.context = context
    for use in context.expressions.uses where use.isAssigned {
      if case .value(let name) = use.role { assigned[name.text, default: []].append(use.expression) }
    }
    for name in context.usage.assigned { settings[name.text, default: 0] += 1 }
  }

  // MARK: Guards

  /// The parts of guards that always say the same, one for each variable at most: the mistake is one.
  ///
  /// A question counts where it is never answered otherwise in the whole chart, whatever else stands around it. That a
  /// variable has its value already is often asked for safety.
  static func fixed(in context: LintContext) -> [Fixed] {
    let isCleared = context.chart.context.contains { !$0.clearedOnExitOf.isEmpty }
    let initialized = Set(context.chart.context.filter { $0.initial != nil }.map(\.name.text))
    // Variables that are set to literals, or count from a first value. Of others, only where they are cleared is known.
    let constantNames = Set(
      context.expressions.uses.compactMap { use -> String? in
        guard use.isAssigned, case .value(let name) = use.role, let node = context.node(of: use.expression),
          ValueDomain.literal(node) != nil || node.isArithmetic && initialized.contains(name.text)
        else { return nil }
        return name.text
      })
    guard isCleared || !constantNames.isEmpty,
      var analysis = Self(
        context, where: { !$0.clearedOnExitOf.isEmpty || constantNames.contains($0.name.text) })
    else { return [] }
    var questions: [String: [Question]] = [:]
    let names = Set(analysis.variables.map(\.name.text))
    for (number, node) in context.tree.nodes.enumerated() {
      for transition in node.state.transitions {
        guard let guarded = transition.guard, let root = context.node(of: guarded) else { continue }
        for part in root.parts {
          guard let name = part.askedName, names.contains(name) else { continue }
          questions[name, default: []].append(
            Question(state: number, transition: transition, guarded: guarded, part: part))
        }
      }
    }
    return analysis.variables.compactMap { variable in
      questions[variable.name.text].flatMap {
        analysis.fixed(variable, $0, isConstant: constantNames.contains(variable.name.text))
      }
    }
  }

  private mutating func fixed(_ variable: ContextVariable, _ questions: [Question], isConstant: Bool)
    -> Fixed?
  {
    guard questions.count <= Self.most, let (values, first) = known(variable, questions.map(\.part)) else {
      return nil
    }
    if isConstant, context.chart.migrations.isEmpty {
      let ever = everything(variable, values, first)
      if let found = fixed(variable, questions, values, first, ever) { return found }
      // What is set only behind a condition that never comes true is not set. Where it does change, or something always
      // holds, it may be asked for safety.
      let reached = follow(variable, values, first, variable.clearedOnExitOf)?.inside.reduce(0, |)
      if let reached, reached == first, reached != ever,
        var found = fixed(variable, questions, values, first, reached), !found.holds
      {
        found.leavesOut = true
        return found
      }
    }
    let clears = variable.clearedOnExitOf
    guard !clears.isEmpty, let inside = follow(variable, values, first, clears)?.inside else { return nil }
    let settled = questions.filter { question in
      let answer = Self.answer(question.part, values, inside[question.state])
      return inside[question.state] != 0 && context.tree.nodes[question.state].state.states.isEmpty
        && answer != .varies && !Self.isSafeguard(question.part, answer)
    }
    guard !settled.isEmpty, let kept = follow(variable, values, first, [])?.inside else { return nil }
    for question in settled {
      comparisons -= questions.count
      guard comparisons > 0 else { return nil }
      let here = inside[question.state]
      let answer = Self.answer(question.part, values, here)
      guard
        Self.answer(question.part, values, kept[question.state]) != answer,
        questions.allSatisfy({ other in
          inside[other.state] == 0
            || Self.agrees(other.part, inside[other.state], question.part, answer, values)
        }), let sentence = values.sentence(here)
      else { continue }
      let causes = clears.filter { name in
        guard clears.count > 1, clears.count <= 4,
          let others = follow(variable, values, first, clears.filter { $0 != name })?.inside
        else { return false }
        return Self.answer(question.part, values, others[question.state]) != answer
      }
      return Fixed(
        transition: question.transition, guarded: question.guarded, part: question.part,
        holds: answer == .yes, variable: variable, sentence: sentence + " here",
        clears: causes.isEmpty ? clears : causes, assigned: [])
    }
    return nil
  }

  /// The first question that always has the same answer for all that the variable is in the whole chart.
  private mutating func fixed(
    _ variable: ContextVariable, _ questions: [Question], _ values: ValueDomain, _ first: Mask, _ ever: Mask
  ) -> Fixed? {
    guard let sentence = values.sentence(ever) else { return nil }
    for question in questions {
      let answer = Self.answer(question.part, values, ever)
      guard answer != .varies, !Self.isSafeguard(question.part, answer),
        let inside = follow(variable, values, first, [])?.inside, inside[question.state] != 0
      else { continue }
      return Fixed(
        transition: question.transition, guarded: question.guarded, part: question.part,
        holds: answer == .yes, variable: variable, sentence: sentence, clears: [],
        assigned: assigned[variable.name.text] ?? [])
    }
    return nil
  }

  private static func answer(_ part: ExpressionNode, _ values: ValueDomain, _ mask: Mask) -> Answer {
    let answers = values.each(in: mask).map { values.answers(part, $0) }
    if answers.allSatisfy({ $0 == .yes }) { return .yes }
    if answers.allSatisfy({ $0 == .no }) { return .no }
    return answers.contains { $0.contains(.yes) } ? .varies : .neverHolds
  }

  /// Whether a question that may be another one, or the same the other way round, has the answer of one that is fixed.
  private static func agrees(
    _ other: ExpressionNode, _ mask: Mask, _ part: ExpressionNode, _ answer: Answer, _ values: ValueDomain
  ) -> Bool {
    let all = values.each(in: values.all)
    let (first, second) = (
      all.map { values.answers(part, $0) }, all.map { values.answers(other, $0) }
    )
    if first == second { return Self.answer(other, values, mask) == answer }
    return first.map(\.negated) != second || Self.answer(other, values, mask) == answer.opposite
  }

  /// Whether it asks only that there is a value, and there is.
  private static func isSafeguard(_ part: ExpressionNode, _ answer: Answer) -> Bool {
    switch part.kind {
    case .not(let operand): isSafeguard(operand, answer.opposite)
    case .call: answer == .yes
    case .compare(.equal, _, _, _): part.asksForNoValue && answer == .no
    case .compare(.notEqual, _, _, _): part.asksForNoValue && answer == .yes
    default: false
    }
  }

  // MARK: Values that are needed

  /// The doubts that stay when every way to their places is looked at. What cannot be followed is not doubted.
  static func lacking(among doubts: [PossiblyAbsentValue], in context: LintContext) -> [PossiblyAbsentValue] {
    let names = Set(doubts.filter { !$0.isAssignedBefore }.compactMap(\.use.variable))
    var results: [String: ValueFlow.Result] = [:]
    var others: Set<String> = []
    var flow: ValueFlow?
    if var analysis = Self(context, withInputs: true, where: { names.contains($0.name.text) }) {
      for variable in analysis.variables {
        let name = variable.name.text
        // What gets the id of a service is set there too.
        guard analysis.settings[name, default: 0] == analysis.assigned[name]?.count ?? 0 else {
          others.insert(name)
          continue
        }
        let values = ValueDomain(presenceOf: variable, surelySet: context.check.surelySet)
        let initial = variable.initial.flatMap { try? parse($0.text) }
        var first = initial.map { $0.kind == .literal(.unset) ? ValueDomain.none : ValueDomain.some }
        if variable.isInput { first = ValueDomain.none | ValueDomain.some }
        results[name] = analysis.follow(
          variable, values, first ?? ValueDomain.none, variable.clearedOnExitOf)
      }
      flow = analysis.flow
    }
    let variables = Set(context.chart.context.map(\.name.text))
    return doubts.filter { doubt in
      guard let name = doubt.use.variable, names.contains(name), !doubt.isAssignedBefore else { return true }
      // Elements of loops are no variables.
      if others.contains(name) || !variables.contains(name) { return true }
      guard let result = results[name], let flow else { return false }
      var mask = result.inside[doubt.state]
      if let step = flow.step(of: doubt, context.tree.nodes[doubt.state]), result.before[step] != 0 {
        mask = result.before[step]
      }
      return mask & ValueDomain.none != 0
    }
  }

  /// The doubts about variables that have a value while the session is not restored, and may have lost it after that.
  ///
  /// - Parameters:
  ///   - names: The variables that snapshots do not keep.
  ///   - check: What was found in the chart, with these variables optional.
  static func lostOnRestore(_ names: Set<String>, _ check: ChartCheck, in context: LintContext)
    -> [PossiblyAbsentValue]
  {
    let doubts = check.possiblyAbsentValues.filter { doubt in
      !doubt.isAssignedBefore && doubt.use.variable.map(names.contains) == true
    }
    let asked = Set(doubts.compactMap(\.use.variable))
    guard !asked.isEmpty,
      var analysis = Self(context, withInputs: true, where: { asked.contains($0.name.text) })
    else { return [] }
    var results: [String: (usual: ValueFlow.Result, lost: ValueFlow.Result)] = [:]
    for variable in analysis.variables {
      let name = variable.name.text
      guard analysis.settings[name, default: 0] == analysis.assigned[name]?.count ?? 0 else { continue }
      let values = ValueDomain(presenceOf: variable, surelySet: check.surelySet)
      var first = ValueDomain.none
      if variable.isInput {
        first = variable.field.type.isOptional ? ValueDomain.none | ValueDomain.some : ValueDomain.some
      }
      let clears = variable.clearedOnExitOf
      if let usual = analysis.follow(variable, values, first, clears),
        let lost = analysis.follow(variable, values, first, clears, lost: ValueDomain.none)
      {
        results[name] = (usual, lost)
      }
    }
    guard let flow = analysis.flow else { return [] }
    return doubts.filter { doubt in
      guard let name = doubt.use.variable, let (usual, lost) = results[name] else { return false }
      return flow.mask(of: doubt, usual) & ValueDomain.none == 0
        && flow.mask(of: doubt, lost) & ValueDomain.none != 0
    }
  }

  // MARK: Following

  /// What a variable can be at all, and at first; nil where something else sets it, or too much is asked.
  private func known(_ variable: ContextVariable, _ asked: [ExpressionNode]) -> (ValueDomain, Mask)? {
    let name = variable.name.text
    let assigned = assigned[name] ?? []
    // The ids of work and of what is sent are set too.
    guard settings[name, default: 0] == assigned.count else { return nil }
    let initial = variable.initial.flatMap { try? parse($0.text) }
    guard variable.initial == nil || initial.flatMap(ValueDomain.literal) != nil,
      let values = ValueDomain(
        variable, assigned.compactMap { context.node(of: $0) } + asked + [initial].compactMap(\.self))
    else { return nil }
    return (values, initial.flatMap(ValueDomain.literal).map { values.mask(of: $0) } ?? ValueDomain.none)
  }

  /// What a variable is anywhere in the chart.
  private func everything(_ variable: ContextVariable, _ values: ValueDomain, _ first: Mask) -> Mask {
    let texts = Set((assigned[variable.name.text] ?? []).map(\.text))
    let nodes = texts.map { context.node(of: ChartExpression($0)) }
    var ever = first
    var seen: Mask = 0
    while seen != ever {
      seen = ever
      for node in nodes { ever |= values.assigned(node, ever).set }
    }
    return ever
  }

  private mutating func follow(
    _ variable: ContextVariable, _ values: ValueDomain, _ first: Mask, _ clears: [ChartName],
    lost: Mask? = nil
  ) -> ValueFlow.Result? {
    if flow == nil { flow = ValueFlow(context) }
    return flow?.follow(
      values, from: first, clearedIn: Set(clears.compactMap { context.tree.number(of: $0) }), lost: lost)
  }
}

extension ChartValueType {
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}

extension ExpressionNode {
  fileprivate var isArithmetic: Bool {
    if case .arithmetic = kind { true } else { false }
  }

  /// What is joined by `and` and `or`.
  fileprivate var parts: [ExpressionNode] {
    switch kind {
    // The parser bounds how deep expressions nest.
    case .all(let operands), .any(let operands): operands.flatMap(\.parts)
    default: [self]
    }
  }

  /// The one name that it asks for: it is that name, compares it with a literal, or asks whether it has a value.
  fileprivate var askedName: String? {
    switch kind {
    case .not(let operand): operand.askedName
    case .name(let name): name
    case .call(name: "defined", _, let arguments):
      arguments.count == 1 && arguments[0].value.isPath ? arguments[0].value.text : nil
    case .compare: GuardComparison(self)?.subject
    default: nil
    }
  }

  /// Whether it compares something with `unset`.
  fileprivate var asksForNoValue: Bool { GuardComparison(self)?.literal == .text("unset") }
}
