import StatechartsModel

extension ExpressionChecker {
  /// A name, or a field or element of something. Unlike `visit` it does not count as reading the whole, because
  /// `user.name` does not read `user.password`.
  mutating func path(
    _ node: ExpressionNode, wanting wanted: StaticType? = nil, asCondition: Bool = false
  ) -> Checked {
    var result = anyPath(node, wanting: wanted, asCondition: asCondition)
    if let set = scope.setPaths, result.type.isOptional, set.contains(node.text) { result.type.isSet = true }
    return result
  }

  private mutating func anyPath(
    _ node: ExpressionNode, wanting wanted: StaticType?, asCondition: Bool
  ) -> Checked {
    switch node.kind {
    case .name(let name): return self.name(name, node.range, wanting: wanted, asCondition: asCondition)
    case .field(let base, let name, let nameRange):
      if case .name("event") = base.kind { return eventField(name, nameRange, node.range) }
      if case .name("session") = base.kind, !scope.declares("session"), !scope.isLiteralsOnly {
        return sessionField(name, nameRange, node.range)
      }
      if case .name("context") = base.kind, scope.slots["context"] == nil, scope.slots[name] != nil {
        report(
          .unknownVariable, "variables are written without `context.`", help: "write `\(name)`",
          at: node.range,
          suggestion: name)
        return broken(node.range)
      }
      let base = (result: path(base), node: base)
      return field(name, nameRange, of: base.result, base.node, node.range)
    case .index(let base, let index):
      let result = path(base)
      return element(index, of: result, base, node.range)
    default: return visit(node)
    }
  }

  private mutating func name(
    _ name: String, _ range: Range<Int>, wanting wanted: StaticType?, asCondition: Bool
  ) -> Checked {
    if wanted?.type == .error, scope.isLiteralsOnly || !scope.declares(name),
      scope.knownErrors?.contains(name) == true
    {
      // Decision: Docs/decisions/format.md#an-error-code-needs-no-quotes
      return Checked(
        node: builder.constant(.string(name), range: range), type: StaticType(of: .string(name)),
        isConstant: true)
    }
    if scope.isLiteralsOnly {
      if let wanted, wanted.isText || wanted.isAny {
        if let known = closedValues(of: wanted), !known.contains(name) {
          notAMember(name, of: known, isCode: wanted.type == .error, nil, at: range)
          return broken(range)
        }
        report(
          .unknownVariable, "`\(name)` is a name, but only a literal value is allowed here",
          help: quotedHelp(name, range), at: range,
          suggestion: closedValues(of: wanted) == nil ? nil : "'\(name)'")
        return broken(range)
      }
      if wanted?.type == .bool, let truth = Self.truthWords[name.lowercased()] {
        report("`\(name)` is not `true` or `false`", help: "write `\(truth)`", at: range, suggestion: truth)
        return broken(range)
      }
      return notALiteral(range)
    }
    if let slot = scope.locals.lastIndex(where: { $0.name.text == name }) {
      uses.locals.insert(slot)
      return Checked(
        node: builder.add(.local, Int32(clamping: slot), range: range), type: StaticType(scope.locals[slot]))
    }
    if let slot = scope.slots[name] {
      uses.variables.insert(slot)
      return Checked(
        node: builder.add(.variable, Int32(clamping: slot), range: range),
        type: StaticType(scope.variables[slot]))
    }
    if name == "event" {
      report(
        "`event` alone is not a value", help: "write `event.name`, `event.data.FIELD` or `event.error`",
        at: range)
      return broken(range)
    }
    if let result = bareGuard(name, range, asCondition: asCondition) { return result }
    unknownName(name, range, wanting: wanted, asCondition: asCondition)
    return broken(range, wanted?.type == .bool ? StaticType(.bool) : .any)
  }

  private static let truthWords = [
    "yes": "true", "on": "true", "true": "true", "no": "false", "off": "false", "false": "false",
  ]

