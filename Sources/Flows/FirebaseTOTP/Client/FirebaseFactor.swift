import FlowTransport

/// A second factor that is enrolled. Printing it shows its kind alone.
package struct FirebaseFactor: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The enrollment's id.
  package let id: String
  /// What the person called it.
  package let displayName: String?
  /// `totp`, `phone`, or what nobody knows here.
  package let kind: String

  /// Reads one; nil when it has no id.
  init?(_ json: JSONValue) {
    guard let id = json["mfaEnrollmentId"]?.text, !id.isEmpty else { return nil }
    self.id = id
    displayName = json["displayName"]?.text
    kind =
      if json["totpInfo"]?.isObject == true {
        "totp"
      } else if json["phoneInfo"] != nil {
        "phone"
      } else {
        "unknown"
      }
  }

  /// Reads the factors of a list; nil if one of them can't be read.
  static func list(_ json: JSONValue?) -> [FirebaseFactor]? {
    guard let json else { return [] }
    guard let list = json.list else { return nil }
    var factors: [FirebaseFactor] = []
    for entry in list {
      guard let factor = FirebaseFactor(entry), !factors.contains(where: { $0.id == factor.id }) else {
        return nil
      }
      factors.append(factor)
    }
    return factors
  }

  /// The kind.
  package var description: String { kind }

  /// The kind.
  package var customMirror: Mirror { Mirror(self, children: ["kind": kind]) }
}
