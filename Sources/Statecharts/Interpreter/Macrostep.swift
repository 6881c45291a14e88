/// All that one event led to: the steps that were taken until the chart waited again, and what it asks for.
/// What is declared secret is redacted in it, except what effects carry for their receivers. Printing it shows only
/// names.
public struct Macrostep: Sendable {
  /// A call of a handler action.
  public struct PerformedAction: Hashable, Sendable {
    /// The action's name.
    public let name: String
    /// The arguments in the order of the chart, with `ChartValue.redacted` in place of secrets.
    public let arguments: [NamedValue]

    /// Makes a call, to compare with.
    package init(name: String, arguments: [NamedValue] = []) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// The turn of something that is no effect: how many effects were asked for before.
  package enum Turn: Hashable, Sendable {
    /// The next of `actions`.
    case action(after: Int)
    /// The next of `logs`.
    case log(after: Int)
  }

  /// What became of the event.
  public internal(set) var outcome: EventOutcome
  /// Whether any step was taken, also where the steps were not written down.
  package internal(set) var isChanged = false
  /// The steps, in order.
  public internal(set) var microsteps: [Microstep] = []
  /// What the machine asks of the world, in order.
  public internal(set) var effects: [ChartEffect] = []
  /// The handler actions that were called, in order.
  public internal(set) var actions: [PerformedAction] = []
  /// The values of `log` actions, in order.
  public internal(set) var logs: [ChartValue] = []
  /// When each of `actions` and `logs` had its turn among the effects, in order.
  package internal(set) var turns: [Turn] = []
  /// Why guards and actions failed, in plain sentences.
  public internal(set) var failures: [String] = []
  /// The names of `error.…` events that nothing took.
  public internal(set) var unhandledErrors: [String] = []
}

/// A value with its name.
public struct NamedValue: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value.
  public var value: ChartValue

  /// Makes a named value.
  package init(_ name: String, _ value: ChartValue) {
    self.name = name
    self.value = value
  }
}

/// The smallest step: states are left, transitions act, states are entered (SCXML 3.13).
public struct Microstep: Sendable {
  let chart: CompiledChart
  /// The name of the event; nil for the start and for steps without an event.
  public let event: String?
  package internal(set) var exitedNumbers = ContiguousArray<Int>()
  package internal(set) var takenNumbers = ContiguousArray<Int>()
  package internal(set) var enteredNumbers = ContiguousArray<Int>()

  init(_ chart: CompiledChart, event: String?) {
    self.chart = chart
    self.event = event
  }

  /// The ids of the states that were left, in the order of leaving.
  public var exited: [String] { exitedNumbers.map { chart.stateIDs[$0] } }

  /// The ids of the states that were entered, in the order of entering.
  public var entered: [String] { enteredNumbers.map { chart.stateIDs[$0] } }

  /// The transitions that were taken, in the order of their actions.
  public var taken: [TakenTransition] { takenNumbers.map { TakenTransition(chart, $0) } }
}

extension Microstep: CustomReflectable {
  /// What can be read of the step, and not the chart that it belongs to: its text may hold a secret.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["event": event as Any, "exited": exited, "taken": taken, "entered": entered],
      displayStyle: .struct)
  }
}

/// A transition that was taken.
public struct TakenTransition: Hashable, Sendable {
  /// The state that has it.
  public let source: String
  /// The targets; empty for one that only acts.
  public let targets: [String]
  /// What triggers it, as it is written; nil for `always`.
  public let trigger: String?
  /// The guard as it is written, with `…` for texts and numbers beside a secret.
  public let `guard`: String?
  /// The label.
  public let label: String?

  init(_ chart: CompiledChart, _ number: Int) {
    let record = chart.transitions[number]
    let note = chart.transitionNotes[number]
    source = chart.stateIDs[record.source]
    targets = chart.targets[record.targets].map { chart.stateIDs[$0] }
    trigger = note.trigger
    self.guard = note.guard
    label = note.label
  }
}

extension Macrostep {
  /// A step in which nothing happened.
  package static var nothing: Macrostep { Macrostep(outcome: .taken) }
}