  private mutating func eventField(_ name: String, _ nameRange: Range<Int>, _ range: Range<Int>) -> Checked {
    guard scope.event.isAvailable else {
      if scope.isLiteralsOnly { return notALiteral(range) }
      report("`event` is not available here", at: range)
      return broken(range)
    }
    uses.event = true
    switch name {
    case "name":
      uses.dependsOnEvent = true
      guard scope.event.hasName else {
        if !isInDefined {
          report(
            "`event.name` has no value here, because the chart starts",
            help: "only the start of the chart leads here, and it has no name", at: range)
        }
        return Checked(
          node: builder.add(.eventName, range: range), type: StaticType(.string, isOptional: true))
      }
      return Checked(
        node: builder.add(.eventName, range: range), type: StaticType(.string, values: scope.event.names))
    case "data":
      let type = StaticType(scope.event.data)
      uses.eventData = true
      switch type.type {
      case .any, .map: uses.unknownData = true
      default: break
      }
      return Checked(node: builder.add(.eventData, range: range), type: type)
    case "error":
      uses.dependsOnEvent = true
      let node = builder.add(.eventError, range: range)
      switch scope.event.failure {
      case .any: return Checked(node: node, type: StaticType(.error, isOptional: true))
      case .codes(let codes): return Checked(node: node, type: StaticType(.error, values: codes))
      case .none where isInDefined: return Checked(node: node, type: StaticType(.error, isOptional: true))
      case .none:
        report(
          "`event.error` has no value here, because this event is not a failure",
          help: "use it in the transitions of `failed:`", at: range)
        return Checked(node: node, type: StaticType(.error, isOptional: true))
      }
    default:
      if let detail = EventDetail(name: name) {
        uses.dependsOnEvent = true
        return Checked(
          node: builder.add(.eventDetail, detail: detail.rawValue, range: range),
          type: StaticType(.string, isOptional: detail != .type))
      }
      let names = ["name", "data", "error"] + EventDetail.allCases.map(\.name)
      var near = nearName(name, names)
      var help = near?.question() ?? "an event has \(names.map { "event.\($0)" }.listed())"
      if case .record(let fields) = StaticType(scope.event.data).type,
        fields.contains(where: { $0.name.text == name })
      {
        help = "the fields of its payload are in `event.data`: write `event.data.\(name)`"
        near = NearName(known: "data.\(name)")
      }
      report(
        .unknownField, "an event has no `\(name)`", help: help, at: nameRange, suggestion: near?.text,
        isGuess: near?.isSure == false)
      return broken(range)
    }
  }

  /// `session.id`. A variable of the name `session` goes before it.
  private mutating func sessionField(_ name: String, _ nameRange: Range<Int>, _ range: Range<Int>) -> Checked
  {
    // Decision: Docs/decisions/format.md#sessionid-not-_sessionid
    guard name == "id" else {
      report(.unknownField, "a session has no `\(name)`", help: "write `session.id`", at: nameRange)
      return broken(range)
    }
    return Checked(node: builder.add(.sessionID, range: range), type: StaticType(.string))
  }

  private mutating func field(
    _ name: String, _ nameRange: Range<Int>, of base: Checked, _ baseNode: ExpressionNode, _ range: Range<Int>
  ) -> Checked {
    // An event without data has no fields at all, which is looked at elsewhere.
    if !mayLeadNowhere, !baseNode.isEventData {
      needValue(base.type, baseNode, reading: (".\(name)", base.type.field(name)))
    }
    let node = builder.add(.field, base.node, builder.name(name), range: range)
    let isConstant = base.isConstant
    let taint = base.type.taint
    switch base.type.type {
    case .any, .map:
      if base.type.isUnset { break }
      return Checked(
        node: node, type: StaticType(.any, isOptional: true, taint: taint), isConstant: isConstant)
    case .record(let fields):
      if let field = fields.first(where: { $0.name.text == name }) {
        var type = StaticType(field)
        type.taint.formUnion(taint)
        if baseNode.isEventData {
          if scope.event.partial.contains(name) { type.isSet = true }
          if isInDefined {
            uses.dependsOnEvent = true
          } else if !mayLeadNowhere, let events = scope.event.missing[name] {
            uses.missing.append(.init(name: name, events: events, range: nameRange))
          }
        }
        return Checked(node: node, type: type, isConstant: isConstant)
      }
      unknownField(name, nameRange, fields, baseNode)
      return broken(range)
    default: break
    }
    let isCount =
      ["length", "count", "size"].contains(name) && (base.type.isText || base.type.element != nil)
    report(
      .unknownField, "\(quoted(baseNode)) is \(words(base.type)) and has no fields",
      help: isCount ? "write `length(\(baseNode.text))`" : nil, at: nameRange)
    return broken(range)
  }

