/// Data of which the chart declares some to be secret or personal. Printing, interpolating, reflecting and dumping
/// them shows marks in their place; only the properties themselves give them.
public protocol GuardedData: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What stands before the fields: the type's or the case's name.
  var shownName: String { get }
  /// The fields in the order of their declaration, with `ShownMark` in place of what must not be shown.
  var shownFields: KeyValuePairs<String, any Sendable> { get }
}

extension GuardedData {
  /// The name and the fields that may be shown.
  public var description: String {
    if shownFields.isEmpty { return shownName }
    let fields = shownFields.map { "\($0.key): \(String(describing: $0.value))" }
    return "\(shownName)(\(fields.joined(separator: ", ")))"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// The fields that may be shown.
  public var customMirror: Mirror {
    Mirror(self, children: shownFields.map { (label: $0.key, value: $0.value) }, displayStyle: .struct)
  }
}

/// What stands in place of data that must not be shown.
public enum ShownMark: String, Sendable, CustomStringConvertible {
  /// In place of a password, code, token or key.
  case secret
  /// In place of what identifies a person.
  case personal

  /// The mark in brackets.
  public var description: String { "[\(rawValue)]" }

  /// The mark in place of an optional value, or nil if the value is nil, so that a missing value is seen.
  public func replacing(_ value: (some Sendable)?) -> any Sendable {
    value == nil ? Self?.none as any Sendable : self
  }
}
