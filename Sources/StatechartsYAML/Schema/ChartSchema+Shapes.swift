extension ChartSchema {
  /// What may stand behind a key.
  static func shape(_ shape: FormatShape) -> JSON {
    switch shape {
    case .text: named("text")
    case .count: .object([("type", .string("integer")), ("minimum", .int(1))])
    case .formatVersion: .object([("const", .int(1))])
    case .bool: .object([("type", .string("boolean"))])
    case .choice(let words): .object([("enum", .strings(words))])
    case .name(let kind): named(use(of: kind))
    case .names(let kind): list(of: named(use(of: kind)), isUnique: true)
    case .oneOrMoreNames(let kind):
      anyOf([named(use(of: kind)), list(of: named(use(of: kind)), isUnique: true, least: 1)])
    case .texts: list(of: named("text"), isUnique: true, least: 1)
    case .path: anyOf([named("path"), named("computed")])
    case .paths: list(of: named("path"), isUnique: true, least: 1)
    case .computable(let kind): anyOf([named(use(of: kind)), named("computed")])
    case .blocks:
      anyOf([named("action"), list(of: anyOf([named("action"), list(of: named("action"))]))])
    case .eventTransitions:
      anyOf([
        mapping(spelling(.descriptor), to: named("transitions")),
        list(of: mapping(spelling(.descriptor), to: named("transitions"))),
      ])
    case .expression: named("expression")
    case .expressions(let kind): mapping(use(of: kind), to: named("expression"))
    case .guard: named("guard")
    case .delay: named("delay")
    case .type: named("type")
    case .fields: named("fields")
    case .variables: mapping("expressionName", to: named("variableOrType"))
    case .transitions: named("transitions")
    case .initial: named("initial")
    case .actions: named("actions")
    case .invocations: anyOf([reference(.invoke), list(of: reference(.invoke))])
    case .migrations: list(of: reference(.migration))
    case .mapping(let kind, let inner):
      mapping(
        kind == .failure ? use(of: kind) : spelling(kind), to: self.shape(inner),
        least: kind == .state ? 1 : nil)
    case .described(let object): anyOf([.object([("type", .string("null"))]), reference(object)])
    case .object(let object): reference(object)
    }
  }

  static var shapeDefinitions: [(String, JSON)] {
    let state = named("stateName")
    let expressions = mapping("expressionName", to: named("expression"))
    let fieldOrType = either("type", reference(.field), or: named("fields"), besides: named("type"))
    return spellings + uses + [
      ("text", .object([("type", .strings(["string", "number", "boolean"]))])),
      (
        "path",
        .object([("type", .string("string")), ("pattern", .string(#"^(?!/)[^:\\]*[^:\\/]\.yaml$"#))])
      ),
      (
        "computed", .object([("type", .string("string")), ("pattern", .string(#"^\([\s\S]*\)$"#))])
      ),
      (
        "expression",
        anyOf(
          [
            .object([("type", .string("string")), ("pattern", .string(#"\S"#))]),
            .object([("type", .strings(["number", "boolean"]))]),
            list(of: named("expression")),
            .object([("type", .string("object")), ("additionalProperties", named("expression"))]),
          ])
      ),
      (
        "guard",
        anyOf([
          .object([("type", .string("string")), ("pattern", .string(#"\S"#))]),
          .object([("type", .strings(["number", "boolean"]))]),
          mapping(
            "guardName", to: anyOf([.object([("type", .string("null"))]), expressions]), least: 1,
            most: 1),
        ])
      ),
      (
        "delay",
        anyOf([
          .object([("type", .string("string")), ("pattern", .string(durationPattern))]),
          .object([("type", .string("string")), ("pattern", .string(#"^[^0-9.+\-\s]|^[0-9.].*[*+/(]"#))]),
        ])
      ),
      (
        "type",
        anyOf([
          .object([("enum", .strings(TypeNames.all.flatMap { [$0.name, $0.name + "?"] }))]),
          .object([
            ("type", .string("array")), ("items", named("type")), ("minItems", .int(1)),
            ("maxItems", .int(1)),
          ]),
          .object(
            [("type", .string("object"))] + conditional("type", reference(.type), or: named("fields"))),
        ])
      ),
      ("fields", mapping("expressionName", to: fieldOrType)),
      ("variableOrType", either("type", reference(.variable), or: named("fields"), besides: named("type"))),
      (
        "transitions",
        anyOf([state, reference(.transition), list(of: anyOf([state, reference(.transition)]), least: 1)])
      ),
      ("initial", anyOf([state, list(of: state, isUnique: true, least: 1), reference(.initial)])),
      ("actions", anyOf([named("action"), list(of: named("action"))])),
      ("action", anyOf([named("actionName"), .object([("type", .string("object"))] + actionForms)])),
    ]
  }

  // MARK: Parts

  private static func named(_ name: String) -> JSON { .object([("$ref", .string("#/$defs/" + name))]) }

  private static func anyOf(_ choices: [JSON]) -> JSON { .object([("anyOf", .array(choices))]) }

  private static func list(of item: JSON, isUnique: Bool = false, least: Int? = nil) -> JSON {
    var result: [(String, JSON)] = [("type", .string("array")), ("items", item)]
    if isUnique { result.append(("uniqueItems", .bool(true))) }
    if let least { result.append(("minItems", .int(least))) }
    return .object(result)
  }

  /// A mapping of names that are spelled in a way.
  private static func mapping(_ spelling: String, to value: JSON, least: Int? = nil, most: Int? = nil) -> JSON
  {
    var result: [(String, JSON)] = [
      ("type", .string("object")), ("propertyNames", named(spelling)), ("additionalProperties", value),
    ]
    if let least { result.append(("minProperties", .int(least))) }
    if let most { result.append(("maxProperties", .int(most))) }
    return .object(result)
  }

  private static func conditional(_ key: String, _ then: JSON, or otherwise: JSON) -> [(String, JSON)] {
    [("if", .object([("required", .strings([key]))])), ("then", then), ("else", otherwise)]
  }

  /// A mapping that is one thing with a key and another without, or something that is no mapping.
  private static func either(_ key: String, _ then: JSON, or otherwise: JSON, besides: JSON) -> JSON {
    .object([
      ("if", .object([("type", .string("object"))])),
      ("then", .object(conditional(key, then, or: otherwise))), ("else", besides),
    ])
  }

  /// The format's own actions by the key that begins them, then a handler with its arguments.
  private static var actionForms: [(String, JSON)] {
    let arguments = mapping(
      "actionName",
      to: anyOf([.object([("type", .string("null"))]), mapping("expressionName", to: named("expression"))]),
      least: 1,
      most: 1)
    var result = arguments
    for form in FormatObject.actionForms.reversed() {
      result = .object(conditional(form.verb.text, reference(form.object), or: result))
    }
    guard case .object(let entries) = result else { return [] }
    return entries
  }

  /// A reference to a definition.
  static func shape(named name: String) -> JSON { named(name) }

  /// A list of different things of a definition.
  static func uniqueList(of name: String) -> JSON { list(of: named(name), isUnique: true) }

  // MARK: Names

  private static let durationPattern = #"^([0-9]+(\.[0-9]{1,9})?|\.[0-9]{1,9})(ms|s|m|h|d)$"#

  private static func spelling(_ kind: FormatShape.NameKind) -> String {
    switch kind {
    case .variable, .field, .handler, .item, .versionedVariable: "expressionName"
    case .event, .work: "eventName"
    case .descriptor: "descriptor"
    case .delay: "delayName"
    default: "id"
    }
  }

  /// The definition of a name where it is used; where it is declared, `spelling` says how it is written.
  private static func use(of kind: FormatShape.NameKind) -> String {
    switch kind {
    case .state: "stateName"
    case .error: "errorCode"
    case .output: "outputName"
    case .event: "sentEvent"
    case .variable: "variableName"
    case .failure: "failureName"
    default: spelling(kind)
    }
  }

  /// The names that a chart may use. In the schema of one chart, its own names stand here.
  private static var uses: [(String, JSON)] {
    [
      ("stateName", "id"), ("errorCode", "id"), ("outputName", "id"), ("sentEvent", "eventName"),
      ("variableName", "expressionName"), ("failureName", "id"), ("actionName", "handlerName"),
      ("guardName", "expressionName"), ("serviceName", "expressionName"), ("queryName", "expressionName"),
    ].map { ($0, named($1)) }
  }

  private static var spellings: [(String, JSON)] {
    let id = "[A-Za-z][A-Za-z0-9_-]*"
    let reserved = NameSpelling.reserved.joined(separator: "|")
    let word = "(?!(\(reserved))$)[A-Za-z_][A-Za-z0-9_]*"
    let verbs = FormatObject.actionForms.map(\.verb.text) + ActionWords.companions.keys.sorted()
    let event = #"\#(id)(\.\#(id))*"#
    return [
      ("id", name("^\(id)$")),
      ("expressionName", name("^\(word)$")),
      ("handlerName", name("^(?!(\(verbs.joined(separator: "|")))$)\(word)$")),
      ("eventName", name("^\(event)$")),
      ("descriptor", name(#"^(\*|\#(event)(\.\*)?)$"#)),
      ("delayName", name("\(durationPattern)|^\(word)$")),
    ]
  }

  private static func name(_ pattern: String) -> JSON {
    .object([
      ("type", .string("string")), ("pattern", .string(pattern)),
      ("maxLength", .int(NameSpelling.longest)),
    ])
  }
}
