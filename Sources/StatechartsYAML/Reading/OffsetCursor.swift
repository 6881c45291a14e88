/// Turns libyaml's places, counted in Unicode scalars, into byte offsets.
///
/// Places come nearly in order, so walking from the last one costs one pass over the text in all.
struct OffsetCursor {
  private let bytes: [UInt8]
  private let base: Int
  private let isASCII: Bool
  private var scalars = 0
  private var offset: Int

  init(_ bytes: [UInt8], from base: Int, isASCII: Bool) {
    self.bytes = bytes
    self.base = base
    self.isASCII = isASCII
    offset = base
  }

  /// The byte offset of a place; the end of the text for places past it.
  mutating func offset(of place: Int) -> Int {
    if isASCII { return min(base + place, bytes.count) }
    while scalars < place, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      scalars += 1
    }
    while scalars > place, offset > base {
      offset -= 1
      while offset > base, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      scalars -= 1
    }
    return offset
  }
}
