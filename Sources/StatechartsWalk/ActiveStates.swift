/// The active states of a machine, by number.
struct ActiveStates: Hashable {
  private var words: [UInt64]

  /// - Parameter count: How many states the chart has.
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  /// How many states are active.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func contains(_ state: Int) -> Bool { words[state >> 6] & (1 << UInt64(state & 63)) != 0 }

  mutating func insert(_ state: Int) { words[state >> 6] |= 1 << UInt64(state & 63) }

  mutating func remove(_ state: Int) { words[state >> 6] &= ~(1 << UInt64(state & 63)) }
}
