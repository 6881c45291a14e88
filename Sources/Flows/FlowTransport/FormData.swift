/// Parameters of addresses and forms: `application/x-www-form-urlencoded`, as servers read it.
///
/// `URLComponents` leaves `+` as it is when it writes, and servers read that as a space. Here everything is written with
/// percent signs that is not unreserved (RFC 3986, 2.3).
package enum FormData {
  /// Names and values with `=` and `&`.
  package static func text(_ fields: [(name: String, value: String)]) -> String {
    fields.map { escaped($0.name) + "=" + escaped($0.value) }.joined(separator: "&")
  }

  /// A text with percent signs.
  package static func escaped(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        out.append(byte)
      } else {
        out.append(UInt8(ascii: "%"))
        out += Hex.text([byte]).uppercased().utf8
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Names and values in order, decoded; nil when a percent sign is not followed by two digits, or the bytes are no
  /// UTF-8.
  package static func fields(_ text: some StringProtocol) -> [(name: String, value: String)]? {
    var fields: [(name: String, value: String)] = []
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap({ unescaped($0) }),
        let value = parts.count > 1 ? unescaped(parts[1]) : ""
      else { return nil }
      fields.append((name, value))
    }
    return fields
  }

  private static func unescaped(_ bytes: some Collection<UInt8>) -> String? {
    var out: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): out.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard rest.count >= 2, let decoded = Hex.bytes(String(decoding: rest.prefix(2), as: UTF8.self))
        else { return nil }
        out += decoded
        rest = rest.dropFirst(2)
      default: out.append(byte)
      }
    }
    let text = String(decoding: out, as: UTF8.self)
    return text.utf8.elementsEqual(out) ? text : nil
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
