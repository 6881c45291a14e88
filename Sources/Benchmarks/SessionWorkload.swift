import Statecharts

/// W5: many machines of one chart, all kept.
struct SessionWorkload {
  var effort: Effort

  func run() throws -> [Result] {
    let count = effort.loops(100_000)
    let counter = Counter()
    var handlers = Handlers()
    for number in 0..<7 {
      handlers.guard("guard\(number)") { _ in
        counter.guards += 1
        return counter.value != number
      }
      handlers.action("action\(number)") { _ in counter.actions += 1 }
    }
    let chart = try Charts.signIn()
    var times: [Double] = []
    var bytes: [Double] = []
    for run in 0..<effort.runs {
      var machines: [Machine] = []
      machines.reserveCapacity(count)
      let memory = Clock.residentBytes()
      let start = Clock.threadNanoseconds()
      for _ in 0..<count {
        var machine = try Machine(chart, handlers: handlers)
        _ = machine.start()
        _ = machine.handle(Event("submitEmail"))
        machines.append(machine)
      }
      times.append((Clock.threadNanoseconds() - start) / Double(count))
      // Later runs use memory that earlier ones gave back, so only the first one tells.
      if run == 0 { bytes = [Double(Clock.residentBytes() - memory) / Double(count)] }
      try CheckFailure.check("W5 state", opaque(machines)[count - 1].configuration, ["CheckingAccount"])
    }
    try CheckFailure.check("W5 guards", counter.guards, count * effort.runs)
    return [Result("W5", "ns/instance", times), Result("W5", "bytes/instance", bytes)]
  }
}
