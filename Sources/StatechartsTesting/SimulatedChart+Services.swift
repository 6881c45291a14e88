import Statecharts

extension SimulatedChart {
  /// The ids of what runs here and then in child charts.
  var running: [String] { machine.running.map(\.id) + children.flatMap(\.chart.running) }

  /// The timers that wait here and in child charts.
  var waiting: [PendingTimer] { timers + children.flatMap(\.chart.waiting) }

  /// Lets a service of this id answer, here or else in a child chart.
  ///
  /// - Returns: nil when nothing runs under the id.
  mutating func answer(
    _ id: String, _ world: inout SimulatedWorld, _ report: inout Report,
    _ body: (inout CheckedMachine, InvocationRun) -> Macrostep
  ) -> Outcome? {
    guard let run = machine.running.first(where: { $0.id == id }) else {
      return inChild(&world, &report) { child, world, report in child.answer(id, &world, &report, body) }
    }
    let step = body(&machine, run)
    // A child chart that is answered for ends here and now.
    if !machine.running.contains(run), let position = children.firstIndex(where: { $0.run == run }) {
      var child = children.remove(at: position).chart
      child.absorb(child.machine.stop(), &world, &report)
    }
    absorb(step, &world, &report)
    return step.outcome
  }
}