  private mutating func unknownField(
    _ name: String, _ range: Range<Int>, _ fields: [FieldDeclaration], _ base: ExpressionNode
  ) {
    let near = nearName(name, fields.map(\.name.text))
    let help: String
    if let near {
      help = near.question()
    } else if fields.isEmpty {
      let places =
        base.isEventData
        ? ": write them under `payload` of the event, `result` of the service, or `output` of the final state"
        : ""
      help = "no fields are declared\(places)"
    } else {
      help = "it has \(fields.map(\.name.text).listed())"
    }
    report(
      .unknownField, "\(quoted(base)) has no field `\(name)`", help: help, at: range, suggestion: near?.text,
      isGuess: near?.isSure == false,
      declaration: near.flatMap { near in fields.first { $0.name.text == near.text }?.name })
  }

  private mutating func element(
    _ index: ExpressionNode, of base: Checked, _ baseNode: ExpressionNode, _ range: Range<Int>
  ) -> Checked {
    let position = visit(index)
    if !mayLeadNowhere {
      needValue(base.type, baseNode, reading: ("[\(index.text)]", nil))
      needValue(position.type, index, "the index")
    }
    let node = builder.add(.index, base.node, position.node, range: range)
    var result = Checked(node: node, type: .any, isConstant: base.isConstant && position.isConstant)
    let taint = base.type.taint.union(position.type.allTaint)
    result.type.taint = taint
    switch base.type.type {
    case .any where !base.type.isUnset: break
    case .list(let element):
      if !position.type.isAny, position.type.type != .int {
        report(
          "the index of a list must be an integer, but this is \(words(position.type))", at: index.range)
      }
      result.type = StaticType(element, taint: taint)
    case .map, .record:
      if !position.type.isAny, !position.type.isText {
        report("the name of a field must be text, but this is \(words(position.type))", at: index.range)
      }
      result.type.isOptional = true
      guard case .record(let fields) = base.type.type else { break }
      guard case .string(let name)? = builder.constantValue(of: position.node) else {
        result.type.taint = taint.union(base.type.type.heldTaint)
        break
      }
      guard let field = fields.first(where: { $0.name.text == name }) else {
        unknownField(name, index.range, fields, baseNode)
        return broken(range)
      }
      result.type = StaticType(field)
      result.type.taint.formUnion(taint)
    default:
      report("\(quoted(baseNode)) is \(words(base.type)) and has no elements", at: baseNode.range)
      return broken(range)
    }
    return result
  }

  // MARK: Words

  /// A node for a message: its text in back quotes, or “this” when it is long.
  func quoted(_ node: ExpressionNode) -> String {
    let text = node.text
    return text.utf8.count <= 40 ? "`\(text)`" : "this"
  }

  /// A type for a message.
  func words(_ type: StaticType) -> String { type.isUnset ? "no value" : type.type.words }

  /// How to write a name as a text. A whole expression needs outer quotes too, because YAML takes the inner ones away.
  func quotedHelp(_ name: String, _ range: Range<Int>) -> String {
    // Decision: Docs/decisions/format.md#a-text-in-an-expression-has-its-own-quotes
    range == root.range
      ? "for the text, write it in inner quotes: `\"'\(name)'\"`"
      : "for the text, write it in quotes: `'\(name)'`"
  }

