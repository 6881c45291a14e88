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
    let count = effort.loops(3_000_000) / 3 * 3
    let chart = try Charts.ring()
    let next = try Self.events(["next"], of: chart)[0]
    var results: [Result] = []
    for isMemoized in [true, false] {
      var machine = try Machine(chart, isMemoized: isMemoized)
      machine.begin()
      let name = isMemoized ? "W1" : "W1, cache off"
      results.append(
        effort.nanoseconds(name, "ns/event", count: count) { for _ in 0..<count { machine.send(next) } })
      try CheckFailure.check("W1 state", machine.configuration, ["A"])
    }
    var machine = try Machine(chart)
    machine.begin()
    results.append(
      effort.nanoseconds("W1 by name", "ns/event", count: count) {
        for _ in 0..<count { machine.send("next") }
      })
    try CheckFailure.check("W1 state", machine.configuration, ["A"])
    let recorded = count / 10 / 3 * 3
    results.append(
      effort.nanoseconds("W1 recorded", "ns/event", count: recorded) {
        for _ in 0..<recorded { _ = machine.send(ChartEvent("next")) }
      })
    try CheckFailure.check("W1 state", machine.configuration, ["A"])
    return results
  }

  func signIn() throws -> [Result] {
    let loops = effort.loops(300_000)
    let chart = try Charts.signIn()
    let events = try Self.events(Charts.authentication.map { $0.1 }, of: chart)
    var results: [Result] = []
    for isPlain in [true, false] {
      let counter = Counter()
      var machine = try Machine(chart, handlers: Self.signInHandlers(counter, isPlain: isPlain))
      machine.begin()
      let name = isPlain ? "W2" : "W2, handlers take the call"
      results.append(
        effort.nanoseconds(name, "ns/event", count: loops * 7) {
          for _ in 0..<loops { for event in events { machine.send(event) } }
        })
      try CheckFailure.check("W2 state", machine.configuration, ["Start"])
      try CheckFailure.check("W2 guards", counter.guards, 7 * loops * effort.bodies(of: name))
      try CheckFailure.check("W2 actions", counter.actions, counter.guards)
    }
    return results
  }

  /// The handlers of W2; each captures a value, as real ones do.
  static func signInHandlers(_ counter: Counter, isPlain: Bool) -> ChartHandlers {
    var handlers = ChartHandlers()
    for number in 0..<7 {
      if isPlain {
        handlers.guard("guard\(number)") {
          counter.guards += 1
          return counter.value != number
        }
        handlers.action("action\(number)") { counter.actions += 1 }
      } else {
        handlers.guard("guard\(number)") { _ in
          counter.guards += 1
          return counter.value != number
        }
        handlers.action("action\(number)") { _ in counter.actions += 1 }
      }
    }
    return handlers
  }

  /// Looks events up.
  static func events(_ names: [String], of chart: CompiledChart) throws -> [EventID] {
    try names.map { name in
      guard let event = chart.event(name) else { throw CheckFailure("there is no event \(name)") }
      return event
    }
  }

  /// The events of one loop, each with the leaf that is active afterwards; nil while the parallel state is.
  static let loop: [(event: String, leaf: String?)] = [
    ("step", "B"), ("inner", "A"), ("tick", "A"), ("step", "B"), ("toP", nil), ("step", nil), ("step", nil),
    ("step", nil), ("step", nil), ("back", "B"), ("step", "A"), ("again", "A"),
  ]

  func regions(hooks: Bool) throws -> [Result] {
    let chart = try Charts.regions(hooks: hooks)
    return try [true, false].map { try regions(chart, hooks: hooks, isMemoized: $0) }
  }

  private func regions(_ chart: CompiledChart, hooks: Bool, isMemoized: Bool) throws -> Result {
    let loops = effort.loops(hooks ? 50_000 : 100_000)
    let name = (hooks ? "W3h" : "W3") + (isMemoized ? "" : ", cache off")
    let counter = Counter()
    var handlers = ChartHandlers()
    handlers.action("onTick") { counter.actions += 1 }
    handlers.action("onPing") { counter.pings += 1 }
    if hooks {
      handlers.action("onEntry") { counter.entries += 1 }
      handlers.action("onExit") { counter.exits += 1 }
    }
    var machine = try Machine(chart, handlers: handlers, isMemoized: isMemoized)
    machine.begin()
    let entriesAtStart = counter.entries
    let events = try Self.events(Self.loop.map(\.event), of: chart)
    for (event, step) in zip(events, Self.loop) {
      try CheckFailure.check("\(name) reaction", machine.send(event), .taken)
      if let leaf = step.leaf {
        try CheckFailure.check("\(name) after \(step.event)", machine.configuration, [leaf])
      } else {
        try CheckFailure.check("\(name) active states after \(step.event)", machine.states.count, 9)
      }
    }
    let result = effort.nanoseconds(name, "ns/event", count: loops * 12) {
      for _ in 0..<loops { for event in events { machine.send(event) } }
    }
    let total = 1 + loops * effort.bodies(of: name)
    try CheckFailure.check("\(name) tick", counter.actions, total)
    try CheckFailure.check("\(name) ping", counter.pings, total)
    if hooks {
      try CheckFailure.check("\(name) entries", counter.entries - entriesAtStart, 39 * total)
      try CheckFailure.check("\(name) exits", counter.exits, 39 * total)
    }
    return result
  }

  func guards() throws -> [Result] {
    let count = effort.loops(300_000)
    let counter = Counter()
    var handlers = ChartHandlers()
    handlers.action("action") { counter.actions += 1 }
    var machine = try Machine(try Charts.guards(), handlers: handlers)
    let go = try Self.events(["go"], of: machine.chart)[0]
    machine.begin()
    let result = effort.nanoseconds("W4", "ns/event", count: count) {
      for _ in 0..<count { machine.send(go) }
    }
    let stated = count * effort.bodies(of: "W4")
    try CheckFailure.check("W4 actions", counter.actions, stated)
    for number in 0..<20 { handlers.guard("is\(number)") { counter.value == number } }
    var asking = try Machine(try Charts.askedGuards(), handlers: handlers)
    let ask = try Self.events(["go"], of: asking.chart)[0]
    asking.begin()
    let asked = effort.nanoseconds("W4, closures", "ns/event", count: count) {
      for _ in 0..<count { asking.send(ask) }
    }
    try CheckFailure.check(
      "W4 closures, actions", counter.actions, stated + count * effort.bodies(of: "W4, closures"))
    return [result, asked]
  }
}
