import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// What a declaration with a type says.
  private struct Typed {
    var type: ChartValueType = .any
    var values: [String]?
    var isSecret = false
    var isPersonal = false
    var description: String?
  }

  // MARK: Variables

  /// Reads the variables of the context.
  mutating func readVariables(in fields: Fields) {
    guard let entry = entry(.context, in: fields) else { return }
    guard kind(entry.value) == .mapping else { return reportWrongKind(entry, in: fields) }
    var cursor = chart.walk(entry.value)
    while let (key, value) = chart.next(&cursor) {
      if let name = name(key, .variable) {
        chart.variables.append(variable(name, key, value))
      }
    }
  }

  private mutating func variable(_ name: ChartName, _ key: Int32, _ node: Int32) -> ContextVariable {
    guard isLongForm(node, of: .variable) else {
      let isValue = ask(.variable(node, name: name.text)) != nil
      let type = isValue ? .any : type(node, key: key) ?? .any
      return ContextVariable(FieldDeclaration(name, type))
    }
    let fields = open(node, as: .variable, owner: key)
    defer { close(fields) }
    check(fields)
    let typed = typed(fields)
    var initial: ChartExpression?
    if let entry = entry(.initial, in: fields) {
      if let values = typed.values, kind(entry.value) == .scalar, values.contains(text(entry.value)) {
        initial = literal(entry.value)
      } else if let values = typed.values,
        case .name(let value)? = ask(.initialValue(entry.value, values: values))
      {
        initial = ChartExpression(ChartBuilder.quoted(value), origin: ModelOrigin(entry.value))
        compositions[entry.value] = ExpressionComposition()
      } else {
        initial = expression(entry.value, key: entry.key)
      }
    }
    var persistence = ContextVariable.Persistence.always
    if let word = choice(.persist, in: fields), let chosen = ContextVariable.Persistence(rawValue: word) {
      if typed.isSecret, chosen == .always, let entry = entry(.persist, in: fields) {
        report(
          .notAllowed, at: range(entry.value),
          "A secret is never stored as it is, so `persist` cannot be `always`.",
          help: "Remove `persist` or `secret`. Without `persist`, the app may store the secret sealed.")
      } else {
        persistence = chosen
      }
    }
    return ContextVariable(
      field(name, typed), initial: initial, isInput: bool(.input, in: fields) ?? false,
      persistence: persistence,
      clearedOnExitOf: names(.clear, in: fields))
  }

  // MARK: Fields

  /// Reads fields behind a key of the format.
  mutating func fieldList(_ name: FormatName, in fields: Fields) -> [FieldDeclaration] {
    guard let entry = entry(name, in: fields) else { return [] }
    guard kind(entry.value) == .mapping else {
      reportWrongKind(entry, in: fields)
      return []
    }
    return fieldList(entry.value)
  }

  private mutating func fieldList(_ node: Int32) -> [FieldDeclaration] {
    var result: [FieldDeclaration] = []
    var cursor = chart.walk(node)
    while let (key, value) = chart.next(&cursor) {
      if let name = name(key, .field) { result.append(field(name, key, value)) }
    }
    return result
  }

  private mutating func field(_ name: ChartName, _ key: Int32, _ node: Int32) -> FieldDeclaration {
    guard isLongForm(node, of: .field) else { return FieldDeclaration(name, type(node, key: key) ?? .any) }
    let fields = open(node, as: .field, owner: key)
    defer { close(fields) }
    check(fields)
    return field(name, typed(fields))
  }

  private func field(_ name: ChartName, _ typed: Typed) -> FieldDeclaration {
    FieldDeclaration(
      name, typed.type, values: typed.values, isSecret: typed.isSecret, isPersonal: typed.isPersonal,
      description: typed.description)
  }

  private mutating func typed(_ fields: Fields) -> Typed {
    var result = Typed()
    if let entry = entry(.type, in: fields) { result.type = type(entry.value, key: entry.key) ?? .any }
    if bool(.optional, in: fields) == true { result.type = optional(result.type) }
    result.values = values(in: fields, type: result.type)
    result.isSecret = bool(.secret, in: fields) ?? false
    result.isPersonal = bool(.personal, in: fields) ?? false
    result.description = string(.description, in: fields)
    return result
  }

  private mutating func values(in fields: Fields, type: ChartValueType) -> [String]? {
    guard let entry = entry(.values, in: fields) else { return nil }
    guard kind(entry.value) == .sequence, first(entry.value) >= 0 else {
      reportWrongKind(entry, in: fields)
      return nil
    }
    switch type {
    case .string, .optional(.string), .any: break
    default:
      report(
        .misplacedKey, at: range(entry.key), "Only the type `string` can have `values`.",
        help: "Remove `values`, or write `type: string`.")
      return nil
    }
    var result: [String] = []
    var seen: Set<String> = []
    var item = first(entry.value)
    while item >= 0 {
      if kind(item) == .scalar, !isEmpty(item) {
        if !seen.insert(text(item)).inserted {
          report(
            .duplicateValue, at: range(item), "\(shown(text(item))) is in this list twice.",
            help: "Remove one of the two.")
        } else {
          result.append(text(item))
        }
      } else {
        reportWrongKind(item, key: entry.key, expected: .text)
      }
      item = next(item)
    }
    return result
  }

  // MARK: Types

  /// Reads a type behind a key of the format.
  mutating func type(_ name: FormatName, in fields: Fields) -> ChartValueType? {
    guard let entry = entry(name, in: fields) else { return nil }
    return type(entry.value, key: entry.key)
  }

  /// Reads a type.
  mutating func type(_ node: Int32, key: Int32) -> ChartValueType? {
    switch kind(node) {
    case .scalar:
      guard !isEmpty(node) else {
        reportWrongKind(node, key: key, expected: .type, help: "The types are \(TypeNames.list).")
        return nil
      }
      if let type = TypeNames.type(text(node)) { return type }
      report(.unknownType(node))
      return nil
    case .sequence:
      let item = first(node)
      guard item >= 0, next(item) < 0 else {
        reportWrongKind(
          node, key: key, expected: .type,
          help: item < 0
            ? "Say what the list contains, for example `[string]`."
            : "A list has one type, for example `[string]`. To allow only certain texts, use `values`.")
        return nil
      }
      return type(item, key: key).map { .list($0) }
    case .mapping:
      guard isLongForm(node, of: .type) else { return .record(fieldList(node)) }
      let fields = open(node, as: .type, owner: first(node))
      defer { close(fields) }
      check(fields)
      // A bare type has no place for a description in the model; it is for the reader of the file.
      _ = string(.description, in: fields)
      let type = type(.type, in: fields) ?? .any
      return bool(.optional, in: fields) == true ? optional(type) : type
    }
  }

  private func optional(_ type: ChartValueType) -> ChartValueType {
    if case .optional = type { return type }
    return .optional(type)
  }

  /// Whether a mapping is a declaration with the key `type`, not a record of fields.
  ///
  /// A mapping without `type` that says `secret: true` or the like has forgotten it.
  private func isLongForm(_ node: Int32, of object: FormatObject) -> Bool {
    guard kind(node) == .mapping else { return false }
    var hasForgotten = false
    var cursor = chart.walk(node)
    while let (key, value) = chart.next(&cursor) {
      if text(key) == "type" { return true }
      if index.find(text(key), in: object) != nil, !couldBeType(value) { hasForgotten = true }
    }
    return hasForgotten
  }

  private func couldBeType(_ node: Int32) -> Bool {
    switch kind(node) {
    case .scalar: return TypeNames.type(text(node)) != nil
    case .mapping: return true
    case .sequence:
      let item = first(node)
      return item >= 0 && next(item) < 0 && couldBeType(item)
    }
  }
}
