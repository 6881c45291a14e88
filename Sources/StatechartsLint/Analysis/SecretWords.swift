internal import Statecharts
internal import StatechartsYAML

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

  /// Words before `token` that say that it is a place in a list, and no secret.
  private static let places: Set<String> = ["page", "next", "previous", "cursor", "continuation", "sync"]

  /// Whether a name is that of a secret: `newPassword`, `api_key`, `totpCode`, `password2`.
  static func isSecret(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last else { return false }
    let before = words.dropLast().last ?? ""
    if secrets.contains(last) { return last != "token" || !places.contains(before) }
    return (last == "key" && keys.contains(before)) || (last == "code" && codes.contains(before))
  }

  /// The words of a name in small letters, split at capitals, hyphens and underscores, without digits at the end.
  ///
  /// Of capitals in a row the last one begins a word where a small letter follows: `userAPIKey` is three words.
  static func words(of name: String) -> [String] {
    let isDigit = { (byte: UInt8) in byte >= 0x30 && byte <= 0x39 }
    let isCapital = { (byte: UInt8) in byte >= 0x41 && byte <= 0x5A }
    let isSmall = { (byte: UInt8) in byte >= 0x61 && byte <= 0x7A }
    let isSeparator = { (byte: UInt8) in byte == 0x2D || byte == 0x5F || byte == 0x2E }
    var bytes = Array(name.utf8)
    while let last = bytes.last, isDigit(last) || isSeparator(last) { bytes.removeLast() }
    var result: [String] = []
    var word: [UInt8] = []
    func end() {
      if !word.isEmpty { result.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for (index, byte) in bytes.enumerated() {
      if isSeparator(byte) {
        end()
        continue
      }
      if isCapital(byte), index > 0 {
        let isLast = index + 1 < bytes.count && isSmall(bytes[index + 1])
        if !isCapital(bytes[index - 1]) || isLast { end() }
      }
      word.append(isCapital(byte) ? byte | 0x20 : byte)
    }
    end()
    return result
  }

  /// What a text that looks like a key or a password is; nil for others.
  static func kind(of text: String) -> String? {
    // Longer ones are prose or hostile.
    guard text.utf8.count >= 16, text.utf8.count <= 8_192 else { return nil }
    if text.holds("-----BEGIN"), text.holds("PRIVATE KEY") { return privateKey }
    if let what = key(in: Array(text.utf8)) { return what }
    // Every text of a chart comes here, so that what is looked at closely has to have the mark at least.
    if text.holds("eyJ"), isWebToken(text) { return "a JSON web token" }
    return text.holds("://") && hasPasswordInAddress(text) ? "an address with a password" : nil
  }

  /// The lines of a text with what looks like a key or a password, wherever in the line it stands.
  static func lines(of source: SourceText) -> [SourceRange] {
    var isInPrivateKey = false
    return source.lineStarts.indices.compactMap { index in
      let line = source.lineText(index + 1)
      let kind = kind(of: line)
      if kind == privateKey { isInPrivateKey = true }
      guard kind != nil || isInPrivateKey || hasPassword(line) else { return nil }
      // What is below its beginning belongs to it, up to its end or that of the text.
      if line.holds("-----END") { isInPrivateKey = false }
      let next = source.lineStarts.dropFirst(index + 1).first ?? source.bytes.count
      return source.lineStarts[index]..<next
    }
  }

  private static let privateKey = "a private key"

  /// Whether a line is `password: Tr0ub4dor&3` or the like: the name of a secret, and no type or expression.
  private static func hasPassword(_ line: String) -> Bool {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, isSecret(String(parts[0].filter { $0 != " " && $0 != "-" })) else { return false }
    let value = parts[1].drop { $0 == " " }
    guard value.utf8.count >= 8, let first = value.first, first != "{" else { return false }
    return value.prefix { $0 != " " }.contains(where: \.isNumber)
      || quotes.contains(first) && !value.dropFirst().contains("'")
  }

  /// How many words of secrets are looked for in sentences.
  private static let mostWords = 100

  /// The words of secrets that are looked for in sentences, with their letters and digits alone: those that look like a key
  /// or have a digit as passwords do, and the lines of private keys. Nil where there are too many of them.
  static func words(of secrets: [SourceRange], in source: SourceText) -> Set<String>? {
    let words = secrets.lazy.flatMap { source.text(in: $0).split(whereSeparator: isSeparator) }
    let keys = words.filter { word in
      kind(of: String(word)) != nil || word.utf8.count >= 40 && word.utf8.allSatisfy(isKeyByte)
        || word.utf8.count >= 8 && word.contains(where: \.isNumber)
          && !isSecret(String(word.prefix { $0 != ":" }))
    }
    let plain = Set(keys.map(plain))
    return plain.count <= mostWords ? plain : nil
  }

  /// The letters and digits of a word, in small letters.
  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || "'\"`(){}[],".contains(character)
  }

  /// A sentence with `…` in the place of each word that looks like a key, or has one of the words of secrets in it.
  ///
  /// - Parameter secrets: If nil, each long word may be one.
  static func hidden(in sentence: String, besides secrets: Set<String>?) -> String {
    guard kind(of: sentence) != nil || sentence.holds("…") || secrets?.isEmpty != true else {
      return sentence
    }
    func isKey(_ written: String) -> Bool {
      // A key for notes, as helps suggest it.
      let word = written.hasPrefix("x-") ? String(written.dropFirst(2)) : written
      // Of a word that was cut, nobody knows how long it was.
      let isCut = word.hasSuffix("…")
      if kind(of: isCut ? word.dropLast() + String(repeating: "0", count: 32) : word) != nil { return true }
      if secrets?.isEmpty == true { return false }
      let plain = plain(word)
      guard let secrets else { return plain.utf8.count >= 16 }
      return secrets.contains { plain.contains($0) || isCut && plain.utf8.count >= 16 && $0.hasPrefix(plain) }
    }
    var result = ""
    var word = ""
    for character in sentence + " " {
      guard isSeparator(character) else {
        word.append(character)
        continue
      }
      result += isKey(word) ? "…" : word
      result.append(character)
      word = ""
    }
    return String(result.dropLast())
  }

  /// The texts in a range, as they may stand in what is made of a chart: as a whole, without quotation marks, and each word that
  /// alone looks like a key. Words that may stand anywhere are left out.
  static func texts(in range: SourceRange, of source: SourceText) -> [String] {
    let words = source.text(in: range).split { $0.isWhitespace || quotes.contains($0) }.map(String.init)
    return [unquoted(range, of: source)].filter { $0.utf8.count >= 8 && !$0.allSatisfy(\.isLetter) }
      + words.filter { kind(of: $0) != nil }
  }

  /// The text in a range without quotation marks around it.
  static func unquoted(_ range: SourceRange, of source: SourceText) -> String {
    let whole = source.text(in: range).drop(while: quotes.contains)
    return String(whole.reversed().drop(while: quotes.contains).reversed())
  }

  private static let quotes: Set<Character> = ["'", "\""]

  /// What key a text holds that begins as those of well-known services do; nil for none.
  private static func key(in bytes: [UInt8]) -> String? {
    // In the middle of a word it is no beginning, so no part of the text is looked at often.
    var isBeginning = true
    for index in bytes.indices {
      if isBeginning {
        for (prefix, length, what) in prefixes[Int(bytes[index])]
        where bytes[index...].starts(with: prefix) {
          if bytes[(index + prefix.count)...].prefix(while: isKeyByte).count >= length { return what }
        }
      }
      isBeginning = !isKeyByte(bytes[index])
    }
    return nil
  }

  /// By first letter: how keys of well-known services begin, and how many letters and digits follow at least.
  private static let prefixes: [[(prefix: [UInt8], length: Int, what: String)]] = {
    var result = [[(prefix: [UInt8], length: Int, what: String)]](repeating: [], count: 256)
    let known = [
      ("AKIA", 16, "an access key"), ("ASIA", 16, "an access key"), ("ghp_", 30, "an access token"),
      ("gho_", 30, "an access token"), ("ghs_", 30, "an access token"),
      ("github_pat_", 30, "an access token"),
      ("glpat-", 16, "an access token"), ("xoxb-", 10, "an access token"), ("xoxp-", 10, "an access token"),
      ("AIza", 30, "an API key"), ("sk_live_", 16, "an API key"), ("rk_live_", 16, "an API key"),
      ("sk-", 32, "an API key"), ("sk_test_", 16, "an API key"), ("rk_test_", 16, "an API key"),
      ("npm_", 30, "an access token"), ("pypi-", 30, "an access token"), ("hf_", 30, "an access token"),
      ("dckr_pat_", 20, "an access token"), ("dop_v1_", 30, "an access token"),
      ("shpat_", 30, "an access token"), ("glsa_", 30, "an access token"), ("gldt-", 16, "an access token"),
      ("xapp-", 10, "an access token"), ("ya29.", 20, "an access token"), ("hvs.", 20, "an access token"),
      ("SG.", 40, "an API key"), ("whsec_", 24, "an API key"), ("GOCSPX-", 20, "an API key"),
      ("AGE-SECRET-KEY-1", 30, "a private key"), ("Bearer ", 20, "an access token"),
      ("Basic ", 20, "a password"),
    ]
    for (prefix, length, what) in known {
      let prefix = Array(prefix.utf8)
      result[Int(prefix[0])].append((prefix, length, what))
    }
    return result
  }()

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
