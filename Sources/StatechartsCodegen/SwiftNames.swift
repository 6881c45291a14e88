/// Makes names of a chart into names of Swift that are all different.
struct SwiftNames {
  private var taken: Set<String>

  /// - Parameter reserved: names that must not be given.
  init(reserved: Set<String> = []) { taken = reserved }

  /// Gives a name to everything in a list. Who is called in Swift as in the chart keeps the name, whatever stands before it.
  ///
  /// - Parameters:
  ///   - names: the names in the chart, each different.
  ///   - suffix: what is added where a name is taken.
  mutating func members(_ names: [String], suffix: String = "Value") -> [String] {
    var result = [String?](repeating: nil, count: names.count)
    let wanted = names.map(Self.member)
    for (index, name) in names.enumerated()
    where wanted[index] == name && !taken.contains(name) && !Self.impossible.contains(name) {
      taken.insert(name)
      result[index] = name
    }
    return zip(wanted, result).map { name, kept in kept ?? add(name, suffix: suffix) }
  }

  /// Gives a name to a type; the first of the candidates that is free.
  mutating func type(_ candidates: String...) -> String {
    let names = candidates.map(Self.type)
    if let free = names.first(where: { !taken.contains($0) }) {
      taken.insert(free)
      return free
    }
    return add(names.last ?? "Data", suffix: "Data")
  }

  private mutating func add(_ name: String, suffix: String) -> String {
    var candidate = name
    if taken.contains(candidate) || Self.impossible.contains(candidate) {
      let isWord = Self.impossible.contains(candidate)
      var number = 2
      candidate = isWord ? name + suffix : "\(name)\(number)"
      while taken.contains(candidate) {
        candidate = "\(name)\(number)"
        number += 1
      }
    }
    taken.insert(candidate)
    return candidate
  }

  // MARK: - The shape of names

  /// A name of a case, property, method or parameter: `fooBar`, whatever separates the words in the chart.
  static func member(_ name: String) -> String {
    if isMember(name) { return name }
    let words = words(name)
    guard let first = words.first else { return name.isEmpty ? "empty" : "value" }
    let result = lowered(first) + words.dropFirst().map(capitalized).joined()
    return result.first?.isNumber == true ? "value" + result : result
  }

  /// Whether it is one already: a small letter, then letters and digits. Nearly all are.
  private static func isMember(_ name: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let first = name.utf8.first, letters ~= first else { return false }
    return name.utf8.allSatisfy { letters ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// A name of a type: `FooBar`.
  static func type(_ name: String) -> String {
    let result = words(name).map(capitalized).joined()
    if result.isEmpty { return "Value" }
    return result.first?.isNumber == true ? "Value" + result : result
  }

  private static func words(_ name: String) -> [String] {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    // A name in capitals has no words of its own case.
    let isLoud =
      !name.contains { $0.isASCII && $0.isLowercase } && name.contains { $0.isASCII && $0.isLetter }
    let isLong = words.count > 1 || (words.first?.count ?? 0) > 1
    return isLoud && isLong ? words.map { $0.lowercased() } : words
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// `URLOpened` becomes `urlOpened`, `OK` becomes `ok`, `Start` becomes `start`.
  private static func lowered(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }.count
    if capitals == word.count { return word.lowercased() }
    let count = capitals > 1 ? capitals - 1 : capitals
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  // MARK: - Words of the language

  /// The name where a declaration or an expression stands: words of the language in backticks.
  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// The name where a label is declared, for which most words of the language may be used as they are.
  static func label(_ name: String) -> String {
    ["inout", "var", "let"].contains(name) ? "`\(name)`" : name
  }

  /// The name where a label stands in a call, where more words may be used as they are.
  static func argument(_ name: String) -> String { name == "inout" ? "`inout`" : name }

  /// Names that cannot be members even in backticks, or that mean something else behind a dot: `.none` of an optional type is
  /// nil.
  private static let impossible: Set<String> = [
    "init", "self", "Self", "Type", "Protocol", "deinit", "subscript", "none", "some",
  ]

  /// The words of the language.
  static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript",
    "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "await", "package",
  ]

  /// Names that generated code uses for something else: no type of a chart may take their place.
  static let types: Set<String> = [
    "StateID", "ServiceID", "Event", "Output", "Input",
    "ErrorCode", "Context", "Query", "TypedQuery", "TypedService",
    "Handlers", "StateNode", "ChartTransition",
    "ChartAction",
    "ChartValue", "ChartName", "Statechart", "Statecharts", "Machine", "ChartHandlers", "HandlerCall",
    "ServiceCall",
    "ServiceFailure", "CodedError", "DeclaredFailure", "TypedData", "TypedDataProblem", "TypedEvent",
    "TypedOutput",
    "TypedInput", "OptionalInput", "AnyHandlers",
    "TypedContext", "TypedChart", "GuardedData", "ShownMark", "ContextValues", "ContextVariable",
    "FieldDeclaration",
    "EventDeclaration", "ErrorDeclaration", "OutputDeclaration", "HandlerDeclaration", "HandlerCatalogue",
    "NamedExpression", "ChartExpression", "EventTransition", "EventDescriptor", "DelayedTransition",
    "InitialTransition", "ChartInvocation", "ChartDelay", "Duration", "NamedData", "EventOutcome",
    "CompiledChart",
    "ModelProblems",
    "BindingProblems", "Result", "Bool", "Int", "Double", "String", "Optional", "Array", "Dictionary",
    "KeyValuePairs", "Sendable", "Hashable", "Equatable", "CaseIterable", "Error", "Self", "Type", "Protocol",
    "Any", "Never", "Void", "Mirror", "ChartValueType", "ChartMigration", "Session", "ChartSession",
    "BoundChart",
    "TypedBoundChart",
    // Names of frameworks and former names of this package: reserved, so that generated types keep their names.
    "State", "Transition", "Action", "Expression", "Value", "Name", "Field", "Delay", "Invocation",
    "ValueType",
    "Migration", "Payload", "Outcome", "Handling", "ContextView", "ChartData", "ChartDataProblem",
    "ChartEvent",
    "ChartOutput", "ChartInput", "ChartContext",
  ]
  /// Types that apps use and that need no import: a type of a chart that is called so would hide them.
  static let appTypes: Set<String> = [
    "Actor", "AnyActor", "AnyObject", "AsyncIteratorProtocol", "AsyncSequence", "AsyncStream",
    "AsyncThrowingStream", "CancellationError", "Character", "Clock", "ClosedRange", "Codable", "CodingKey",
    "CodingKeys", "Collection", "Comparable", "ContinuousClock", "Copyable", "Decodable", "Decoder",
    "DiscardingTaskGroup", "Encodable", "Encoder", "Escapable", "Executor", "Float", "GlobalActor", "Hasher",
    "Identifiable", "InstantProtocol", "Int16", "Int32", "Int64", "Int8", "IteratorProtocol", "KeyPath",
    "LosslessStringConvertible", "MainActor", "Numeric", "ObjectIdentifier", "OptionSet", "Range",
    "RawRepresentable", "Regex", "Sequence", "Set", "Slice", "StaticString", "Strideable", "Substring",
    "SuspendingClock", "Swift", "Task", "TaskGroup", "TaskLocal", "TaskPriority", "ThrowingTaskGroup", "UInt",
    "UInt16", "UInt32", "UInt64", "UInt8", "Unicode",
  ]
}
