/// Tells from a name whether what is called so is a secret, and from a text whether it is one.
enum SecretWords {
  /// Words that at the end of a name say that a text must be kept secret.
  private static let secrets: Set<String> = [
    "password", "passphrase", "passcode", "passwd", "pwd", "secret", "token", "jwt", "pin", "otp",
    "credential",
    "credentials", "cvv",
  ]
  /// Words before `key` that say so.
  private static let keys: Set<String> = [
    "api", "private", "secret", "signing", "encryption", "session", "access",
  ]
  /// Words before `code` that say so.
  private static let codes: Set<String> = [
    "totp", "otp", "recovery", "backup", "unblock", "verification", "security", "sms", "access",
  ]

  /// Whether a name is that of a secret: `newPassword`, `api_key`, `totpCode`.
  static func isSecret(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last else { return false }
    if secrets.contains(last) { return true }
    let before = words.dropLast().last ?? ""
    return (last == "key" && keys.contains(before)) || (last == "code" && codes.contains(before))
  }

  /// The words of a name in small letters, told by capitals, hyphens and underscores.
  static func words(of name: String) -> [String] {
    var result: [String] = []
    var word = ""
    var previousIsSmall = false
    for byte in name.utf8 {
      let isCapital = byte >= 0x41 && byte <= 0x5A
      let isSeparator = byte == 0x2D || byte == 0x5F || byte == 0x2E
      if isSeparator || isCapital && previousIsSmall {
        if !word.isEmpty { result.append(word) }
        word = ""
      }
      if !isSeparator { word.unicodeScalars.append(Unicode.Scalar(isCapital ? byte | 0x20 : byte)) }
      previousIsSmall = !isCapital && !isSeparator
    }
    if !word.isEmpty { result.append(word) }
    return result
  }

  /// What a text that looks like a key or a password is; nil for others.
  static func kind(of text: String) -> String? {
    // Longer ones are prose or hostile.
    guard text.utf8.count >= 16, text.utf8.count <= 8_192 else { return nil }
    if text.contains("-----BEGIN"), text.contains("PRIVATE KEY-----") { return "a private key" }
    for (prefix, length, what) in prefixes {
      var rest = text[...]
      while let range = rest.firstRange(of: prefix) {
        // In the middle of a word it is no beginning.
        let isBeginning =
          range.lowerBound == text.startIndex
          || !isKeyByte(text.utf8[text.utf8.index(before: range.lowerBound)])
        let tail = text.utf8[range.upperBound...].prefix { isKeyByte($0) }
        if isBeginning, tail.count >= length { return what }
        rest = text[range.upperBound...]
      }
    }
    if isWebToken(text) { return "a JSON web token" }
    return hasPasswordInAddress(text) ? "an address with a password" : nil
  }

  /// How keys of well-known services begin, and how many letters and digits follow at least.
  private static let prefixes: [(prefix: String, length: Int, what: String)] = [
    ("AKIA", 16, "an access key"), ("ASIA", 16, "an access key"), ("ghp_", 30, "an access token"),
    ("gho_", 30, "an access token"), ("ghs_", 30, "an access token"), ("github_pat_", 30, "an access token"),
    ("glpat-", 16, "an access token"), ("xoxb-", 10, "an access token"), ("xoxp-", 10, "an access token"),
    ("AIza", 30, "an API key"), ("sk_live_", 16, "an API key"), ("rk_live_", 16, "an API key"),
    ("sk-", 32, "an API key"), ("Bearer ", 20, "an access token"), ("Basic ", 20, "a password"),
  ]

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (letter >= 0x61 && letter <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F
      || byte == 0x2D
      || byte == 0x2E || byte == 0x2B || byte == 0x2F || byte == 0x3D
  }

  private static func isWebToken(_ text: String) -> Bool {
    text.split(whereSeparator: { !$0.isASCII || $0.isWhitespace || $0 == "'" || $0 == "\"" }).contains {
      word in
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 3 && parts[0].hasPrefix("eyJ") && parts[1].hasPrefix("eyJ")
        && parts[0].utf8.count >= 12
    }
  }

  /// Whether there is `scheme://user:password@host`.
  private static func hasPasswordInAddress(_ text: String) -> Bool {
    guard let scheme = text.firstRange(of: "://") else { return false }
    let authority = text[scheme.upperBound...].prefix { !"/?# '\"".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return false }
    let colon = authority[..<at].firstIndex(of: ":")
    return colon.map { authority.index(after: $0) < at && !authority[$0...].hasPrefix(":{") } ?? false
  }
}
