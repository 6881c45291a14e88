// The algorithm of the SCXML 1.0 Recommendation, Appendix D, over the numbers of a CompiledChart. Each file
// holds the procedures of one part under the names of the Recommendation:
//
//   Interpreter              what a running chart is; start and end
//   Interpreter+Macrostep    mainEventLoop, microstep
//   Interpreter+Selection    selectTransitions, selectEventlessTransitions, removeConflictingTransitions
//   Interpreter+Exit         computeExitSet, exitStates
//   Interpreter+Entry        computeEntrySet, enterStates, addDescendantStatesToEnter, addAncestorStatesToEnter
//   Interpreter+Actions      executeContent
//   Interpreter+Invocations  invoke, applyFinalize, cancelInvoke; timeouts and retries
//   Interpreter+Timers       `after` and delayed sends
//   Interpreter+Expressions  what expressions read; each handler guard is asked once a selection
//
// Where it decides more than the Recommendation, the place says why: done events of nested parallel states,
// the limit on microsteps, the order of equal deadlines.

/// A chart in a run: where it is, what it remembers and what waits. Pure: the same events give the same steps.
package struct Interpreter<Host: InterpreterHost>: Sendable where Host: Sendable {
  /// Whether the chart runs.
  package enum Status: Hashable, Sendable {
    /// `start` was not called.
    case fresh
    /// It takes events.
    case running
    /// It reached its end.
    case final
    /// It was stopped because of an error, or from outside.
    case stopped(StopReason)
  }

  /// What runs for an invocation.
  struct RunState: Sendable {
    /// The number of the start; 0 when nothing runs.
    var number: UInt64 = 0
    /// Which repetition it is.
    var attempt = 0
    /// The number of the timer of its timeout, or of its next start; 0 for none.
    var timer: UInt64 = 0
    /// How often the state was left.
    var visit = 0
  }

  /// A timer that was asked for and has not fired.
  struct ActiveTimer: Sendable {
    enum Purpose: Sendable {
      case after(Int)
      case send(RuntimeEvent, SendReceiver, sendID: Int, Payload)
      case timeout(Int)
      case retry(Int, attempt: Int)
    }
    var id: TimerID
    var purpose: Purpose
  }

  package let chart: CompiledChart
  package var host: Host
  package internal(set) var status = Status.fresh
  /// The active states. After the end: those that were active when it was reached.
  package internal(set) var configuration = StateSet()
  /// The variables, then the names of loops.
  package internal(set) var slots: ContiguousArray<Value>
  /// What the machine asks of the world since `takeEffects` was called.
  package internal(set) var effects: [Effect] = []
  /// The data of the top-level final state.
  package internal(set) var result = Payload(name: "", data: .unset, redactedData: .unset)
  /// The current event, for expressions.
  package internal(set) var event: RuntimeEvent?
  /// Whether another chart invoked this one, so that there is somebody to send to.
  let hasParent: Bool
  /// The id of this run, `session.id` in expressions.
  package let sessionID: String

  /// By history state: what was active when its parent was left last.
  var historyValues: ContiguousArray<ContiguousArray<Int>>
  var internalQueue = EventQueue()
  var externalQueue = EventQueue()
  var runs: ContiguousArray<RunState>
  var activeTimers = ContiguousArray<ActiveTimer>()
  var statesToInvoke = StateSet()
  var lastNumber: UInt64 = 0
  /// False once a top-level final state was entered.
  var isGoingOn = true
  var microsteps = 0
  var operations = 0
  var tookTransition = false
  /// The id of the send that the running block failed in.
  var failedSend: String?

  // Room that is used again in every step.
  var enabled = ContiguousArray<Int>()
  var statesToExit = ContiguousArray<Int>()
  var statesToEnter = StateSet()
  var statesForDefaultEntry = StateSet()
  var defaultHistoryContent = ContiguousArray<Int>()
  var guardAnswers = ContiguousArray<GuardAnswer>()
  var testedGuards = ContiguousArray<TestedGuard>()
  var failedEventless = StateSet()
  var loopingStates = StateSet()

  /// Makes a chart ready to be started.
  package init(_ chart: CompiledChart, host: Host, hasParent: Bool, sessionID: String = "main") {
    self.chart = chart
    self.sessionID = sessionID
    self.host = host
    self.hasParent = hasParent
    slots = chart.initialValues
    for _ in chart.initialValues.count..<max(chart.slotCount, chart.initialValues.count) {
      slots.append(.unset)
    }
    historyValues = ContiguousArray(repeating: [], count: chart.historyStates.count)
    runs = ContiguousArray(repeating: RunState(), count: chart.invocations.count)
  }

  /// Enters the chart and runs until it waits for an event.
  package mutating func start() {
    guard status == .fresh else { return }
    status = .running
    beginMacrostep()
    host.willStep(nil)
    addDescendantStatesToEnter(0)
    enterStates()
    settle()
    _ = processExternalQueue()
  }

  /// Ends the run from outside: leaves all states with their exit actions, stops services and timers.
  package mutating func stop() {
    guard status == .running else { return }
    exitInterpreter()
    status = .stopped(.requested)
  }

  /// Hands over what the machine asks of the world.
  package mutating func takeEffects() -> [Effect] {
    defer { effects.removeAll(keepingCapacity: true) }
    return effects
  }

  /// A number that was not used in this run.
  mutating func nextNumber() -> UInt64 {
    // proven: 2^64 numbers cannot be used up.
    lastNumber &+= 1
    return lastNumber
  }
}

/// Events that wait, first in, first out.
package struct EventQueue: Sendable {
  private var events = ContiguousArray<RuntimeEvent>()
  private var head = 0

  /// Whether nothing waits.
  package var isEmpty: Bool { head == events.count }

  /// Adds an event at the end.
  package mutating func append(_ event: RuntimeEvent) { events.append(event) }

  /// Takes the first event.
  package mutating func popFirst() -> RuntimeEvent? {
    guard head < events.count else { return nil }
    let event = events[head]
    head += 1
    if head == events.count { removeAll() }
    return event
  }

  /// Drops all events.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    head = 0
  }
}
