/// Paths of files as editors name them: `file:///home/ada/charts/sign-in.yaml`.
enum FileURI {
  /// The path of a file; nil for addresses of other kinds, such as a file that is not saved yet.
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    // A host may be named, which is this machine.
    guard let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    var bytes: [UInt8] = []
    var iterator = rest[slash...].utf8.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next(), let low = iterator.next(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16), value != 0
      else { return nil }
      bytes.append(value)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The address of a file (RFC 3986).
  static func uri(_ path: String) -> String {
    var result = "file://"
    for byte in path.utf8 {
      let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
      if isLetter || (0x30...0x39).contains(byte) || "-._~/".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        result += "%" + (hex.utf8.count < 2 ? "0" : "") + hex
      }
    }
    return result
  }
}
