import FlowTransport

/// When a new password is good enough.
enum PasswordRules {
  /// Characters that a password has at least.
  static let fewest = 8

  /// Whether it is long enough. Characters as people see them count, so that no accent counts twice.
  static func isLongEnough(_ password: String) -> Bool { password.count >= fewest }

  /// Whether it is no common one. Short passwords are judged by their length alone.
  static func isNotCommon(_ password: String, _ list: CommonPasswords) -> Bool {
    !isLongEnough(password) || !list.contains(password)
  }

  /// Whether neither contains the other, whatever the case. A short password is judged as if it did.
  static func differs(_ password: String, from email: String) -> Bool {
    guard isLongEnough(password) else { return false }
    let password = password.lowercased()
    let email = email.lowercased()
    return !password.contains(email) && !email.contains(password)
  }
}
