/// Finds the name that somebody probably meant.
package enum NearNames {
  /// Longer names are not compared: no name of a chart is longer.
  private static let longest = 128

  /// The candidate nearest to a name, or nil when none is near. The name itself is never suggested.
  ///
  /// Names that differ only in case, `_` or `-` are nearest. Then counts how many letters must be inserted, left out,
  /// replaced or swapped with their neighbour: up to a third of the name's length. At last, a single
  /// candidate that begins with the name, or the name with it, will do (`email` for `emailAddress`). Equally near candidates are taken in the order of their bytes.
  package static func suggestion(for name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = folded(name)
    let letters = letters(of: name)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    // One letter in a short name, more in long ones; names of one or two letters match by case only.
    let threshold = wanted.count < 3 ? 0 : max(1, wanted.count / 3)
    var best: (distance: Int, name: String)?
    var prefixed: [String] = []
    for candidate in candidates where !isIdentical(candidate, name) {
      // One slip adds a letter, removes one, or both. A name that begins with the other has all of its letters.
      let otherLetters = Self.letters(of: candidate)
      let common = letters & otherLetters
      guard
        (letters ^ otherLetters).nonzeroBitCount <= 2 * threshold || common == letters
          || common == otherLetters
      else { continue }
      let other = folded(candidate)
      guard !other.isEmpty, other.count <= longest else { continue }
      if min(other.count, wanted.count) >= 4, other.starts(with: wanted) || wanted.starts(with: other) {
        prefixed.append(candidate)
      }
      let limit = min(best?.distance ?? threshold, threshold)
      guard let distance = distance(wanted, other, atMost: limit) else { continue }
      if let known = best, (known.distance, known.name) <= (distance, candidate) { continue }
      best = (distance, candidate)
    }
    if let best { return best.name }
    return prefixed.count == 1 ? prefixed.first : nil
  }

  /// Whether a name is plainly another one with a slip of the finger: case, `_` or `-`, two letters swapped, or one too
  /// many or too few behind the first.
  ///
  /// Whatever differs more may be a name of its own, often the opposite: `locked` and `unlocked`, `sent` and `send`,
  /// `try1` and `try2`.
  package static func isSlip(_ name: String, of meant: String) -> Bool {
    let (written, wanted) = (folded(name), folded(meant))
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    guard written.first == wanted.first, written.filter(isDigit) == wanted.filter(isDigit),
      distance(written, wanted, atMost: 1) != nil
    else { return false }
    return written.count != wanted.count || written.sorted() == wanted.sorted()
  }

  /// Which letters a name has, as bits; digits and all else share a few.
  private static func letters(of name: String) -> UInt64 {
    var result: UInt64 = 0
    for byte in name.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      result |= 1 << UInt64(byte & 0x1F | (byte < 0x40 ? 0x20 : 0))
    }
    return result
  }

  /// Lower case without `_` and `-`.
  private static func folded(_ name: String) -> [UInt8] {
    var result: [UInt8] = []
    for byte in name.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      result.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
      if result.count > longest { break }
    }
    return result
  }

  /// The optimal string alignment distance, or nil when it is greater than the limit.
  private static func distance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    if left == right { return 0 }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var current = last
    for row in 1...left.count {
      current[0] = row
      var smallest = row
      for column in 1..<(right.count + 1) {
        let same = left[row - 1] == right[column - 1]
        var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current[column] = cost
        smallest = min(smallest, cost)
      }
      // A swap reaches back two rows, so only give up when it cannot help either.
      if smallest > limit + 1 { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
