import Statecharts
public import StatechartsModel

/// An event that something in the current configuration handles, or a chart inside to which it is forwarded.
public struct EnabledEvent: Hashable, Sendable {
  /// One transition that answers it.
  public struct Branch: Hashable, Sendable {
    /// The state that has the transition, in the chart or in one inside it.
    public var source: String
    /// The guard as it is written, with `…` for texts and numbers beside a secret; nil for none.
    public var `guard`: String?
    /// The targets; empty for one that only acts.
    public var targets: [String]
    /// The label.
    public var label: String?
  }

  /// The event's name; a descriptor such as `a.*` or `*` where events are not declared.
  public var name: String
  /// The event's title.
  public var title: String?
  /// The fields that come with it.
  public var payload: [FieldDeclaration]
  /// The transitions in the order in which they are tried; the last one that can be reached has no guard.
  public var branches: [Branch]
}

extension Simulation {
  /// The events that can do something now, in the order of their declaration. Guards are not asked, for they may
  /// read data that nobody has sent yet.
  public var enabledEvents: [EnabledEvent] {
    guard case .running = charts.main.machine.status else { return [] }
    let receivers = receivers
    func event(_ name: String, _ declaration: EventDeclaration? = nil) -> EnabledEvent? {
      let branches = receivers.flatMap { $0.branches(for: name) }
      guard !branches.isEmpty else { return nil }
      return EnabledEvent(
        name: name, title: declaration?.title, payload: declaration?.payload ?? [], branches: branches)
    }
    if let declared = chart.chart.events { return declared.compactMap { event($0.name.text, $0) } }
    var names: [String] = []
    for name in receivers.flatMap(\.descriptors) where !names.contains(name) { names.append(name) }
    return names.compactMap { event($0) }
  }

  /// What receives an event from outside: the chart, and the charts inside to which it is forwarded.
  private var receivers: [CheckedMachine] {
    var receivers: [CheckedMachine] = []
    var pending = [RunningCharts<SimulatedChart>.root]
    while let number = pending.popLast(), let node = charts[number] {
      receivers.append(node.machine)
      pending += node.children.filter { node.bound.chart.invocations[$0.run.index].forwards }.map(\.chart)
    }
    return receivers
  }
}

extension Simulation {
  /// Whether some state of the chart, be it active or not, has an answer to an event from outside, or a child chart may.
  package func answers(_ event: String) -> Bool { charts.main.machine.answers(event) }

  /// The names of the events that states of the chart answer, as they are written.
  package var eventNames: [String] { charts.main.machine.eventNames }
}

extension CheckedMachine {
  /// What would be tried for an event, in order, each transition once.
  fileprivate func branches(for event: String) -> [EnabledEvent.Branch] {
    candidates(for: event).map { transition in
      EnabledEvent.Branch(
        source: transition.source, guard: transition.guard, targets: transition.targets,
        label: transition.label)
    }
  }
}
