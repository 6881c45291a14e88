/// Texts without quotes that YAML 1.1 tools read as something else than a text.
enum UnquotedScalar {
  /// No such text is longer.
  static let longest = 32

  /// What other tools read; nil when they read a text, or what charts mean by it too.
  static func reading(of text: String) -> String? {
    let utf8 = text.utf8
    guard let first = utf8.first else { return nil }
    switch first {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E: return number(Array(utf8))
    // Few texts begin like this and are as short, so the rest is not compared at all.
    case 0x46, 0x4E, 0x4F, 0x54, 0x59, 0x66, 0x6E, 0x6F, 0x74, 0x79, 0x7E:
      return utf8.count <= 5 ? word(text) : nil
    default: return nil
    }
  }

  /// How to write what other tools read.
  static func alternative(to reading: String) -> String {
    switch reading {
    case "nothing": "; for no value, remove the key"
    case "true or false": "; Booleans are `true` and `false`"
    case "a date": ""
    default: "; for a number, write plain digits without a leading 0, as in `10`"
    }
  }

  private static func word(_ text: String) -> String? {
    switch text {
    case "~", "null", "Null", "NULL": "nothing"
    // `y` and `n` are left alone: hardly any tool reads them otherwise, and expressions use them as names.
    case "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
      "True", "TRUE", "False", "FALSE":
      "true or false"
    default: nil
    }
  }

  private static func number(_ text: [UInt8]) -> String? {
    if isDate(text) { return "a date" }
    let isSigned = text[0] == 0x2B || text[0] == 0x2D
    let digits = text[(isSigned ? 1 : 0)...]
    if let first = digits.first, first == 0x2E {
      let word = String(decoding: digits.dropFirst(), as: UTF8.self)
      return ["inf", "Inf", "INF", "nan", "NaN", "NAN"].contains(word) ? "a number" : nil
    }
    guard let first = digits.first, isDigit(first) else { return nil }
    let rest = digits.dropFirst()
    if first == 0x30, let mark = rest.first {
      let body = rest.dropFirst()
      switch mark {
      case 0x78: return !body.isEmpty && body.allSatisfy(isHex) ? "a number in base 16" : nil
      case 0x6F, 0x62:
        let isOther = !body.isEmpty && body.allSatisfy { isDigit($0) || $0 == 0x5F }
        return isOther ? "a number in base \(mark == 0x62 ? 2 : 8)" : nil
      case 0x30...0x39, 0x5F:
        if digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x37 || $0 == 0x5F }) { return "a number in base 8" }
      default: break
      }
    }
    if rest.contains(0x3A) { return isSexagesimal(digits) ? "a number in base 60" : nil }
    let isSpaced = rest.contains(0x5F) && rest.allSatisfy { isDigit($0) || $0 == 0x5F || $0 == 0x2E }
    return isSpaced ? "a number" : nil
  }

  /// `2026-11-21`, also with a time behind it.
  private static func isDate(_ text: [UInt8]) -> Bool {
    let parts = text.prefix { $0 != 0x54 && $0 != 0x74 && $0 != 0x20 }
      .split(separator: 0x2D, omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count == 4 && (1...2).contains(parts[1].count)
      && (1...2).contains(parts[2].count) && parts.allSatisfy { $0.allSatisfy(isDigit) }
  }

  /// `1:30`: parts after the first are at most 59.
  private static func isSexagesimal(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
    return parts.dropFirst().allSatisfy { part in
      let whole = part.prefix { $0 != 0x2E }
      return (1...2).contains(whole.count) && whole.allSatisfy(isDigit)
        && (whole.count == 1 || whole.first.map { $0 <= 0x35 } ?? false)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == 0x5F || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
  }
}
