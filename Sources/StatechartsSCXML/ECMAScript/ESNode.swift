/// An expression of ECMAScript, as far as charts use it.
indirect enum ESNode: Hashable, Sendable {
  case number(Double)
  case string(String)
  case bool(Bool)
  case null
  case undefined
  case name(String)
  case member(ESNode, String)
  /// `a?.b`.
  case optionalMember(ESNode, String)
  case index(ESNode, ESNode)
  case call(ESNode, [ESNode])
  case array([ESNode])
  case object([Field])
  case not(ESNode)
  case negate(ESNode)
  case typeOf(ESNode)
  /// A number and 1 more, as `++` makes it.
  case increment(ESNode)
  case binary(String, ESNode, ESNode)

  /// One entry of an object literal.
  struct Field: Hashable, Sendable {
    var name: String
    var value: ESNode
  }
}

extension ESNode {
  /// Whether it is a path in which nothing fails, as `a?.b`.
  var isForgiving: Bool {
    switch self {
    case .optionalMember(.name, _): true
    case .optionalMember(let base, _): base.isForgiving
    default: false
    }
  }

  /// The same path without `?.`.
  var withoutForgiving: ESNode {
    guard case .optionalMember(let base, let name) = self else { return self }
    return .member(base.withoutForgiving, name)
  }
}

/// Why an expression of ECMAScript cannot be carried over.
struct ESProblem: Error {
  /// Whether it is no ECMAScript at all, so that the document has to be refused.
  var isSyntax: Bool
  /// What is wrong, without a full stop.
  var message: String

  static func syntax(_ message: String) -> ESProblem { ESProblem(isSyntax: true, message: message) }

  static func beyond(_ message: String) -> ESProblem { ESProblem(isSyntax: false, message: message) }
}
