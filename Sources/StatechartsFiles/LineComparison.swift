/// Finds the fewest lines that go and come between two versions, in linear space (Myers, "An O(ND) Difference Algorithm
/// and Its Variations", 1986): paths from the start and from the end go on by one difference in turn until two of them
/// meet, and what lies before and behind that point is compared in the same way.
///
/// The time grows with the lines times the differences. Past a bound of work, all lines of the parts that are still to
/// be compared go and come.
struct LineComparison {
  /// The most steps of paths: a fraction of a second.
  static let mostWork = 4_000_000

  private let old: [Int]
  private let new: [Int]
  private let most: Int
  private(set) var removed: Set<Int> = []
  private(set) var added: Set<Int> = []
  private var work = 0
  /// By diagonal, how far in the old version the best path from the start has come.
  private var forward: [Int]
  /// The same from the end.
  private var backward: [Int]
  /// Where diagonal 0 stands in these. A diagonal is a place in the old version less one in the new.
  private let zero: Int

  /// A stretch of both versions.
  private struct Part {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// Compares lines by their numbers; equal lines have equal numbers.
  init(old: [Int], new: [Int], most: Int = mostWork) {
    self.old = old
    self.new = new
    self.most = most
    zero = new.count + 1
    forward = Array(repeating: 0, count: old.count + new.count + 3)
    backward = forward
  }

  mutating func run() {
    var rest = [Part(old: old.indices, new: new.indices)]
    while let whole = rest.popLast() {
      let part = trimmed(whole)
      if !part.old.isEmpty, !part.new.isEmpty, let (x, y) = middle(of: part) {
        rest.append(Part(old: part.old.lowerBound..<x, new: part.new.lowerBound..<y))
        rest.append(Part(old: x..<part.old.upperBound, new: y..<part.new.upperBound))
      } else {
        removed.formUnion(part.old)
        added.formUnion(part.new)
      }
    }
  }

  /// Without the lines that are equal at both ends.
  private func trimmed(_ part: Part) -> Part {
    let shorter = min(part.old.count, part.new.count)
    var head = 0
    while head < shorter, old[part.old.lowerBound + head] == new[part.new.lowerBound + head] { head += 1 }
    var tail = 0
    while tail < shorter - head, old[part.old.upperBound - 1 - tail] == new[part.new.upperBound - 1 - tail] {
      tail += 1
    }
    return Part(
      old: part.old.lowerBound + head..<part.old.upperBound - tail,
      new: part.new.lowerBound + head..<part.new.upperBound - tail)
  }

  /// A place on a shortest path through a trimmed part that has lines of both versions. It is neither the start nor the
  /// end. Nil past the bound of work.
  private mutating func middle(of part: Part) -> (Int, Int)? {
    let start = zero + part.old.lowerBound - part.new.lowerBound
    let end = zero + part.old.upperBound - part.new.upperBound
    let diagonals =
      zero + part.old.lowerBound - part.new.upperBound...zero + part.old.upperBound - part.new.lowerBound
    forward[start] = part.old.lowerBound
    backward[end] = part.old.upperBound
    var differences = 0
    while work < most {
      differences += 1
      // Paths with so many differences stand on every other diagonal. Those from the end have one less as yet.
      for diagonal in Self.reached(start, differences, diagonals, none: -2, &forward) {
        let x = goOn(diagonal, part)
        forward[diagonal] = x
        if abs(diagonal - end) < differences, (diagonal - end - differences) & 1 != 0,
          x >= backward[diagonal]
        {
          return (x, x - diagonal + zero)
        }
      }
      for diagonal in Self.reached(end, differences, diagonals, none: old.count + 2, &backward) {
        let x = goBack(diagonal, part)
        backward[diagonal] = x
        if abs(diagonal - start) <= differences, (diagonal - start - differences) & 1 == 0,
          x <= forward[diagonal]
        {
          return (x, x - diagonal + zero)
        }
      }
    }
    return nil
  }

  /// The diagonals on which paths with so many differences may stand. Nothing has reached those beyond.
  private static func reached(
    _ first: Int, _ differences: Int, _ diagonals: ClosedRange<Int>, none: Int, _ table: inout [Int]
  ) -> StrideThrough<Int> {
    let (low, high) = (first - differences, first + differences)
    for beyond in [low - 1, high + 1] where table.indices.contains(beyond) { table[beyond] = none }
    // Every other one, so that the ends keep step with the number of differences.
    let from = low >= diagonals.lowerBound ? low : diagonals.lowerBound + (diagonals.lowerBound - low) % 2
    return stride(from: from, through: min(high, diagonals.upperBound), by: 2)
  }

  /// How far a path from the start comes on a diagonal with one difference more, and the equal lines behind it.
  private mutating func goOn(_ diagonal: Int, _ part: Part) -> Int {
    let (comes, goes) = (forward[diagonal + 1], forward[diagonal - 1] + 1)
    var x = -2
    if comes - diagonal + zero <= part.new.upperBound { x = comes }
    if goes <= part.old.upperBound { x = max(x, goes) }
    work += 1
    guard x >= part.old.lowerBound else { return -2 }
    var y = x - diagonal + zero
    while x < part.old.upperBound, y < part.new.upperBound, old[x] == new[y] {
      (x, y, work) = (x + 1, y + 1, work + 1)
    }
    return x
  }

  /// The same from the end.
  private mutating func goBack(_ diagonal: Int, _ part: Part) -> Int {
    let none = old.count + 2
    let (came, went) = (backward[diagonal - 1], backward[diagonal + 1] - 1)
    var x = none
    if came - diagonal + zero >= part.new.lowerBound { x = came }
    if went >= part.old.lowerBound { x = min(x, went) }
    work += 1
    guard x <= part.old.upperBound else { return none }
    var y = x - diagonal + zero
    while x > part.old.lowerBound, y > part.new.lowerBound, old[x - 1] == new[y - 1] {
      (x, y, work) = (x - 1, y - 1, work + 1)
    }
    return x
  }
}
