extension String {
  /// The text of some bytes; nil when they are not UTF-8.
  ///
  /// `String(validating:as:)` would do, but needs macOS 15 and iOS 18.
  package init?(utf8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // Bytes that are not UTF-8 have been replaced.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
