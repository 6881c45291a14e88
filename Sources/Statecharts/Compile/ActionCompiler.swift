import StatechartsModel

/// Makes flat lists of instructions from lists of actions. A list is one interval of the table; loops and branches lie
/// inside it, so running a list needs no tree. All passes add to the same one.
final class ActionCompiler {
  /// Levels of `if` and `foreach` inside each other that a chart may have.
  private static let deepestAction = 32

  let index: StateIndex
  let catalogue: Catalogue
  let names: NameTables
  /// The charts that run inside this one, by their paths, as far as they are known.
  let children: [String: ChildInterface]
  let expressions: ExpressionCompiler
  let problems: ProblemCollector
  /// The paths of the charts that run with an id, each once, for ids with which only charts with known events run.
  private(set) lazy var receivers = receiversByID()

  private(set) var operations = ContiguousArray<Operation>()
  private(set) var loops = ContiguousArray<LoopRecord>()
  private(set) var sends = ContiguousArray<SendRecord>()
  /// How many loops' names are in use at once, at most.
  private(set) var localSlots = 0
  /// The values of assignments that are never unset.
  private(set) var surelySet: Set<ModelOrigin> = []

  init(
    _ index: StateIndex, _ catalogue: Catalogue, _ names: NameTables, _ children: [String: ChildInterface],
    _ expressions: ExpressionCompiler, _ problems: ProblemCollector
  ) {
    (self.index, self.catalogue, self.names, self.children) = (index, catalogue, names, children)
    (self.expressions, self.problems) = (expressions, problems)
  }

  /// Compiles one list of actions.
  func compile(_ actions: [ChartAction], in situation: ExpressionContext) -> Range<Int> {
    guard !actions.isEmpty else { return 0..<0 }
    let start = operations.count
    var situation = situation
    add(actions, &situation, depth: 1)
    return start..<operations.count
  }

  private func add(_ actions: [ChartAction], _ situation: inout ExpressionContext, depth: Int) {
    for action in actions {
      switch action.kind {
      case .handler(let name, let arguments): addCall(name, arguments, situation, action.origin)
      case .assign(let assignments): for each in assignments { addAssignment(each, &situation) }
      case .raise(let event, let data):
        problems.checkDeclared(event, catalogue)
        let payload = catalogue.events.map { $0[event.text] ?? [] }
        let known = catalogue.events == nil || catalogue.events?[event.text] != nil
        let range = expressions.compileFields(
          data, declared: known ? payload : nil, situation, of: "the event `\(event.text)`",
          at: event.origin, isKnown: known)
        operations.append(.raise(event: names.events.number(of: event.text), data: range))
      case .send(let send):
        sends.append(record(of: send, situation))
        operations.append(.send(sends.count - 1))
      case .cancel(let id): if let operation = cancel(id) { operations.append(operation) }
      case .cancelComputed(let id):
        operations.append(.cancelComputed(expressions.lowerName(id, situation, "The id", for: "the id")))
      case .emit(let output, let data): operations.append(emit(output, data, situation))
      case .log(let expression):
        operations.append(.log(expression: expressions.lower(expression, nil, situation).number))
      case .choose, .forEach, .block:
        guard depth < Self.deepestAction else {
          problems.report(
            .limit, "Actions nest deeper than \(Self.deepestAction) levels.",
            help: "Use fewer `if` and `foreach` inside each other.", at: action.origin)
          continue
        }
        // The recursion is bounded by the limit just checked.
        if case .choose(let branches, let otherwise) = action.kind {
          addChoice(branches, otherwise, &situation, depth)
        } else if case .forEach(let item, let index, let list, let body) = action.kind {
          addLoop(item, index, list, body, &situation, depth)
        } else if case .block(let body) = action.kind {
          let place = operations.count
          operations.append(.block(end: 0))
          // What fails in it does not end the actions behind it.
          var inner = situation
          add(body, &inner, depth: depth + 1)
          forgetAssigned(in: body, &situation)
          operations[place] = .block(end: operations.count)
        }
      }
    }
  }

  private func addChoice(
    _ branches: [ChartAction.Branch], _ otherwise: [ChartAction], _ situation: inout ExpressionContext,
    _ depth: Int
  ) {
    var ends: [Int] = []
    let looked = situation.dependsOnEvent
    /// What each branch leaves.
    var branchEnds: [ExpressionContext] = []
    for branch in branches {
      let condition = expressions.lower(branch.condition, .bool, situation)
      let test = operations.count
      operations.append(.jump(to: 0))
      situation.dependsOnEvent = situation.dependsOnEvent || condition.dependsOnEvent
      var inner = situation
      inner.setPaths.add(condition.setPaths(if: true))
      situation.setPaths.add(condition.setPaths(if: false))
      add(branch.actions, &inner, depth: depth + 1)
      branchEnds.append(inner)
      ends.append(operations.count)
      operations.append(.jump(to: 0))
      operations[test] = .jumpUnless(condition: condition.number, to: operations.count)
    }
    add(otherwise, &situation, depth: depth + 1)
    for branch in branchEnds {
      situation.setPaths.keep(branch.setPaths)
      situation.assigned.formUnion(branch.assigned)
    }
    situation.dependsOnEvent = looked
    for end in ends { operations[end] = .jump(to: operations.count) }
  }

