/// A small generator of random numbers (SplitMix64). The same seed gives the same numbers everywhere, always.
package struct RandomSource {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to below `bound`, which is at least 1.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  package mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// True in so many cases of a hundred.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of some things, of which there is at least one.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Some of some things, each with a chance.
  package mutating func some<Element>(_ elements: [Element], chance percent: Int) -> [Element] {
    var result: [Element] = []
    for element in elements where chance(percent) { result.append(element) }
    return result
  }
}
