import Foundation

/// Whether something looks like an email address, as the account server sees it.
enum EmailAddress {
  private static let localSigns = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-".utf8)

  /// Exactly one @; before it 1 to 64 of the permitted characters; after it a domain with a dot.
  static func isValid(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, let local = parts.first, (1...64).contains(local.count),
      local.allSatisfy(localSigns.contains), let domain = ascii(String(Substring(parts[1])))
    else { return false }
    let labels = domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return domain.utf8.count <= 255 && labels.count > 1 && labels.allSatisfy(isLabel)
  }

  private static func isLabel(_ label: some Collection<UInt8>) -> Bool {
    let label = Array(label)
    guard (1...63).contains(label.count), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-")
    else { return false }
    return label.allSatisfy { sign in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(sign | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(sign) || sign == UInt8(ascii: "-")
    }
  }

  /// A domain in the form that is looked up.
  private static func ascii(_ domain: String) -> String? {
    guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return domain }
    return Punycode.domain(domain)
  }
}
