import StatechartsModel

extension ExpressionChecker {
  mutating func call(
    _ name: String, _ nameRange: Range<Int>, _ arguments: [ExpressionNode.Argument], _ range: Range<Int>
  ) -> Checked {
    if name == "defined" { return defined(arguments, range) }
    if let function = ExpressionFunction(name: name) { return apply(function, nameRange, arguments, range) }
    if !scope.isLiteralsOnly, scope.slots[name] == nil, scope.allowsGuards,
      scope.guardNumbers[name] != nil || scope.guards == nil && arguments.allSatisfy({ $0.label != nil }),
      ExpressionFunction.meant(by: name) == nil || scope.guardNumbers[name] != nil
    {
      return ask(name, nameRange, arguments, range)
    }
    for argument in arguments { _ = visit(argument.value) }
    unknownFunction(name, nameRange, hasPlainArguments: arguments.contains { $0.label == nil })
    return broken(range)
  }

  private mutating func unknownFunction(_ name: String, _ range: Range<Int>, hasPlainArguments: Bool) {
    if scope.slots[name] != nil || scope.locals.contains(where: { $0.name.text == name }) {
      return report(
        "`\(name)` is a variable and cannot be called", help: "remove the parentheses", at: range)
    }
    if scope.guardNumbers[name] != nil {
      return report(
        .unknownHandler, "`\(name)` is a guard, which cannot be used here",
        help: "use it in `guard` or in the condition of an `if`", at: range)
    }
    let meant = ExpressionFunction.meant(by: name)
    var candidates = ExpressionFunction.allNames
    if scope.allowsGuards, suggests { candidates += (scope.guards ?? []).map(\.name.text) }
    let near = meant.map(NearName.init(known:)) ?? nearName(name, candidates)
    let isGuard =
      near.map { scope.guardNumbers[$0.text] != nil } ?? (scope.allowsGuards && !hasPlainArguments)
    report(
      isGuard ? .unknownHandler : .badExpression,
      scope.allowsGuards ? "`\(name)` is neither a function nor a guard" : "`\(name)` is not a function",
      help: near?.question()
        ?? "the functions are \(ExpressionFunction.allNames.joined(separator: ", "))",
      at: range, suggestion: near?.text, isGuess: near?.isSure == false)
  }

  // MARK: defined

  private mutating func defined(_ arguments: [ExpressionNode.Argument], _ range: Range<Int>) -> Checked {
    let bool = StaticType(.bool)
    guard arguments.count == 1, let argument = arguments.first, argument.label == nil else {
      report("`defined` takes one variable or field", help: "write `defined(name)`", at: range)
      return broken(range, bool)
    }
    let node = argument.value
    if case .name("event") = node.kind, scope.event.isAvailable {
      uses.event = true
      uses.dependsOnEvent = true
      return Checked(node: builder.add(.eventExists, range: range), type: bool)
    }
    switch node.kind {
    case .name, .field, .index: break
    default:
      report("`defined` takes a variable or a field, as in `defined(email)`", at: node.range)
      return broken(range, bool)
    }
    (isInDefined, mayLeadNowhere) = (true, true)
    let (data, unknown) = (uses.eventData, uses.unknownData)
    let result = path(node)
    (uses.eventData, uses.unknownData) = (data, unknown)
    (isInDefined, mayLeadNowhere) = (false, false)
    return Checked(
      node: builder.add(.defined, result.node, range: range), type: bool, isConstant: result.isConstant)
  }

  // MARK: Handler guards

  /// A guard without parentheses; nil if the name cannot be used here.
  mutating func bareGuard(_ name: String, _ range: Range<Int>, asCondition: Bool) -> Checked? {
    guard scope.allowsGuards else { return nil }
    if scope.guards == nil {
      // Without a catalogue a name is a guard where the place asks yes or no, and a misspelled variable elsewhere.
      guard asCondition else { return nil }
      switch name {
      case "null", "nil", "none", "None", "undefined", "True", "TRUE", "False", "FALSE", "AND", "OR", "NOT":
        return nil
      default: return ask(name, range, [], range)
      }
    }
    return scope.guardNumbers[name] == nil ? nil : ask(name, range, [], range)
  }

