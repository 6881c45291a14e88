import Statecharts
import StatechartsModel

extension ChartBuilder {
  // MARK: Variables

  /// Reads the variables of the context.
  mutating func readVariables(in fields: Fields) {
    guard let entry = value(.context, in: fields) else { return }
    var cursor = chart.walk(entry.value)
    // Repairs look at the variables that are read so far.
    while let (key, value) = chart.next(&cursor) {
      if let name = name(key, .variable) { chart.variables.append(variable(name, key, value)) }
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
    let field = field(name, in: fields)
    let initial = initialValue(of: field, in: fields)
    let persistence = persistence(of: field, in: fields)
    return ContextVariable(
      field, initial: initial, isInput: bool(.input, in: fields) ?? false, persistence: persistence,
      clearedOnExitOf: names(.clear, in: fields))
  }

  private mutating func initialValue(of field: FieldDeclaration, in fields: Fields) -> ChartExpression? {
    guard let entry = entry(.initial, in: fields) else { return nil }
    if let values = field.values {
      if kind(entry.value) == .scalar, values.contains(text(entry.value)) {
        return expression(ComposedExpression(literal: text(entry.value), of: entry.value), at: entry.value)
      }
      if case .name(let value)? = ask(.initialValue(entry.value, values: values)) {
        return expression(ComposedExpression(literal: value), at: entry.value)
      }
    }
    return expression(entry.value, key: entry.key)
  }

  private mutating func persistence(
    of field: FieldDeclaration, in fields: Fields
  ) -> ContextVariable.Persistence {
    guard let entry = entry(.persist, in: fields),
      let chosen = choice(.persist, in: fields).flatMap(ContextVariable.Persistence.init(rawValue:))
    else { return .always }
    if field.isSecret, chosen == .always { report(.storedSecret(entry.value)) }
    return chosen
  }

  // MARK: Fields

  /// Reads fields behind a key of the format.
  mutating func fieldList(_ name: FormatName, in fields: Fields) -> [FieldDeclaration] {
    guard let entry = value(name, in: fields) else { return [] }
    return fieldList(entry.value)
  }

  private mutating func fieldList(_ node: Int32) -> [FieldDeclaration] {
    entries(of: node) { builder, key, value in
      builder.name(key, .field).map { builder.field($0, key, value) }
    }
  }

  private mutating func field(_ name: ChartName, _ key: Int32, _ node: Int32) -> FieldDeclaration {
    guard isLongForm(node, of: .field) else { return FieldDeclaration(name, type(node, key: key) ?? .any) }
    let fields = open(node, as: .field, owner: key)
    defer { close(fields) }
    return field(name, in: fields)
  }

  private mutating func field(_ name: ChartName, in fields: Fields) -> FieldDeclaration {
    let type = optionalType(in: fields)
    return FieldDeclaration(
      name, type, values: values(in: fields, type: type), isSecret: bool(.secret, in: fields) ?? false,
      isPersonal: bool(.personal, in: fields) ?? false, description: string(.description, in: fields))
  }

  private mutating func values(in fields: Fields, type: ChartValueType) -> [String]? {
    guard let entry = value(.values, in: fields) else { return nil }
    switch type {
    case .string, .optional(.string), .any: break
    default:
      report(.valuesOfOtherType(entry.key))
      return nil
    }
    var seen: Set<String> = []
    return texts(of: entry.value, key: entry.key, expected: .text) { builder, item in
      guard seen.insert(builder.text(item)).inserted else {
        builder.report(.duplicateValue(item, after: nil))
        return nil
      }
      return builder.text(item)
    }
  }

  // MARK: Types

  /// Reads a type behind a key of the format.
  mutating func type(_ name: FormatName, in fields: Fields) -> ChartValueType? {
    guard let entry = value(name, in: fields) else { return nil }
    return type(entry.value, key: entry.key)
  }

  private mutating func type(_ node: Int32, key: Int32) -> ChartValueType? {
    switch kind(node) {
    case .scalar:
      if let type = TypeNames.type(text(node)) { return type }
      if isEmpty(node) {
        report(.wrongKind(node, key: key, expected: .type))
      } else {
        report(.unknownType(node))
      }
      return nil
    case .sequence:
      let item = first(node)
      guard item >= 0, next(item) < 0 else {
        report(.wrongKind(node, key: key, expected: .type))
        return nil
      }
      return type(item, key: key).map { .list($0) }
    case .mapping:
      guard isLongForm(node, of: .type) else { return .record(fieldList(node)) }
      let fields = open(node, as: .type, owner: first(node))
      defer { close(fields) }
      // A bare type has no place for a description in the model; it is for the reader of the file.
      _ = string(.description, in: fields)
      return optionalType(in: fields)
    }
  }

  /// Reads `type` and `optional`.
  private mutating func optionalType(in fields: Fields) -> ChartValueType {
    let type = type(.type, in: fields) ?? .any
    guard bool(.optional, in: fields) == true else { return type }
    if case .optional = type { return type }
    return .optional(type)
  }

  /// Whether a mapping is a declaration with the key `type`, not a record of fields.
  ///
  /// A mapping without `type` that says `secret: true` or the like has forgotten it.
  private func isLongForm(_ node: Int32, of object: FormatObject) -> Bool {
    guard kind(node) == .mapping else { return false }
    return chart.entries(of: node).contains { key, value in
      text(key) == "type" || index.has(text(key), in: object) && !couldBeType(value)
    }
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
