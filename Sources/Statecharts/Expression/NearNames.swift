/// The name that somebody probably meant.
package struct NearName: Hashable, Sendable {
  /// How many equally near names are shown.
  static let most = 3

  /// The names that are equally near, in the order of their bytes: at least one.
  private let names: [String]
  /// Whether it may be written without asking: no other name is as near, and it differs by a typo only.
  package let isSure: Bool

  init(_ names: [String], isTypo: Bool) {
    self.names = names
    isSure = isTypo && names.count == 1
  }

  /// A name that is no guess, such as the word for what other languages call otherwise.
  package init(known name: String) {
    names = [name]
    isSure = true
  }

  private init(_ names: [String], isSure: Bool) { (self.names, self.isSure) = (names, isSure) }

  /// The same with something behind each name.
  package func followed(by mark: String) -> NearName { NearName(names.map { $0 + mark }, isSure: isSure) }

  /// The first of the names.
  package var text: String { names[0] }

  /// What somebody is asked, as the rest of a sentence; `quote` stands around each name.
  package func question(quote: String = "") -> String {
    let shown = names.map { "`\(quote)\($0)\(quote)`" }
    let first = shown.dropLast().joined(separator: ", ")
    return "did you mean \(first.isEmpty ? "" : first + " or ")\(shown[shown.count - 1])?"
  }

  /// The question as a sentence of its own.
  package var sentence: String { question().sentence }
}

/// Finds the name that somebody probably meant.
package enum NearNames {
  /// Longer names are not compared: no name of a chart is longer.
  private static let longest = 128

  /// The candidate nearest to a name, or nil when none is near. The name itself is never suggested. Equally near
  /// candidates are taken in the order of their bytes.
  package static func suggestion(for name: String, in candidates: some Sequence<String>) -> String? {
    nearest(to: name, in: candidates)?.text
  }

  /// The candidates nearest to a name, or nil when none is near.
  ///
  /// Names that differ only in case, `_` or `-` are nearest. Then counts how many letters must be inserted, left out,
  /// replaced or swapped with their neighbor: up to a third of the name's length. At last, a single
  /// candidate that begins with the name, or the name with it, will do (`email` for `emailAddress`), all of it or each
  /// of its words (`askEmail` for `askingEmail`).
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> NearName? {
    let wanted = folded(name)
    let letters = letters(of: name)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    // One letter in a short name, more in long ones; names of one or two letters match by case only.
    let threshold = wanted.count < 3 ? 0 : max(1, wanted.count / 3)
    var best: (distance: Int, names: [String])?
    var prefixed: [String] = []
    for candidate in candidates where !isIdentical(candidate, name) {
      // One typo adds a letter, removes one, or both. A name that begins with the other has all of its letters.
      let otherLetters = Self.letters(of: candidate)
      let common = letters & otherLetters
      guard
        (letters ^ otherLetters).nonzeroBitCount <= 2 * threshold || common == letters
          || common == otherLetters
      else { continue }
      let other = folded(candidate)
      guard !other.isEmpty, other.count <= longest else { continue }
      if min(other.count, wanted.count) >= 4,
        other.starts(with: wanted) || wanted.starts(with: other) || beginAlike(candidate, name)
      {
        if !prefixed.contains(candidate) { prefixed.append(candidate) }
      }
      let limit = min(best?.distance ?? threshold, threshold)
      guard let distance = distance(wanted, other, atMost: limit) else { continue }
      let equal = best.flatMap { $0.distance == distance ? $0.names : nil } ?? []
      if equal.contains(candidate) { continue }
      best = (distance, Array((equal + [candidate]).sorted().prefix(NearName.most)))
    }
    if let best { return NearName(best.names, isTypo: isTypo(name, of: best.names[0])) }
    return prefixed.count == 1 ? NearName(prefixed, isTypo: false) : nil
  }

  /// What looking for a name among so many others costs: one for each, and more when it is long, because the distance of two
  /// names takes the product of their lengths.
  static func cost(of name: String, among count: Int) -> Int {
    let letters = min(name.utf8.count, longest)
    return count * (1 + letters * letters / 128)
  }

  /// Whether a name is plainly another one with a typo: case, `_` or `-`, or inside of a word two letters
  /// swapped, or one too many or too few.
  ///
  /// Whatever differs more may be a name of its own, and so may one with another beginning or end of a word.
  static func isTypo(_ name: String, of meant: String) -> Bool {
    // Decision: Docs/decisions/linter.md#a-typo-is-replaced-only-if-one-word-is-meant
    let (written, wanted) = (folded(name), folded(meant))
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    guard written.first == wanted.first, written.filter(isDigit) == wanted.filter(isDigit) else {
      return false
    }
    let isLonger = written.count > wanted.count
    let (longer, shorter) = isLonger ? (written, wanted) : (wanted, written)
    var place = zip(longer, shorter).prefix { $0 == $1 }.count
    if place == longer.count { return true }
    let starts = wordStarts(of: isLonger ? name : meant)
    let isInside = { (place: Int) in place < longer.count && !starts.contains(place) }
    if longer.count == shorter.count {
      var swapped = shorter
      if place + 1 < swapped.count { swapped.swapAt(place, place + 1) }
      return swapped == longer && isInside(place) && isInside(place + 1)
    }
    guard longer[(place + 1)...].elementsEqual(shorter[place...]) else { return false }
    // Of equal letters any may be the one too many.
    while place > 0, longer[place - 1] == longer[place] { place -= 1 }
    return isInside(place) && isInside(place + 1)
  }

  /// Whether two names have as many words, of which each begins with its like, or is its like's beginning.
  private static func beginAlike(_ left: String, _ right: String) -> Bool {
    let (lefts, rights) = (words(of: left), words(of: right))
    return lefts.count > 1 && lefts.count == rights.count
      && zip(lefts, rights).allSatisfy {
        min($0.count, $1.count) > 2 && ($0.starts(with: $1) || $1.starts(with: $0))
      }
  }

  /// The words of a name, folded.
  private static func words(of name: String) -> [ArraySlice<UInt8>] {
    let letters = folded(name)
    let starts = wordStarts(of: name).filter { $0 < letters.count }.sorted()
    return zip(starts, starts.dropFirst() + [letters.count]).map { letters[$0..<$1] }
  }

  /// Which letters of a folded name begin a word.
  private static func wordStarts(of name: String) -> Set<Int> {
    var result: Set<Int> = [0]
    var count = 0
    for byte in name.utf8 {
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
        result.insert(count)
      } else {
        if byte >= 0x41 && byte <= 0x5A { result.insert(count) }
        count += 1
      }
    }
    return result
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
