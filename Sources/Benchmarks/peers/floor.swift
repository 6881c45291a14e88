// The floor in Swift: W1 as an enum and a switch, W2 and W4 with closures. Prints RESULT lines.
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func measure(_ workload: String, _ count: Int, _ body: () -> Void) {
  body()
  let runs = (0..<9).map { _ in
    let start = now()
    body()
    return (now() - start) / Double(count)
  }.sorted()
  func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
  let numbers = [text(runs[4]), text(runs[0]), text(runs[8])].joined(separator: "\t")
  print("RESULT\tSwift\t\(workload)\tns/event\t\(numbers)\t9")
}

func check(_ isGood: Bool, _ message: String) {
  if isGood { return }
  print(message)
  exit(1)
}

enum Ring { case a, b, c }
enum RingEvent { case next, other }

@inline(never) func ring(_ state: Ring, _ event: RingEvent) -> Ring {
  switch (state, event) {
  case (.a, .next): .b
  case (.b, .next): .c
  case (.c, .next): .a
  default: state
  }
}

@inline(never) func opaque<T>(_ value: T) -> T { value }

final class Counter {
  var guards = 0
  var actions = 0
  var value = 19
}

final class SignIn {
  var state = 0
  let guards: [() -> Bool]
  let actions: [() -> Void]

  init(_ guards: [() -> Bool], _ actions: [() -> Void]) {
    self.guards = guards
    self.actions = actions
  }

  @inline(never) func take(_ event: Int) {
    guard state == event, guards[event]() else { return }
    actions[event]()
    state = (state + 1) % 7
  }
}

let loops = 1_000_000
let next = opaque([RingEvent.next])
var state = Ring.a
measure("W1", 9 * loops) {
  var local = state
  for _ in 0..<9 * loops { local = ring(local, next[0]) }
  state = local
}
check(state == .a, "W1 ended in the wrong state")

let counter = opaque(Counter())
let machine = SignIn(
  (0..<7).map { number in
    {
      counter.guards += 1
      return counter.value != number
    }
  }, (0..<7).map { _ in { counter.actions += 1 } })
measure("W2", 7 * loops) { for _ in 0..<loops { for event in 0..<7 { machine.take(event) } } }
check(machine.state == 0 && counter.actions == 70 * loops, "W2 counted wrongly")

let guards: [() -> Bool] = (0..<20).map { number in { counter.value == number } }
@inline(never) func choose() {
  for each in guards where each() {
    counter.actions += 1
    return
  }
}
counter.actions = 0
measure("W4", loops) { for _ in 0..<loops { choose() } }
check(counter.actions == 10 * loops, "W4 counted wrongly")
