import StatechartsModel

internal import Statecharts

/// Finds among many names the ones that differ by one typo, without comparing each with each.
///
/// Two names that differ by one wrong, missing, doubled or swapped letter become the same text when one letter is
/// left out of the right place of each. So each name is filed under a hash of itself and of itself without each of
/// its letters, and only names of one hash are compared.
struct TypoIndex {
  private struct Entry {
    var name: Int
    /// The entry before with the same hash, or -1.
    var previous: Int
  }

  /// Names under one hash that are compared at most; more have equal hashes by design.
  private static let comparisonLimit = 50
  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// For how many hashes room is made in advance; most names have fewer letters than ten.
  private static let mostRoom = 1_000_000

  private var names: [ChartName] = []
  private var entries: [Entry] = []
  private var last: [UInt64: Int] = [:]

  /// Makes an index with room for names.
  init(expecting count: Int) {
    let room = min(count * 8, Self.mostRoom)
    entries.reserveCapacity(room)
    last.reserveCapacity(room)
  }

  /// Adds a name.
  ///
  /// Short names, and names with numbers, may differ by a single letter on purpose: they are not compared.
  ///
  /// - Returns: an earlier name from which it differs by one typo, or nil.
  mutating func add(_ name: ChartName) -> ChartName? {
    let bytes = Array(name.text.utf8)
    guard bytes.count >= 8, bytes.count <= 64, !bytes.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else {
      return nil
    }
    var found: ChartName?
    let number = names.count
    names.append(name)
    for hash in Self.hashes(of: bytes) {
      let previous = last.updateValue(entries.count, forKey: hash) ?? -1
      entries.append(Entry(name: number, previous: previous))
      var index = previous
      var comparisons = 0
      while found == nil, index >= 0, comparisons < Self.comparisonLimit {
        let other = names[entries[index].name]
        if Self.isTypo(name.text, other.text) { found = other }
        index = entries[index].previous
        comparisons += 1
      }
    }
    return found
  }

  /// The hashes of a text and of the text without each of its letters but the first and the last.
  private static func hashes(of bytes: [UInt8]) -> [UInt64] {
    var whole: UInt64 = 0
    for byte in bytes { whole = whole &* base &+ UInt64(byte) }
    var result = [whole]
    result.reserveCapacity(bytes.count)
    var before = UInt64(bytes[0])
    var after = whole
    // The weight of the letter at `index`: base to the power of the letters behind it.
    var weights = [UInt64](repeating: 1, count: bytes.count)
    for index in stride(from: bytes.count - 2, through: 0, by: -1) {
      weights[index] = weights[index + 1] &* base
    }
    after = after &- UInt64(bytes[0]) &* weights[0]
    for index in 1..<bytes.count - 1 {
      after = after &- UInt64(bytes[index]) &* weights[index]
      result.append(before &* weights[index] &+ after)
      before = before &* base &+ UInt64(bytes[index])
    }
    return result
  }

  /// A name without hyphens, underscores, dots and capitals.
  static func folded(_ name: String) -> [UInt8] { name.utf8.compactMap(foldedByte) }

  /// A hash of that.
  static func foldedHash(_ name: String) -> UInt64 {
    var hash: UInt64 = 0
    for byte in name.utf8 {
      if let byte = foldedByte(byte) { hash = (hash &+ UInt64(byte) &+ 1) &* 0x9E37_79B9_7F4A_7C15 }
    }
    return hash
  }

  private static func foldedByte(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }

  /// Whether one small letter inside is wrong, missing, doubled, or swapped with its neighbor.
  static func isTypo(_ left: String, _ right: String) -> Bool {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    let start = zip(left, right).prefix { $0 == $1 }.count
    let shorter = min(left.count, right.count)
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    let common = min(end, shorter - start)
    let leftPart = left[start..<(left.count - common)]
    let rightPart = right[start..<(right.count - common)]
    guard start > 0, common > 0 else { return false }
    // What follows the difference must be inside the same word: `sentCode` is not a typo of `sendCode`.
    let letters = leftPart + rightPart + [left[left.count - common]]
    guard letters.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else { return false }
    switch (leftPart.count, rightPart.count) {
    case (0, 1), (1, 0), (1, 1): return true
    case (2, 2): return leftPart.elementsEqual(rightPart.reversed())
    default: return false
    }
  }
}
