/// Whether something looks like an email address, as the account server sees it.
enum EmailAddress {
  private static let localSigns = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-".utf8)
  /// What counts as a dot in a domain (RFC 3490, 3.1).
  private static let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

  /// Exactly one @; before it 1 to 64 of the permitted characters; after it a domain with a dot.
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, let local = parts.first, (1...64).contains(local.count),
      local.allSatisfy(localSigns.contains)
    else { return false }
    let domain = Substring(parts[1]).unicodeScalars
    let labels = domain.split(omittingEmptySubsequences: false, whereSeparator: dots.contains)
    return domain.count <= 255 && labels.count > 1 && labels.allSatisfy(isLabel)
  }

  private static func isLabel(_ label: some BidirectionalCollection<Unicode.Scalar>) -> Bool {
    guard (1...63).contains(label.count), label.first != "-", label.last != "-" else { return false }
    return label.allSatisfy { sign in
      switch sign.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .decimalNumber: true
      default: sign.properties.isAlphabetic || sign == "-"
      }
    }
  }
}
