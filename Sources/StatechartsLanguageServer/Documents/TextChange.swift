internal import StatechartsYAML

/// What two versions of a text have in common: a beginning and an end.
struct TextChange {
  /// The changed stretch of the older text.
  let old: SourceRange
  /// The changed stretch of the newer text.
  let new: SourceRange

  init(from old: [UInt8], to new: [UInt8]) {
    let most = min(old.count, new.count)
    var prefix = 0
    while prefix < most, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < most - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    // No character is cut, and no CRLF.
    while prefix > 0, Self.isInside(old, prefix) || Self.isInside(new, prefix) { prefix -= 1 }
    while suffix > 0, Self.isInside(old, old.count - suffix) || Self.isInside(new, new.count - suffix) {
      suffix -= 1
    }
    self.old = prefix..<old.count - suffix
    self.new = prefix..<new.count - suffix
  }

  private static func isInside(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset > 0, offset < bytes.count else { return false }
    return bytes[offset] & 0xC0 == 0x80 || bytes[offset] == 0x0A && bytes[offset - 1] == 0x0D
  }

  /// Where a range of the older text is in the newer one; nil where it was changed.
  func newRange(_ range: SourceRange) -> SourceRange? {
    if range.upperBound <= old.lowerBound { return range }
    guard range.lowerBound >= old.upperBound else { return nil }
    let shift = new.upperBound - old.upperBound
    return range.lowerBound + shift..<range.upperBound + shift
  }

  /// Where an offset of the newer text was in the older one; nil where it was changed.
  func oldOffset(_ offset: Int) -> Int? {
    if offset <= new.lowerBound { return offset }
    return offset >= new.upperBound ? offset - new.upperBound + old.upperBound : nil
  }
}
