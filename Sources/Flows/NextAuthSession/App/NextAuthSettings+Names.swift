extension NextAuthSettings {
  /// A setting that cannot be read.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting's name.
    public let name: String
    /// What it must be; nil when there is no setting of the name.
    public let expected: String?

    /// One plain sentence.
    public var description: String {
      expected.map { "`\(name)` must be \($0)." } ?? "`\(name)` is not a setting."
    }
  }

  /// Reads settings as the vendor writes them: `"true"`, `"3"`, `"5m"`, `"2160h"`, an address.
  ///
  /// - Throws: the first one, by name, that cannot be read.
  public init(_ values: [String: String]) throws(Problem) {
    self.init()
    for (name, text) in values.sorted(by: { $0.key < $1.key }) { try set(name, to: text) }
  }

  private mutating func set(_ name: String, to text: String) throws(Problem) {
    func bool() throws(Problem) -> Bool {
      guard let value = Bool(text) else { throw Problem(name: name, expected: "`true` or `false`") }
      return value
    }
    func duration() throws(Problem) -> Duration {
      guard let value = GoDuration.read(text) else {
        throw Problem(name: name, expected: "a duration such as `5m` or `2160h`, up to 2562047h")
      }
      return value
    }
    switch name {
    case "manuallyStartUserInteraction": manuallyStartUserInteraction = try bool()
    case "automaticallySelectSingleAccountWhenSecondFactorNeeded":
      automaticallySelectSingleAccountWhenSecondFactorNeeded = try bool()
    case "userInputTimeout": userInputTimeout = try duration()
    case "secondFactorUserInputTimeout": secondFactorUserInputTimeout = try duration()
    case "timeoutScope":
      guard let scope = NextAuthSession.TimeoutScope(rawValue: text) else {
        throw Problem(name: name, expected: "`session` or `round`")
      }
      timeoutScope = scope
    case "singleAccount": singleAccount = try bool()
    case "requirePINOnFirstSet": requirePINOnFirstSet = try bool()
    case "biometricsDisabled": biometricsDisabled = try bool()
    case "maxNumberSecondFactorWithoutPIN":
      guard let number = Int(text), number >= 0 else {
        throw Problem(name: name, expected: "an integer from 0 to \(Int.max)")
      }
      maxNumberSecondFactorWithoutPIN = number
    case "maxTimeSecondFactorWithoutPIN": maxTimeSecondFactorWithoutPIN = try duration()
    case "blockSecondFactorOnPINBlocked": blockSecondFactorOnPINBlocked = try bool()
    case "hideVash": hideVash = try bool()
    case "timeoutAppLogin": timeoutAppLogin = try duration()
    // Newer versions have the second name.
    case "timeoutInactivityAppLogin", "appLoginInactivityTimeout":
      timeoutInactivityAppLogin = try duration()
    case "alwaysRequireSecondFactorIfInactiveAppLogin":
      alwaysRequireSecondFactorIfInactiveAppLogin = try bool()
    case "expiryHistoryItems": expiryHistoryItems = try duration()
    case "defaultNSURI": defaultNSURI = text
    case "appLoginServer": appLoginServer = text
    default: throw Problem(name: name, expected: nil)
    }
  }
}
