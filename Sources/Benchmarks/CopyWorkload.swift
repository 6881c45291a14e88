import Statecharts

/// W5: copies of one machine, each started and sent one event, all kept. What a `ChartSession` takes is W13.
struct CopyWorkload {
  var effort: Effort

  func run() throws -> [Result] {
    let count = effort.loops(100_000)
    let counter = Counter()
    let chart = try Charts.signIn()
    // Names are bound once; the others are copies of that machine.
    let prototype = try Machine(chart, handlers: StepWorkloads.signInHandlers(counter, isPlain: true))
    let event = try StepWorkloads.events(["submitEmail"], of: chart)[0]
    var times: [Double] = []
    var bytes: [Double] = []
    for run in 0..<effort.runs {
      var machines: [Machine] = []
      machines.reserveCapacity(count)
      let memory = Clock.residentBytes()
      let start = Clock.threadNanoseconds()
      for _ in 0..<count {
        var machine = prototype
        machine.begin()
        machine.send(event)
        machines.append(consume machine)
      }
      times.append((Clock.threadNanoseconds() - start) / Double(count))
      // Later runs reuse memory of earlier ones, so only the first run counts.
      if run == 0 { bytes = [Double(Clock.residentBytes() - memory) / Double(count)] }
      try CheckFailure.check("W5 state", opaque(machines)[count - 1].configuration, ["CheckingAccount"])
    }
    try CheckFailure.check("W5 guards", counter.guards, count * effort.runs)
    return [Result("W5", "ns/copy", times), Result("W5", "bytes/copy", bytes)]
  }
}
