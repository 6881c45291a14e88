package import StatechartsModel

/// Why a value does not fit a declared type, and where in it. It never contains the value, which might be secret.
package struct ValueMismatch: Error, Hashable, Sendable {
  /// One step on the way into a value.
  package enum Step: Hashable, Sendable {
    /// Into a field of a map.
    case field(String)
    /// Into an element of a list.
    case index(Int)
  }

  /// What does not fit.
  package enum Reason: Hashable, Sendable {
    /// A field or the value itself must be there and is not.
    case missing
    /// A field that is not declared; with the declared name that was probably meant.
    case unknownField(near: String?)
    /// A field that is not declared, beside a secret one: its name is not shown, for it may be the secret itself.
    case undeclaredBesideSecret
    /// Another kind of value; both in plain words.
    case wrongKind(expected: String, found: String)
    /// A text that is not one of those permitted.
    case notOneOf([String])
    /// A text that is not a declared error code.
    case notAnErrorCode
    /// NaN or infinity.
    case notFinite
    /// More than a chart can hold.
    case tooLarge
  }

  /// The way to the part that does not fit; empty for the whole value.
  package var path: [Step]
  /// What does not fit.
  package var reason: Reason

  /// Makes a mismatch.
  package init(_ reason: Reason, path: [Step] = []) {
    self.reason = reason
    self.path = path
  }

  func inside(_ step: Step) -> ValueMismatch { ValueMismatch(reason, path: [step] + path) }

  /// The way as it would be written: `items[2].name`; empty for the whole value.
  package var pathText: String {
    var result = ""
    for step in path {
      switch step {
      case .field(let name): result += result.isEmpty ? name : "." + name
      case .index(let index): result += "[\(index)]"
      }
    }
    return result
  }

  /// One plain sentence, without a full stop.
  package var message: String {
    let place = path.isEmpty ? "the value" : "the field `\(pathText)`"
    switch reason {
    case .missing: return "\(place) is missing"
    case .unknownField(let near):
      return "the field `\(pathText)` is not declared" + (near.map { ", but `\($0)` is" } ?? "")
    case .undeclaredBesideSecret:
      return "a field is not declared; its name is hidden because of the secrets next to it"
    case .wrongKind(let expected, let found): return "\(place) must be \(expected), but it is \(found)"
    case .notOneOf(let values):
      return "\(place) must be one of " + values.map { "`\($0)`" }.joined(separator: ", ")
    case .notAnErrorCode: return "\(place) must be a declared error code"
    case .notFinite: return "\(place) must be a finite number"
    case .tooLarge: return "\(place) is larger than a chart can hold"
    }
  }
}

extension ChartValueType {
  /// Why a value is not of the type; nil when it is. A whole number is a number too, a text that is an error code is an
  /// error, and a record takes no fields but its own.
  ///
  /// - Parameter codes: The declared error codes with their payloads; nil takes every text as one.
  package func mismatch(of value: ChartValue, codes: [String: [FieldDeclaration]]? = nil) -> ValueMismatch? {
    switch (self, value) {
    case (.optional, .unset), (.bool, .bool), (.int, .int), (.number, .int), (.string, .string),
      (.duration, .duration):
      return nil
    case (.optional(let type), _): return type.mismatch(of: value, codes: codes)
    case (.any, .number(let number)), (.number, .number(let number)):
      return number.isFinite ? nil : ValueMismatch(.notFinite)
    case (.any, _), (.map, .map): return value.excess == nil ? nil : ValueMismatch(.tooLarge)
    case (_, .unset): return ValueMismatch(.missing)
    case (.error, .string(let code)):
      guard let codes, codes[code] == nil, !ExpressionScope.platformErrorCodes.contains(code) else {
        return nil
      }
      return ValueMismatch(.notAnErrorCode)
    case (.list(let type), .list(let elements)):
      guard elements.count <= ExpressionLimits.elements else { return ValueMismatch(.tooLarge) }
      for (index, element) in elements.enumerated() {
        if let found = type.mismatch(of: element, codes: codes) { return found.inside(.index(index)) }
      }
      return nil
    case (.record(let fields), .map(let values)): return fields.mismatch(of: values, codes: codes)
    default: return ValueMismatch(.wrongKind(expected: words, found: value.kindWords))
    }
  }
}

extension FieldDeclaration {
  /// Why the field cannot hold a value; nil when it can. The path starts inside the field.
  package func mismatch(of value: ChartValue, codes: [String: [FieldDeclaration]]? = nil) -> ValueMismatch? {
    if let found = type.mismatch(of: value, codes: codes) { return found }
    guard let values, case .string(let text) = value else { return nil }
    return values.contains { isIdentical($0, text) } ? nil : ValueMismatch(.notOneOf(values))
  }
}

extension [FieldDeclaration] {
  /// Why values by name are not what these fields declare: the first field that does not fit, in the order of the declaration,
  /// then the first undeclared name in the order of the bytes; nil when all fit.
  package func mismatch(of values: [String: ChartValue], codes: [String: [FieldDeclaration]]? = nil)
    -> ValueMismatch?
  {
    var known = 0
    for field in self {
      let value = values[field.name.text]
      if value != nil { known += 1 }
      if let found = field.mismatch(of: value ?? .unset, codes: codes) {
        return withoutNames(found.inside(.field(field.name.text)))
      }
    }
    guard known < values.count else { return nil }
    let names = map(\.name.text)
    let unknown = values.keys.filter { !names.contains($0) }.min(by: ChartValue.precedes)
    return unknown.map { name in
      withoutNames(
        ValueMismatch(.unknownField(near: NearNames.suggestion(for: name, in: names)), path: [.field(name)]))
    }
  }

  /// The mismatch without the name that was sent for a field, where secrets are sent too.
  private func withoutNames(_ found: ValueMismatch) -> ValueMismatch {
    // Decision: Docs/decisions/tooling-and-tests.md#text-compared-with-a-secret-is-hidden
    guard case .unknownField = found.reason,
      contains(where: { $0.isSecret || $0.type.heldTaint.contains(.secret) })
    else { return found }
    return ValueMismatch(.undeclaredBesideSecret, path: [ValueMismatch.Step](found.path.dropLast()))
  }
}