  private mutating func ask(
    _ name: String, _ nameRange: Range<Int>, _ arguments: [ExpressionNode.Argument], _ range: Range<Int>
  ) -> Checked {
    let number = scope.guardNumbers[name] ?? -1
    let declaration = number >= 0 ? scope.guards?[number] : nil
    let outer = uses.taint
    uses.taint = []
    var items: [Int32] = []
    var names: [String] = []
    // Arguments that somebody tried to give; that they are missing need not be said again.
    var tried: [String] = []
    for argument in arguments {
      let field = declaration?.arguments.first { $0.name.text == argument.label }
      let result = visit(argument.value, wanting: field.map { StaticType($0) })
      guard let label = argument.label else {
        let first = declaration?.arguments.first { !tried.contains($0.name.text) }?.name.text ?? "name"
        tried.append(first)
        report(
          "the arguments of a guard need names", help: "write `\(name)(\(first): …)`",
          at: argument.value.range
        )
        continue
      }
      if names.contains(label) {
        report("the argument `\(label)` is given twice", at: argument.labelRange)
        continue
      }
      names.append(label)
      items.append(builder.name(label))
      items.append(result.node)
      if let field {
        require(StaticType(field), of: result.type, at: argument.value)
        if !StaticType(field).isOptional, !StaticType(field).isAny {
          needValue(result.type, argument.value, "the argument `\(label)` of the guard `\(name)`")
        }
        requireSecrecy(field, of: result.type, at: argument.value, guardName: name)
      } else if let declaration {
        let known = declaration.arguments.map(\.name.text)
        let near = nearName(label, known.filter { name in !arguments.contains { $0.label == name } })
        if let near { tried.append(near.text) }
        report(
          .unknownField, "the guard `\(name)` has no argument `\(label)`",
          help: near?.question()
            ?? (known.isEmpty ? "it takes no arguments" : "it takes \(known.listed())"),
          at: argument.labelRange, suggestion: near?.text, isGuess: near?.isSure == false)
      }
    }
    if let declaration { requireComplete(declaration, names + tried, nameRange) }
    let use = CheckedExpression.GuardUse(
      name: name, arguments: names, range: nameRange, readsSecret: uses.taint.contains(.secret),
      number: number)
    uses.taint.formUnion(outer)
    guards.append(use)
    let row = builder.row([Int32(clamping: names.count)] + items)
    return Checked(
      node: builder.add(.ask, Int32(clamping: number), row, range: range), type: StaticType(.bool))
  }

  private mutating func requireSecrecy(
    _ field: FieldDeclaration, of found: StaticType, at node: ExpressionNode, guardName: String
  ) {
    guard found.taintEscaping(into: field).contains(.secret) else { return }
    report(
      .secretLeak,
      "the argument `\(field.name.text)` of the guard `\(guardName)` would receive a secret, but it is not marked `secret: true`",
      help: "add `secret: true` to `\(field.name.text)`", at: node.range)
  }

  /// All arguments that must be there, and all data that the guard wants from the event.
  private mutating func requireComplete(
    _ guardDeclaration: HandlerDeclaration, _ given: [String], _ range: Range<Int>
  ) {
    let name = guardDeclaration.name.text
    let missing = guardDeclaration.arguments.required(besides: Set(given))
    if let first = missing.first {
      report(
        "the guard `\(name)` needs the argument\(missing.count == 1 ? "" : "s") \(missing.listed(most: 3))",
        help: "write `\(name)(\(first): …)`", at: range)
    }
    guard scope.event.isAvailable, case .record(let carried) = StaticType(scope.event.data).type else {
      return
    }
    let lacking = guardDeclaration.payload.required(besides: Set(carried.lazy.map(\.name.text)))
    guard !lacking.isEmpty else { return }
    let event = scope.event.names.flatMap { $0.count == 1 ? $0.first.map { "`\($0)`" } : nil } ?? "this event"
    let them = lacking.count == 1 ? "it" : "them"
    report(
      .unknownField,
      "the guard `\(name)` needs \(lacking.listed(most: 3)) from the event, but \(event) does not have \(them)",
      help: "declare \(them) in the event's payload, or use another guard", at: range)
  }

  // MARK: Functions

  private mutating func apply(
    _ function: ExpressionFunction, _ nameRange: Range<Int>, _ arguments: [ExpressionNode.Argument],
    _ range: Range<Int>
  ) -> Checked {
    var results: [Checked] = []
    for argument in arguments {
      if argument.label != nil {
        report(
          "the arguments of `\(function.name)` have no names", help: "write `\(function.usage)`",
          at: argument.labelRange)
      }
      results.append(visit(argument.value))
    }
    guard function.arity.contains(arguments.count) else {
      let range = arguments.count > function.arity.upperBound ? range : nameRange
      report(
        arguments.count < function.arity.lowerBound
          ? "`\(function.name)` needs more arguments" : "`\(function.name)` has too many arguments",
        help: "write `\(function.usage)`", at: range)
      return broken(range, resultType(of: function, []))
    }
    let nodes = arguments.map(\.value)
    requireArguments(of: function, results, nodes)
    let node = builder.add(
      .call, detail: function.rawValue, builder.row(results.map(\.node)), Int32(clamping: results.count),
      range: range)
    return Checked(
      node: node, type: resultType(of: function, results.map(\.type)),
      // `fail()` stands for an expression that fails at run time, so it must not be evaluated before.
      isConstant: function != .fail && results.allSatisfy(\.isConstant))
  }

