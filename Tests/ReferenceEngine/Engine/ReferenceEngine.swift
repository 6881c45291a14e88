package import Statecharts
package import StatechartsModel
import StatechartsTesting

// The algorithm of the SCXML 1.0 Recommendation, Appendix D, procedure by procedure, on ids, lists and sets. It is
// slow and obvious, and shares nothing with the product's engine but the model. Where the project decides more
// than the Recommendation, the place says "choice".
//
//   ReferenceEngine            the datamodel; interpret, mainEventLoop, microstep, exitInterpreter
//   ReferenceEngine+Selection  selectTransitions, selectEventlessTransitions, removeConflictingTransitions
//   ReferenceEngine+Exit       exitStates, computeExitSet, getTransitionDomain, findLCCA
//   ReferenceEngine+Entry      enterStates, computeEntrySet, addDescendantStatesToEnter, …
//   ReferenceEngine+Content    executeContent
//   ReferenceEngine+Time       timers and delayed sends
//   ReferenceEngine+Services   invoke, applyFinalize, cancelInvoke; timeouts and repetitions

/// A failure of an expression or an action. It carries nothing: only that it failed is compared.
struct ReferenceFailure: Error {}

/// An event on a queue.
struct ReferenceEvent {
  /// Who made it, where the name alone does not tell.
  enum Origin: Equatable {
    case anybody
    case done(state: String)
    case timer(state: String, delay: String)
    case invocationDone(String)
    case invocationFailed(String)
  }
  var name: String
  var data = ChartValue.unset
  var origin = Origin.anybody
  /// The code of an error that the platform raised, or of an invocation that failed.
  var error: String?
  /// Whether it came from outside, from a service or by `send`.
  var isExternal = false
  /// The invocation that it came from.
  var invocation: String?
}

/// Who is sent an event.
enum ReferenceReceiver: Equatable {
  case itself, internalQueue, parent
  /// What runs under an id.
  case invocation(String)
  /// Another session, which nobody reaches.
  case session
}

/// What is done when a timer is over.
enum ReferenceTask {
  case event(ReferenceEvent)
  case deliver(ReferenceEvent, to: ReferenceReceiver)
  case timeout(String)
  case retry(String, attempt: Int)
}

/// A timer that waits.
struct ReferenceTimer {
  var label: String
  var due: Duration
  var number: Int
  var task: ReferenceTask
  /// The state whose `after` it is; nil for a delayed send.
  var state: String?
  var sendID: String?
  /// The invocation whose timeout or repetition it is.
  var invocation: String?
}

