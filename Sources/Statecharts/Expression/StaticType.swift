import StatechartsModel

/// What the checker knows of a value before it exists.
struct StaticType: Hashable {
  /// The type, never `.optional`; `.any` for `unset`.
  var type: ChartValueType
  /// Whether there may be no value.
  var isOptional = false
  /// Whether it is the literal `unset`.
  var isUnset = false
  /// Whether a condition or an assignment before has made sure that there is a value. The engine does not rely on it.
  var isSet = false
  /// The only texts it can be.
  var values: [String]?
  /// What the whole of it is; what parts of it are, the type says.
  var taint: Taint = []

  static let any = StaticType(.any)
  static let unset = StaticType(.any, isOptional: true, isUnset: true)

  init(
    _ type: ChartValueType, isOptional: Bool = false, isUnset: Bool = false, values: [String]? = nil,
    taint: Taint = []
  ) {
    self.isOptional = isOptional
    self.isUnset = isUnset
    self.values = values
    self.taint = taint
    var type = type
    // proven: it ends, because each turn takes one layer off.
    while case .optional(let inner) = type {
      type = inner
      self.isOptional = true
    }
    self.type = type
  }

  init(_ field: FieldDeclaration) { self.init(field.type, values: field.values, taint: field.taint) }

  init(of value: ChartValue) {
    switch value {
    case .unset: self = .unset
    case .bool: self.init(.bool)
    case .int: self.init(.int)
    case .number: self.init(.number)
    case .string(let text): self.init(.string, values: [text])
    case .duration: self.init(.duration)
    case .list: self.init(.list(.any))
    case .map: self.init(.map)
    }
  }

  /// The type as a declaration would say it.
  var declared: ChartValueType { isOptional ? .optional(type) : type }

  /// Whether there may be no value where a value is needed. Of data without a type nothing is known.
  var mayLackValue: Bool { isOptional && !isSet && !isUnset && !isAny }

  var isAny: Bool { if case .any = type { true } else { false } }

  /// What the whole of it or a part of it is.
  var allTaint: Taint { taint.union(type.heldTaint) }

  /// What it is that it would not be any more in a declared place.
  func taintEscaping(into place: FieldDeclaration) -> Taint {
    taint.union(type.taintEscaping(into: place.type)).subtracting(place.taint)
  }

  var isNumeric: Bool { type == .int || type == .number }

  var isText: Bool { type == .string || type == .error }

  var isMap: Bool {
    switch type {
    case .map, .record: true
    default: false
    }
  }

  /// The type of the elements of a list.
  var element: ChartValueType? {
    if case .list(let element) = type { element } else { nil }
  }

  /// The type of a field; nil where none is declared.
  func field(_ name: String) -> StaticType? {
    guard case .record(let fields) = type else { return nil }
    return fields.first { $0.name.text == name }.map { StaticType($0) }
  }

  /// What both are.
  func joined(with other: StaticType) -> StaticType {
    let isOptional = isOptional || other.isOptional
    if isUnset { return StaticType(other.type, isOptional: true, values: other.values) }
    if other.isUnset { return StaticType(type, isOptional: true, values: values) }
    if type == other.type {
      var both: [String]?
      if let values, let others = other.values, values.count + others.count <= DeclarationLimits.mostValues {
        let known = Set(values)
        both = values + others.filter { !known.contains($0) }
      }
      return StaticType(type, isOptional: isOptional, values: both)
    }
    if isNumeric, other.isNumeric { return StaticType(.number, isOptional: isOptional) }
    if isText, other.isText { return StaticType(.string, isOptional: isOptional) }
    if isMap, other.isMap { return StaticType(.map, isOptional: isOptional) }
    if element != nil, other.element != nil { return StaticType(.list(.any), isOptional: isOptional) }
    return StaticType(.any, isOptional: isOptional)
  }

  /// Whether values of both kinds can ever be equal.
  func isComparable(to other: StaticType) -> Bool {
    if isAny || other.isAny || isUnset || other.isUnset || type == other.type { return true }
    return (isNumeric && other.isNumeric) || (isText && other.isText) || (isMap && other.isMap)
      || (element != nil && other.element != nil)
  }
}

extension ChartValueType {
  /// The type in plain words with an article.
  package var words: String {
    switch self {
    case .any: "any value"
    case .bool: "a yes-or-no value"
    case .int: "an integer"
    case .number: "a number"
    case .string: "text"
    case .duration: "a duration"
    case .error: "an error code"
    case .list: "a list"
    case .map, .record: "a map"
    case .optional(let type): type.words
    }
  }

}

extension ChartValue {
  /// The kind of the value in plain words with an article.
  package var kindWords: String {
    switch self {
    case .unset: "no value"
    case .bool: "a yes-or-no value"
    case .int: "an integer"
    case .number: "a number"
    case .string: "text"
    case .duration: "a duration"
    case .list: "a list"
    case .map: "a map"
    }
  }
}