  private func addLoop(
    _ item: ChartName, _ index: ChartName?, _ list: ChartExpression, _ body: [ChartAction],
    _ situation: inout ExpressionContext, _ depth: Int
  ) {
    let listExpression = expressions.lower(list, .list(.any), situation, for: "`foreach`").number
    forgetAssigned(in: body, &situation)
    var element = ChartValueType.any
    var type = expressions[listExpression].type
    if case .optional(let inner) = type { type = inner }
    if case .list(let inner) = type { element = inner }
    var inner = situation
    let itemSlot = slot(for: item, element, expressions[listExpression].wholeTaint, &inner)
    let indexSlot = index.map { slot(for: $0, .int, [], &inner) } ?? -1
    let loop = loops.count
    loops.append(LoopRecord(list: listExpression, item: itemSlot, index: indexSlot, body: 0..<0))
    operations.append(.loop(loop))
    let start = operations.count
    add(body, &inner, depth: depth + 1)
    loops[loop].body = start..<operations.count
  }

  /// The slot of a loop's name, which only the loop knows. It never is a variable's.
  private func slot(
    for name: ChartName, _ type: ChartValueType, _ taint: Taint, _ situation: inout ExpressionContext
  ) -> Int {
    // Decision: Docs/decisions/format.md#names-of-a-loop-are-new-names
    problems.checkExpressionName(name, "name for a loop")
    let variable = catalogue.variables[name.text].map { catalogue.context[$0].name }
    if let first = variable ?? situation.locals.last(where: { $0.name == name.text })?.field.name {
      let what = variable == nil ? "a name in this loop" : "a variable"
      problems.report(
        .duplicateName, "`\(name.text)` is already \(what).",
        help:
          "Write another name here and where the loop uses it, for example `next\(name.text.capitalizedFirst)`.",
        at: name.origin, related: [.init(origin: first.origin, message: "first used here")])
    }
    let slot = catalogue.context.count + situation.locals.count
    localSlots = max(localSlots, situation.locals.count + 1)
    situation.locals.append(
      .init(
        field: FieldDeclaration(
          name, type, isSecret: taint.contains(.secret), isPersonal: taint.contains(.personal)),
        slot: slot))
    return slot
  }

  private func addCall(
    _ name: ChartName, _ arguments: [NamedExpression], _ situation: ExpressionContext, _ origin: ModelOrigin
  ) {
    var declared: [FieldDeclaration]?
    if let actions = catalogue.actions {
      if let handler = actions[name.text] {
        declared = handler.arguments
      } else {
        let known = problems.comparisonsLeft > 0 ? Array(actions.keys) + ChartAction.builtInNames : []
        problems.reportUnknown(
          .unknownHandler, "`\(name.text)` is not a declared action.", name, among: known,
          otherwise: "declare `\(name.text)` under `actions:` of `handlers:`")
      }
    }
    let range = expressions.compileFields(
      arguments, declared: declared, situation, of: "the action `\(name.text)`", at: name.origin,
      what: "argument", isKnown: declared != nil || catalogue.actions == nil)
    operations.append(.call(action: names.actions.number(of: name.text), arguments: range))
  }

  private func addAssignment(_ assignment: NamedExpression, _ situation: inout ExpressionContext) {
    guard let slot = catalogue.variables[assignment.name.text] else {
      if situation.locals.contains(where: { $0.name == assignment.name.text }) {
        problems.report(
          .unknownVariable, "`\(assignment.name.text)` belongs to the loop and cannot be assigned.",
          help:
            "Write the name of a variable that is under `context:`, instead of `\(assignment.name.text)`.",
          at: assignment.name.origin)
      } else {
        _ = problems.slot(of: assignment.name, catalogue)
      }
      _ = expressions.lower(assignment.value, nil, situation)
      return
    }
    let field = catalogue.context[slot].field
    let expression = expressions.lower(
      assignment.value, field.type, situation, values: field.values, for: "`\(field.name)`"
    ).number
    noteAssignment(
      of: field, isSurelySet: expressions[expression].isSurelySet, at: assignment.value.origin, in: &situation
    )
    let escaping = expressions.checkSecrecy(
      expression, into: field, "`\(field.name)`", at: assignment.value.origin)
    let type = expressions.needsCheck(expression, field) ? slot : -1
    operations.append(.assign(slot: slot, expression: expression, type: type, escaping: escaping))
  }

  /// Notes that a variable was assigned.
  private func noteAssignment(
    of field: FieldDeclaration, isSurelySet: Bool, at origin: ModelOrigin,
    in situation: inout ExpressionContext
  ) {
    guard expressions.followsOptionalValues, StaticType(field).isOptional else { return }
    let name = field.name.text
    if isSurelySet { surelySet.insert(origin) }
    situation.assigned.insert(name)
    situation.setPaths.forget(name)
    if isSurelySet { situation.setPaths.add([name]) }
  }

  /// Forgets what a body assigns that runs any number of times, or not to its end.
  private func forgetAssigned(in actions: [ChartAction], _ situation: inout ExpressionContext) {
    guard expressions.followsOptionalValues else { return }
    actions.forEachNested { action in
      guard case .assign(let values) = action.kind else { return }
      for value in values {
        situation.assigned.insert(value.name.text)
        situation.setPaths.forget(value.name.text)
      }
    }
  }
}
