import Statecharts

/// Counts what handlers do. The benchmarks run on one thread, and nothing else has the counter.
final class Counter: @unchecked Sendable {
  var guards = 0
  var actions = 0
  var pings = 0
  var entries = 0
  var exits = 0
  var value = 19
}

/// W1 to W4: events on a started machine, one after the other.
struct StepWorkloads {
  var effort: Effort

  func ring() throws -> [Result] {
    let count = effort.loops(1_000_000) / 3 * 3
    var machine = try Machine(try Charts.ring())
    _ = machine.start()
    let byName = effort.nanoseconds("W1 by name", "ns/event", count: count) {
      for _ in 0..<count { _ = machine.handle(Event("next")) }
    }
    try CheckFailure.check("W1 state", machine.configuration, ["A"])
    return [byName]
  }

  func signIn() throws -> [Result] {
    let loops = effort.loops(100_000)
    let counter = Counter()
    var handlers = Handlers()
    for number in 0..<7 {
      handlers.guard("guard\(number)") { _ in
        counter.guards += 1
        return counter.value != number
      }
      handlers.action("action\(number)") { _ in counter.actions += 1 }
    }
    var machine = try Machine(try Charts.signIn(), handlers: handlers)
    _ = machine.start()
    let events = Charts.authentication.map { Event($0.1) }
    let result = effort.nanoseconds("W2 by name", "ns/event", count: loops * 7) {
      for _ in 0..<loops { for event in events { _ = machine.handle(event) } }
    }
    try CheckFailure.check("W2 state", machine.configuration, ["Start"])
    try CheckFailure.check("W2 guards", counter.guards, 7 * loops * (effort.runs + 1))
    try CheckFailure.check("W2 actions", counter.actions, counter.guards)
    return [result]
  }

  /// The events of one loop, each with the leaf that is active afterwards; nil while the parallel state is.
  static let loop: [(event: String, leaf: String?)] = [
    ("step", "B"), ("inner", "A"), ("tick", "A"), ("step", "B"), ("toP", nil), ("step", nil), ("step", nil),
    ("step", nil), ("step", nil), ("back", "B"), ("step", "A"), ("again", "A"),
  ]

  func regions(hooks: Bool) throws -> [Result] {
    let loops = effort.loops(hooks ? 20_000 : 50_000)
    let name = hooks ? "W3h" : "W3"
    let counter = Counter()
    var handlers = Handlers()
    handlers.action("onTick") { _ in counter.actions += 1 }
    handlers.action("onPing") { _ in counter.pings += 1 }
    if hooks {
      handlers.action("onEntry") { _ in counter.entries += 1 }
      handlers.action("onExit") { _ in counter.exits += 1 }
    }
    var machine = try Machine(try Charts.regions(hooks: hooks), handlers: handlers)
    _ = machine.start()
    let entriesAtStart = counter.entries
    for (event, leaf) in Self.loop {
      _ = machine.handle(Event(event))
      if let leaf {
        try CheckFailure.check("\(name) after \(event)", machine.configuration, [leaf])
      } else {
        try CheckFailure.check("\(name) active states after \(event)", machine.states.count, 9)
      }
    }
    let events = Self.loop.map { Event($0.event) }
    let result = effort.nanoseconds("\(name) by name", "ns/event", count: loops * 12) {
      for _ in 0..<loops { for event in events { _ = machine.handle(event) } }
    }
    let total = 1 + loops * (effort.runs + 1)
    try CheckFailure.check("\(name) tick", counter.actions, total)
    try CheckFailure.check("\(name) ping", counter.pings, total)
    if hooks {
      try CheckFailure.check("\(name) entries", counter.entries - entriesAtStart, 39 * total)
      try CheckFailure.check("\(name) exits", counter.exits, 39 * total)
    }
    return [result]
  }

  func guards() throws -> [Result] {
    let count = effort.loops(100_000)
    let counter = Counter()
    var handlers = Handlers()
    handlers.action("action") { _ in counter.actions += 1 }
    var machine = try Machine(try Charts.guards(), handlers: handlers)
    _ = machine.start()
    let result = effort.nanoseconds("W4 by name", "ns/event", count: count) {
      for _ in 0..<count { _ = machine.handle(Event("go")) }
    }
    try CheckFailure.check("W4 actions", counter.actions, count * (effort.runs + 1))
    for number in 0..<20 { handlers.guard("is\(number)") { _ in counter.value == number } }
    var asking = try Machine(try Charts.askedGuards(), handlers: handlers)
    _ = asking.start()
    let asked = effort.nanoseconds("W4 closures, by name", "ns/event", count: count) {
      for _ in 0..<count { _ = asking.handle(Event("go")) }
    }
    try CheckFailure.check("W4 closures, actions", counter.actions, 2 * count * (effort.runs + 1))
    return [result, asked]
  }
}
