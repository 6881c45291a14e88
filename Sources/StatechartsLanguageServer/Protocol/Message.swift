internal import Statecharts
internal import StatechartsYAML

/// Why a request is refused, with the codes of JSON-RPC and of the protocol.
struct RequestFailure: Error {
  var code: Int
  var message: String

  static func parseError(_ reason: String) -> RequestFailure {
    RequestFailure(code: -32_700, message: reason)
  }
  static func invalidRequest(_ reason: String) -> RequestFailure {
    RequestFailure(code: -32_600, message: reason)
  }
  static func unknownMethod(_ method: String) -> RequestFailure {
    RequestFailure(code: -32_601, message: "The method `\(method)` is not supported.")
  }
  static func invalidParams(_ reason: String) -> RequestFailure {
    RequestFailure(code: -32_602, message: reason)
  }
  /// The request is valid, and cannot be done.
  static func failed(_ reason: String, help: String? = nil) -> RequestFailure {
    RequestFailure(code: -32_803, message: [reason, help].compactMap(\.self).joined(separator: " "))
  }
  static let notInitialized = RequestFailure(
    code: -32_002, message: "The first request must be `initialize`.")
  static let contentModified = RequestFailure(code: -32_801, message: "The text has changed.")
  static let canceled = RequestFailure(code: -32_800, message: "The request was canceled.")
}

extension ChartValue {
  /// A member of an object; no value for other values and for missing members.
  func member(_ name: String) -> ChartValue {
    guard case .map(let members) = self else { return .unset }
    return members[name] ?? .unset
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var integer: Int? {
    guard case .int(let number) = self else { return nil }
    return number
  }

  /// The elements of a list; empty for other values.
  var elements: [ChartValue] {
    guard case .list(let elements) = self else { return [] }
    return elements
  }
}

extension JSON {
  /// What a message had. The reader bounds how deep its values nest.
  init(_ value: ChartValue) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .int(let number): self = .int(number)
    case .string(let text): self = .string(text)
    case .list(let elements): self = .array(elements.map { JSON($0) })
    case .map(let members):
      self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
    default: self = .null
    }
  }

  /// An object without the members that have no value.
  static func members(_ members: (String, JSON?)...) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The id of a request, to be repeated in its response.
  static func id(_ value: ChartValue) -> JSON {
    switch value {
    case .int(let number): .int(number)
    case .string(let text): .string(text)
    default: .null
    }
  }

  static func response(to id: ChartValue, _ result: JSON) -> JSON {
    .object([("jsonrpc", .string("2.0")), ("id", .id(id)), ("result", result)])
  }

  static func response(to id: ChartValue, _ failure: RequestFailure) -> JSON {
    .object([
      ("jsonrpc", .string("2.0")), ("id", .id(id)),
      ("error", .object([("code", .int(failure.code)), ("message", .string(failure.message))])),
    ])
  }

  static func notification(_ method: String, _ params: JSON) -> JSON {
    .object([("jsonrpc", .string("2.0")), ("method", .string(method)), ("params", params)])
  }
}
