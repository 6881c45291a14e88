/// A set of states in document order.
///
/// The first 64 states of a chart are bits of one word, so that a small chart needs no array and no allocation; the
/// others are a sorted array, whose cost follows the number of members, not the size of the chart. Because a state's
/// descendants are an interval of numbers, all members inside a state are a mask and a slice.
package struct StateSet: Hashable, Sendable {
  private var bits: UInt64 = 0
  private var rest = ContiguousArray<Int>()

  package init() {}

  /// Whether there are no members.
  package var isEmpty: Bool { bits == 0 && rest.isEmpty }

  /// How many members there are.
  package var count: Int { bits.nonzeroBitCount + rest.count }

  /// The members in document order.
  package var members: ContiguousArray<Int> {
    var result = ContiguousArray<Int>()
    result.reserveCapacity(count)
    var bits = bits
    while bits != 0 {
      result.append(bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
    result.append(contentsOf: rest)
    return result
  }

  /// The first member that is not below a state, or nil.
  package func first(from state: Int) -> Int? {
    if state < 64 {
      let above = bits & (~0 &<< UInt64(truncatingIfNeeded: state))
      if above != 0 { return above.trailingZeroBitCount }
      return rest.first
    }
    let position = position(of: state)
    return position < rest.count ? rest[position] : nil
  }

  /// The first member that is not below a state, of the first 64 states only those whose bits are given.
  @inline(__always)
  func first(from state: Int, among word: UInt64) -> Int? {
    guard state < 64 else { return first(from: state) }
    let above = bits & word & (~0 &<< UInt64(truncatingIfNeeded: state))
    return above != 0 ? above.trailingZeroBitCount : rest.first
  }

  /// The last member below a state, or nil.
  package func last(below state: Int) -> Int? {
    if state > 64, !rest.isEmpty {
      let position = position(of: state)
      if position > 0 { return rest[position - 1] }
    }
    let below = bits & Self.mask(0..<state)
    return below == 0 ? nil : 63 - below.leadingZeroBitCount
  }

  /// Whether a state is a member.
  package func contains(_ state: Int) -> Bool {
    if 0..<64 ~= state { return bits & Self.bit(state) != 0 }
    let position = position(of: state)
    return position < rest.count && rest[position] == state
  }

  /// Whether any state of an interval is a member.
  package func containsAny(in states: Range<Int>) -> Bool {
    if bits & Self.mask(states) != 0 { return true }
    guard states.upperBound > 64, !rest.isEmpty else { return false }
    let position = position(of: states.lowerBound)
    return position < rest.count && rest[position] < states.upperBound
  }

  /// Adds a state.
  @inline(__always)
  package mutating func insert(_ state: Int) {
    if state < 64 { bits |= Self.bit(state) } else { insertIntoRest(state) }
  }

  @inline(never)
  private mutating func insertIntoRest(_ state: Int) {
    guard let last = rest.last, last >= state else {
      rest.append(state)
      return
    }
    let position = position(of: state)
    if rest[position] != state { rest.insert(state, at: position) }
  }

  /// Adds what another set has in an interval.
  package mutating func insert(from other: StateSet, in states: Range<Int>) {
    bits |= other.bits & Self.mask(states)
    guard states.upperBound > 64, !other.rest.isEmpty else { return }
    let slice = other.rest[other.position(of: states.lowerBound)..<other.position(of: states.upperBound)]
    if rest.isEmpty {
      rest.append(contentsOf: slice)
    } else {
      for state in slice { insert(state) }
    }
  }

  /// Takes a state out.
  package mutating func remove(_ state: Int) {
    if state < 64 { return bits &= ~Self.bit(state) }
    let position = position(of: state)
    if position < rest.count && rest[position] == state { rest.remove(at: position) }
  }

  /// Takes all members of another set out.
  package mutating func remove(all other: StateSet) {
    bits &= ~other.bits
    if !other.rest.isEmpty, !rest.isEmpty { rest.removeAll { other.contains($0) } }
  }

  /// Takes all states out and keeps the room.
  package mutating func removeAll() {
    bits = 0
    if !rest.isEmpty { rest.removeAll(keepingCapacity: true) }
  }

  /// Where the first of the sorted members that is not below `state` stands.
  private func position(of state: Int) -> Int {
    var low = 0
    var high = rest.count
    while low < high {
      let middle = (low &+ high) / 2
      if rest[middle] < state { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  private static func bit(_ state: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: state) }

  /// The bits of an interval, as far as they are in the word.
  private static func mask(_ states: Range<Int>) -> UInt64 {
    if states.lowerBound >= 64 { return 0 }
    let from: UInt64 = ~0 &<< UInt64(truncatingIfNeeded: states.lowerBound)
    return states.upperBound >= 64 ? from : from & (bit(states.upperBound) &- 1)
  }
}