/// The second engine.
package final class ReferenceEngine {
  /// Choice: after so many microsteps because of one event the chart is stopped where it stands.
  static let microstepLimit = 1_000
  /// Choice: a delayed send fails while so many others wait.
  static let delayedSendLimit = 1_000
  /// Steps after which a run is given up: a chart that sends to itself for ever takes up to ten million.
  let mostWork: Int

  enum Status: Equatable { case fresh, running, ended, stopped(limit: Int) }

  let chart: ReferenceChart
  let guards: ScriptedGuards
  var status = Status.fresh

  // The global variables of Appendix D.
  var configuration: [String] = []
  var historyValue: [String: [String]] = [:]
  var internalQueue: [ReferenceEvent] = []
  var externalQueue: [ReferenceEvent] = []
  var running = true

  var datamodel: [String: ChartValue] = [:]
  /// Items and indices of the loops around, innermost last.
  var locals: [(name: String, value: ChartValue)] = []
  var event: ReferenceEvent?
  var now = Duration.zero
  var timers: [ReferenceTimer] = []
  var timerCount = 0
  /// What runs, by invocation.
  var runs: [String: ReferenceRun] = [:]
  /// The ids of all runs in the order of their starts.
  var startedRuns: [(id: String, number: Int)] = []
  /// States that were entered since services were started last.
  var statesToInvoke: [String] = []
  /// The event with which each state was last entered.
  var entryEvents: [String: ReferenceEvent?] = [:]
  /// Choice: after the end one can still see where the chart ended.
  var lastConfiguration: [String] = []
  var result = ChartValue.unset

  var expressions: [String: ReferenceExpression] = [:]
  var microsteps = 0
  /// Microsteps since the engine was told something.
  var work = 0
  /// Whether one thing led to more steps than are worth comparing.
  package private(set) var gaveUp = false
  var tookTransition = false
  var testedGuards: [(transition: ReferenceTransition, holds: Bool)] = []
  var failedEventless: [ReferenceTransition] = []
  var observation = Observation()

  /// Makes an engine for a chart that the product accepts.
  ///
  /// - Parameters:
  ///   - guards: answers of handler guards.
  ///   - mostWork: steps after which a run is given up.
  package init(_ chart: Statechart, guards: ScriptedGuards, mostWork: Int = 3_000) {
    self.mostWork = mostWork
    self.chart = ReferenceChart(chart)
    self.guards = guards
    for variable in chart.context { datamodel[variable.name.text] = initialValue(variable) }
  }

  func initialValue(_ variable: ContextVariable) -> ChartValue {
    guard let initial = variable.initial else { return .unset }
    return (try? evaluate(initial)) ?? .unset
  }

  // MARK: what the outside does

  /// procedure interpret
  package func interpret() -> Observation {
    begin()
    status = .running
    beginMacrostep()
    observation.steps.append(.init(event: nil))
    // Choice: the root is a state, entered at the start; entering it leads on to its initial states.
    var entering = EntrySet()
    addDescendantStatesToEnter(ReferenceChart.rootID, &entering)
    enterStates(entering)
    mainEventLoop()
    processExternalQueue()
    return finished(outcome: .taken)
  }

  /// An event from outside.
  package func send(_ name: String, data: ChartValue) -> Observation {
    begin()
    guard status == .running else { return finished(outcome: .rejected) }
    let took = handle(ReferenceEvent(name: name, data: data, isExternal: true))
    return finished(outcome: took ? .taken : .ignored)
  }

  func begin() {
    observation = Observation()
    work = 0
  }

  func handle(_ event: ReferenceEvent) -> Bool {
    microsteps = 0
    externalQueue.append(event)
    let took = takeExternalEvent()
    processExternalQueue()
    return took
  }

  /// Choice: what the chart sends to itself at once is taken before anything else arrives.
  func processExternalQueue() {
    while status == .running, !externalQueue.isEmpty { _ = takeExternalEvent() }
  }

  private func takeExternalEvent() -> Bool {
    beginMacrostep()
    let externalEvent = externalQueue.removeFirst()
    event = externalEvent
    applyFinalizeAndForward(externalEvent)
    let enabledTransitions = selectTransitions(externalEvent)
    if !enabledTransitions.isEmpty {
      microstep(enabledTransitions, externalEvent)
    } else {
      ignored(externalEvent)
    }
    mainEventLoop()
    return tookTransition
  }

  func beginMacrostep() {
    tookTransition = false
    failedEventless = []
  }

  // MARK: Appendix D

  /// procedure mainEventLoop, up to where it would wait for an external event
  func mainEventLoop() {
    repeat {
      takeInternalSteps()
      if status == .running && !running { return exitInterpreter() }
      if status == .running { invokeStates() }
      // What failed to start has queued an event.
    } while status == .running && !internalQueue.isEmpty
  }

  private func takeInternalSteps() {
    var macrostepDone = false
    while running && !macrostepDone && status == .running {
      var enabledTransitions = selectEventlessTransitions()
      var trigger: ReferenceEvent?
      if enabledTransitions.isEmpty {
        if internalQueue.isEmpty {
          macrostepDone = true
        } else {
          let internalEvent = internalQueue.removeFirst()
          event = internalEvent
          trigger = internalEvent
          enabledTransitions = selectTransitions(internalEvent)
          if enabledTransitions.isEmpty { ignored(internalEvent) }
        }
      }
      if !enabledTransitions.isEmpty { microstep(enabledTransitions, trigger) }
    }
  }

  /// procedure microstep
  private func microstep(_ enabledTransitions: [ReferenceTransition], _ trigger: ReferenceEvent?) {
    microsteps += 1
    work += 1
    if work > mostWork {
      gaveUp = true
      return stop(limit: 0)
    }
    if microsteps > Self.microstepLimit { return stop(limit: Self.microstepLimit) }
    tookTransition = true
    observation.steps.append(.init(event: trigger?.name))
    exitStates(enabledTransitions)
    executeTransitionContent(enabledTransitions)
    enterStates(computeEntrySet(enabledTransitions))
  }

  private func executeTransitionContent(_ enabledTransitions: [ReferenceTransition]) {
    for transition in enabledTransitions {
      observation.noteTaken(transition)
      executeContent(transition.model.actions)
    }
  }

  /// procedure exitInterpreter
  private func exitInterpreter() {
    lastConfiguration = chart.inDocumentOrder(configuration)
    for state in lastConfiguration.reversed() {
      executeContent(chart.state(state).exit)
      cancelInvocations(state)
      clearVariables(leaving: state)
      configuration.removeAll { $0 == state }
      observation.noteExited(state)
      if chart.isFinal(state), chart.parents[state] == ReferenceChart.rootID,
        chart.isCompound(ReferenceChart.rootID)
      {
        result = doneData(state)
      }
    }
    status = .ended
    timers = []
    internalQueue = []
    externalQueue = []
  }

  /// Choice: no exit actions run, for they are part of what went wrong.
  private func stop(limit: Int) {
    status = .stopped(limit: limit)
    runs = [:]
    timers = []
    internalQueue = []
    externalQueue = []
  }

  private func ignored(_ event: ReferenceEvent) {
    if event.error != nil { observation.unhandledErrors.append(event.name) }
  }

  /// Queues an error of the platform.
  func raiseError(_ code: String = "execution") {
    internalQueue.append(ReferenceEvent(name: "error.\(code)", error: code))
  }

  // MARK: what can be seen

  func finished(outcome: Observation.Outcome) -> Observation {
    var seen = observation
    seen.outcome = outcome
    let active = status == .ended ? lastConfiguration : chart.inDocumentOrder(configuration)
    seen.configuration = active.filter { $0 != ReferenceChart.rootID }
    seen.context = chart.chart.context.map {
      NamedValue($0.name.text, datamodel[$0.name.text] ?? .unset)
    }
    seen.timers = timers.sorted { ($0.due, $0.number) < ($1.due, $1.number) }.map {
      .init(name: $0.label, remaining: $0.due - now)
    }
    seen.services = runningIDs
    seen.isFinal = status == .ended
    seen.result = result
    if case .stopped(let limit) = status { seen.stoppedAtLimit = limit }
    return seen
  }
}
