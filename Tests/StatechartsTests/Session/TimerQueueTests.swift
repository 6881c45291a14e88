import Statecharts
import Testing

@Suite("Timers that wait")
struct TimerQueueTests {
  @Test(
    "the next timer is the one with the earliest deadline, and of equal ones the one that was asked for first"
  )
  func order() {
    // A generator of its own, so that the test takes one course.
    var state: UInt64 = 7
    func random(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    var queue = TimerQueue<Int>()
    var model: [(due: Int, key: Int)] = []
    for key in 0..<4_000 {
      let due = Int(random(20))
      queue.add(key, due: .seconds(due), delay: .seconds(due))
      let place = model.firstIndex { $0.due > due } ?? model.count
      model.insert((due, key), at: place)
      // Removing more than is added, now and then, lets the queue clear away what was given up.
      let removals = key % 500 > 400 ? 4 : Int(random(2))
      for _ in 0..<removals where !model.isEmpty {
        let gone = random(3) == 0 ? 0 : Int(random(UInt64(model.count)))
        queue.remove(model.remove(at: gone).key)
      }
      #expect(queue.first?.key == model.first?.key)
      #expect(queue.count == model.count)
    }
    #expect(queue.inOrder.map(\.key) == model.map(\.key))
    var rest: [Int] = []
    while let next = queue.first {
      rest.append(next.key)
      queue.remove(next.key)
    }
    #expect(rest == model.map(\.key))
  }

  @Test("a timer that was given up or never asked for can be given up again")
  func unknown() {
    var queue = TimerQueue<String>()
    queue.remove("a")
    queue.add("a", due: .seconds(1), delay: .seconds(1))
    queue.remove("a")
    queue.remove("a")
    #expect(queue.first == nil)
    #expect(queue["a"] == nil)
  }
}
