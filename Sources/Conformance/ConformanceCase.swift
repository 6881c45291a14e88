/// One test of the W3C's implementation report, as its index lists it.
public struct ConformanceCase: Hashable, Sendable {
  /// The name, such as `test144`.
  public var name: String
  /// The section of the Recommendation.
  public var section: String
  /// Whether an implementation has to pass it.
  public var isMandatory: Bool
  /// Whether it tells by itself whether it passed.
  public var isAutomatic: Bool
  /// What it needs of an implementation, from `T1-core` to `T8-…`.
  public var tier: String

  /// Tests that must be refused when they are loaded (W3C tests 313 and 314).
  public var isRefused: Bool { name == "test313" || name == "test314" }

  /// Why the test is not run; nil for one that is.
  public var reasonForLeavingOut: String? {
    if isRefused { return nil }
    switch tier {
    case "T8-http": return "needs the HTTP event processor, which is optional"
    case "T8-js": return "needs ECMAScript itself"
    case "T8-xml-dom": return "needs XML documents as data"
    default: break
    }
    return isAutomatic ? nil : "a person has to judge it by its log"
  }
}

/// What became of a test.
public struct ConformanceResult: Sendable {
  /// The test.
  public var test: ConformanceCase
  /// Whether it passed; nil for one that was left out.
  public var passed: Bool?
  /// Why it did not pass or was left out; what happened.
  public var detail: String
}
