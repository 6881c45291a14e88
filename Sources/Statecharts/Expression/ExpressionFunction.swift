/// The functions of the expression language that are evaluated like operators.
///
/// `in` and `defined` are not among them, because their arguments are not values.
package enum ExpressionFunction: UInt8, CaseIterable {
  case has, length, contains, startsWith, endsWith, lower, upper, trim, min, max, abs, floor, ceil, round,
    isList
  case concat, text, duration, fail

  /// How the function is written.
  package var name: String {
    switch self {
    case .has: "has"
    case .length: "length"
    case .contains: "contains"
    case .startsWith: "startsWith"
    case .endsWith: "endsWith"
    case .lower: "lower"
    case .upper: "upper"
    case .trim: "trim"
    case .min: "min"
    case .max: "max"
    case .abs: "abs"
    case .floor: "floor"
    case .ceil: "ceil"
    case .round: "round"
    case .isList: "isList"
    case .concat: "concat"
    case .text: "text"
    case .duration: "duration"
    case .fail: "fail"
    }
  }

  /// How many arguments it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .fail: 0...0
    case .has, .contains, .startsWith, .endsWith: 2...2
    case .min, .max, .concat: 1...ExpressionLimits.textLength
    default: 1...1
    }
  }

  /// How it is used, for messages.
  package var usage: String {
    switch self {
    case .has: "has(map, 'name')"
    case .contains: "contains(textOrList, part)"
    case .startsWith: "startsWith(text, beginning)"
    case .endsWith: "endsWith(text, ending)"
    case .lower, .upper, .trim: "\(name)(text)"
    case .min, .max, .concat: "\(name)(a, b, …)"
    case .abs, .floor, .ceil, .round: "\(name)(number)"
    case .length: "length(textOrList)"
    case .isList, .text: "\(name)(value)"
    case .duration: "duration('1.5s')"
    case .fail: "fail()"
    }
  }

  /// Finds a function by its name.
  package init?(name: String) {
    guard let found = Self.byName[name] else { return nil }
    self = found
  }

  private static let byName: [String: ExpressionFunction] = {
    var result: [String: ExpressionFunction] = [:]
    for function in allCases { result[function.name] = function }
    return result
  }()

  /// Every name that can be called, `in` and `defined` included.
  static let allNames = ["in", "defined"] + allCases.map(\.name)

  /// The function that people coming from another language mean, with what to write.
  static func meant(by name: String) -> String? {
    switch name {
    case "len", "size", "count", "strlen": "length"
    case "toLowerCase", "lowercase", "lowercased", "downcase", "tolower": "lower"
    case "toUpperCase", "uppercase", "uppercased", "upcase", "toupper": "upper"
    case "includes", "indexOf": "contains"
    case "hasPrefix", "beginsWith": "startsWith"
    case "hasSuffix": "endsWith"
    case "strip": "trim"
    case "str", "string", "String", "toString": "text"
    case "isArray": "isList"
    case "append", "push", "join": "concat"
    case "exists", "isDefined", "isSet": "defined"
    case "isActive", "inState": "in"
    case "error": "fail"
    default: nil
    }
  }
}
