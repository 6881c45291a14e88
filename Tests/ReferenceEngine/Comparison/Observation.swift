package import Statecharts
import StatechartsModel
package import StatechartsTesting

/// All that can be seen of an engine after it was told one thing. Two engines agree when these are equal.
package struct Observation: Equatable {
  package typealias Outcome = SimulationReport.Outcome

  /// One microstep. Transitions are named by their labels, which the generator makes unique.
  package struct Step: Equatable {
    package var event: String?
    package var exited: [String] = []
    package var taken: [String] = []
    package var entered: [String] = []

    init(event: String?) { self.event = event }
  }

  package var outcome = Outcome.taken
  package var steps: [Step] = []
  package var actions: [Macrostep.PerformedAction] = []
  package var log: [ChartValue] = []
  package var outputs: [SimulationReport.Message] = []
  package var unhandledErrors: [String] = []
  /// All active states but the root, in document order.
  package var configuration: [String] = []
  package var context: [NamedValue] = []
  package var timers: [SimulationReport.Timer] = []
  /// A start of a service.
  package struct Start: Equatable {
    package var id: String
    package var input: ChartValue
    package var attempt: Int
  }
  package var starts: [Start] = []
  /// Events that services were sent.
  package var sent: [SimulationReport.Message] = []
  /// What runs, in document order.
  package var services: [String] = []
  package var lateResults: [String] = []
  package var isFinal = false
  package var result = ChartValue.unset
  package var stoppedAtLimit: Int?

  init() {}

  /// What the product's engine shows.
  package init(_ report: SimulationReport, chartID: String) {
    outcome = report.outcome
    steps = report.microsteps.map { step in
      var result = Step(event: step.event)
      result.exited = step.exited.map { $0 == chartID ? ReferenceChart.rootID : $0 }
      result.taken = step.taken.map { $0.label ?? "" }
      result.entered = step.entered.map { $0 == chartID ? ReferenceChart.rootID : $0 }
      return result
    }
    actions = report.actions
    log = report.log
    outputs = report.outputs
    unhandledErrors = report.unhandledErrors
    configuration = report.states
    context = report.context
    timers = report.timers
    starts = report.starts.map {
      Start(id: $0.key.run.id, input: $0.input, attempt: $0.attempt)
    }
    sent = report.sent
    services = report.services
    lateResults = report.lateResults
    isFinal = report.isFinal
    result = report.result
    switch report.stopped {
    case .endlessSteps(_, let limit)?, .tooMuchWork(_, let limit)?: stoppedAtLimit = limit
    case .requested?: stoppedAtLimit = 0
    case nil: break
    }
  }

  mutating func noteExited(_ state: String) { withLast { $0.exited.append(state) } }
  mutating func noteEntered(_ state: String) { withLast { $0.entered.append(state) } }
  mutating func noteTaken(_ transition: ReferenceTransition) {
    withLast { $0.taken.append(transition.model.label ?? "") }
  }

  private mutating func withLast(_ change: (inout Step) -> Void) {
    if steps.isEmpty { steps.append(Step(event: nil)) }
    change(&steps[steps.count - 1])
  }

  /// Whether what was seen until somewhere is how something else begins: all that is done in order.
  package func begins(_ whole: Observation) -> Bool {
    whole.steps.starts(with: steps) && whole.actions.starts(with: actions) && whole.log.starts(with: log)
      && whole.outputs.starts(with: outputs) && whole.starts.starts(with: starts)
      && whole.sent.starts(with: sent)
  }

  /// One fact a line, to print and to compare by eye.
  package var lines: [String] {
    var lines = ["outcome: \(outcome)"]
    for step in steps {
      lines.append("step: \(step.event ?? "-")")
      lines.append("  exited: \(step.exited.joined(separator: " "))")
      lines.append("  taken: \(step.taken.joined(separator: " "))")
      lines.append("  entered: \(step.entered.joined(separator: " "))")
    }
    for action in actions {
      let arguments = action.arguments.map { "\($0.name): \(Self.text($0.value))" }
      lines.append("action: \(action.name)(\(arguments.joined(separator: ", ")))")
    }
    for value in log { lines.append("log: \(Self.text(value))") }
    for output in outputs { lines.append("output: \(output.name) \(Self.text(output.data))") }
    for error in unhandledErrors { lines.append("unhandled: \(error)") }
    lines.append("configuration: \(configuration.joined(separator: " "))")
    for value in context { lines.append("\(value.name) = \(Self.text(value.value))") }
    for timer in timers { lines.append("timer: \(timer.name) in \(timer.remaining)") }
    for start in starts {
      lines.append("started: \(start.id) \(Self.text(start.input)) again \(start.attempt)")
    }
    for each in sent { lines.append("sent: \(each.name) \(Self.text(each.data)) to \(each.receiver ?? "")") }
    if !services.isEmpty { lines.append("services: \(services.joined(separator: " "))") }
    for late in lateResults { lines.append("late: \(late)") }
    if isFinal { lines.append("ended: \(Self.text(result))") }
    if let stoppedAtLimit { lines.append("stopped at the limit of \(stoppedAtLimit)") }
    return lines
  }

  private static func text(_ value: ChartValue) -> String {
    if case .map(let fields) = value {
      let parts = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return "{\(parts.joined(separator: ", "))}"
    }
    return "\(value)"
  }
}
