/// A small set of states, sorted in document order.
///
/// Its cost follows the number of its members, not the size of the chart. Because a state's descendants are an
/// interval of numbers, all members inside a state are one slice of the array.
package struct StateSet: Hashable, Sendable {
  /// The members in document order.
  package private(set) var members = ContiguousArray<Int>()

  package init() {}

  /// Whether there are no members.
  package var isEmpty: Bool { members.isEmpty }

  /// Where the first member not below `state` stands.
  package func position(of state: Int) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low &+ high) / 2
      if members[middle] < state { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Whether a state is a member.
  package func contains(_ state: Int) -> Bool {
    let position = position(of: state)
    return position < members.count && members[position] == state
  }

  /// The positions of the members in an interval of states.
  package func positions(in states: Range<Int>) -> Range<Int> {
    let start = position(of: states.lowerBound)
    return start..<max(start, position(of: states.upperBound))
  }

  /// Whether any state of an interval is a member.
  package func containsAny(in states: Range<Int>) -> Bool {
    let position = position(of: states.lowerBound)
    return position < members.count && members[position] < states.upperBound
  }

  /// Adds a state.
  package mutating func insert(_ state: Int) {
    guard let last = members.last, last >= state else {
      members.append(state)
      return
    }
    let position = position(of: state)
    if members[position] != state { members.insert(state, at: position) }
  }

  /// Takes a state out.
  package mutating func remove(_ state: Int) {
    let position = position(of: state)
    if position < members.count && members[position] == state { members.remove(at: position) }
  }

  /// Takes all states out and keeps the room.
  package mutating func removeAll() { members.removeAll(keepingCapacity: true) }
}
