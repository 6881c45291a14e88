import Statecharts
public import StatechartsModel

/// An event that something in the current configuration answers.
public struct EnabledEvent: Hashable, Sendable {
  /// One transition that answers it.
  public struct Branch: Hashable, Sendable {
    /// The state that has the transition.
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
    if let declared = chart.chart.events {
      return declared.compactMap { event in
        let branches = charts.main.machine.branches(for: event.name.text)
        guard !branches.isEmpty else { return nil }
        return EnabledEvent(
          name: event.name.text, title: event.title, payload: event.payload, branches: branches)
      }
    }
    var names: [String] = []
    for name in charts.main.machine.descriptors where !names.contains(name) { names.append(name) }
    return names.map { name in
      EnabledEvent(name: name, title: nil, payload: [], branches: charts.main.machine.branches(for: name))
    }
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