  /// Reports a name that means nothing, with the likeliest intention.
  private mutating func unknownName(
    _ name: String, _ range: Range<Int>, wanting wanted: StaticType?, asCondition: Bool
  ) {
    let codes = wanted?.type == .error ? scope.knownErrors?.texts ?? [] : []
    let message =
      if !codes.isEmpty {
        "`\(name)` is neither an error code nor a variable"
      } else if scope.allowsGuards {
        "`\(name)` is neither a variable nor a guard"
      } else {
        "`\(name)` is not a declared variable"
      }
    let wantsText = wanted.map { $0.isText } ?? false
    func add(
      _ help: String, _ suggestion: String? = nil, isGuess: Bool = false, isGuard: Bool = false
    ) {
      report(
        isGuard ? .unknownHandler : .unknownVariable, message, help: help, at: range, suggestion: suggestion,
        isGuess: isGuess)
    }
    if let wanted, closedValues(of: wanted)?.contains(name) == true {
      return add(quotedHelp(name, range), "'\(name)'")
    }
    switch name {
    case "null", "nil", "none", "None", "undefined", "NULL", "Null":
      return asCondition
        ? add("write a condition, or remove the guard") : add("write `unset`", "unset")
    case "True", "TRUE", "yes", "Yes", "YES": return add("write `true`", "true")
    case "False", "FALSE", "no", "No", "NO": return add("write `false`", "false")
    case "on", "On", "ON", "off", "Off", "OFF":
      if wanted?.type == .bool, let truth = Self.truthWords[name.lowercased()] {
        return add("write `\(truth)`", truth)
      }
    case "AND", "OR", "NOT": return add("write `\(name.lowercased())`", name.lowercased())
    default: break
    }
    var candidates = ["event"] + codes
    if suggests { candidates += scope.variables.map(\.name.text) + scope.locals.map(\.name.text) }
    if suggests, scope.allowsGuards { candidates += (scope.guards ?? []).map(\.name.text) }
    if let near = nearName(name, candidates) {
      let more = wantsText && codes.isEmpty ? " \(quotedHelp(name, range).sentence)" : ""
      return add(
        near.question() + more, near.text, isGuess: !near.isSure,
        isGuard: scope.guardNumbers[near.text] != nil && scope.slots[near.text] == nil)
    }
    let path = "event.data.\(name)"
    var mayBeField = scope.event.isAvailable
    if case .record(let fields) = StaticType(scope.event.data).type {
      // It may also be a variable of another name now, which compares with the field.
      if fields.contains(where: { $0.name.text == name }) {
        return add("write `\(path)`", path, isGuess: true)
      }
      mayBeField = false
    }
    if !codes.isEmpty { return add("declare the error code under `errors:`") }
    if wantsText, range == root.range, mayBeField {
      return add("for the data of the event, write `\(path)`; \(quotedHelp(name, range))")
    }
    if wantsText { return add(quotedHelp(name, range)) }
    if scope.states[name] != nil {
      return add("to check whether the state is active, write `in(\(name))`", "in(\(name))")
    }
    if ExpressionFunction.allNames.contains(name) { return add("a function needs parentheses: `\(name)(…)`") }
    if scope.guardNumbers[name] != nil {
      return add("a guard can be used only in `guard` or in a condition", isGuard: true)
    }
    if scope.allowsGuards, asCondition {
      return add("declare it under `context:`, or as a guard under `handlers:`", isGuard: true)
    }
    if wanted?.type == .duration {
      return add("write a number and a unit, for example `5s`, or declare it under `context:`")
    }
    add("declare it under `context:`" + (isInDefined ? "" : "; \(quotedHelp(name, range))"))
  }
}

extension ExpressionNode {
  /// Whether it is `event.data`.
  fileprivate var isEventData: Bool {
    guard case .field(let base, "data", _) = kind, case .name("event") = base.kind else { return false }
    return true
  }
}