  private func resultType(of function: ExpressionFunction, _ arguments: [StaticType]) -> StaticType {
    switch function {
    case .has, .contains, .startsWith, .endsWith, .isList: return StaticType(.bool)
    case .length, .floor, .ceil, .round: return StaticType(.int)
    case .lower, .upper, .trim, .text: return StaticType(.string)
    case .duration: return StaticType(.duration)
    case .fail: return .any
    case .abs: return arguments.first.map { StaticType($0.type) } ?? .any
    case .min, .max, .concat:
      var result: StaticType?
      for argument in arguments { result = result?.joined(with: argument) ?? argument }
      if function == .concat, result?.isText == true { return StaticType(.string) }
      return result.map { StaticType($0.type) } ?? .any
    }
  }

  private mutating func requireArguments(
    of function: ExpressionFunction, _ results: [Checked], _ nodes: [ExpressionNode]
  ) {
    func need(_ words: String, at index: Int, _ fits: (StaticType) -> Bool) {
      let type = results[index].type
      needValue(type, nodes[index], "`\(function.name)`")
      if type.isUnset ? false : type.isAny || fits(type) { return }
      report("`\(function.name)` needs \(words), but this is \(self.words(type))", at: nodes[index].range)
    }
    let isText: (StaticType) -> Bool = { $0.isText }
    switch function {
    case .has:
      need("a map", at: 0) { $0.isMap }
      need("the name of a field as text", at: 1, isText)
    case .length: need("text, a list or a map", at: 0) { $0.isText || $0.isMap || $0.element != nil }
    case .contains:
      need("text or a list", at: 0) { $0.isText || $0.element != nil }
      if results[0].type.isText { need("text to look for", at: 1, isText) }
      requireMembers(results, nodes)
    case .startsWith, .endsWith:
      need("text", at: 0, isText)
      need("text", at: 1, isText)
    case .lower, .upper, .trim: need("text", at: 0, isText)
    case .floor, .ceil, .round: need("a number", at: 0) { $0.isNumeric }
    case .abs: need("a number or a duration", at: 0) { $0.isNumeric || $0.type == .duration }
    case .min, .max:
      for index in results.indices {
        need("numbers or durations", at: index) { $0.isNumeric || $0.type == .duration }
        let kinds = [results[0].type, results[index].type]
        if kinds.contains(where: \.isNumeric), kinds.contains(where: { $0.type == .duration }) {
          report("`\(function.name)` cannot compare numbers with durations", at: nodes[index].range)
        }
      }
    case .concat:
      for index in results.indices {
        need("text or lists", at: index) { $0.isText || $0.element != nil }
        let kinds = [results[0].type, results[index].type]
        if kinds.contains(where: \.isText), kinds.contains(where: { $0.element != nil }) {
          report("`concat` cannot join text with a list", at: nodes[index].range)
        }
      }
    case .text:
      need("a number, text, or true or false", at: 0) { $0.isNumeric || $0.isText || $0.type == .bool }
    case .duration: need("text", at: 0) { $0.isText || $0.type == .duration }
    case .isList, .fail: break
    }
  }

  /// `contains(['a', 'b'], method)`: each listed text must be one that `method` can be, and the other way round.
  private mutating func requireMembers(_ results: [Checked], _ nodes: [ExpressionNode]) {
    if case .list(let elements) = nodes[0].kind,
      let known = closedValues(of: results[1].type, searches: elements.count), !results[1].isConstant
    {
      for element in elements {
        guard case .literal(.string(let text)) = element.kind, !known.contains(text) else { continue }
        notAMember(text, of: known, isCode: results[1].type.type == .error, nodes[1], at: element.range)
      }
    }
    if let element = results[0].type.element, !results[1].type.isComparable(to: StaticType(element)) {
      report(
        "each element of the list is \(StaticType(element).type.words), which is never equal to \(words(results[1].type))",
        at: nodes[1].range)
    } else if let element = results[0].type.element, results[1].isConstant, !results[0].isConstant {
      requireMember(results[1], nodes[1], of: StaticType(element), nil)
    }
  }
}
