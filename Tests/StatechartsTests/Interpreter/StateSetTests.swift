import Statecharts
import Testing

@Suite("Sets of states")
struct StateSetTests {
  @Test("it answers as a sorted list of its members does, on both sides of the 64th state")
  func asAList() {
    var set = StateSet()
    var list: Set<Int> = []
    var other = StateSet()
    var seed: UInt64 = 7
    func next(_ bound: UInt64) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: (seed >> 33) % bound)
    }
    for _ in 0..<2_000 {
      let state = next(140)
      let end = state + next(80)
      switch next(8) {
      case 0...3:
        set.insert(state)
        list.insert(state)
      case 4:
        set.remove(state)
        list.remove(state)
      case 5:
        other.insert(state)
        set.insert(from: other, in: state..<end)
        list.formUnion(other.members.filter { $0 >= state && $0 < end })
      case 6:
        set.remove(all: other)
        list.subtract(other.members)
        other.removeAll()
      default: break
      }
      let sorted = list.sorted()
      #expect(Array(set.members) == sorted)
      #expect(set.count == sorted.count)
      #expect(set.isEmpty == sorted.isEmpty)
      #expect(set.contains(state) == list.contains(state))
      #expect(set.first(from: state) == sorted.first { $0 >= state })
      #expect(set.last(below: state) == sorted.last { $0 < state })
      #expect(set.containsAny(in: state..<end) == sorted.contains { $0 >= state && $0 < end })
    }
  }
}
