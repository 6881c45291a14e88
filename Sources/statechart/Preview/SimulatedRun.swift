import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsWalk
import StatechartsYAML

/// A recorded run that is played through a chart, as far as it fits it.
///
/// The page of `preview` holds the lines of the run, and the command plays all of them for each view. So nothing is kept
/// between two views, and to go back is to leave out the last line.
struct SimulatedRun {
  // Decision: Docs/decisions/preview.md#the-page-holds-the-run
  /// The most steps of a run, the most bytes of its lines, and the longest time that its steps take.
  static let mostSteps = 500
  static let maximumBytes = 256 * 1024
  static let longest = Duration.seconds(5)

  /// What a step did.
  private struct Played {
    var request: SimulationRequest?
    var report: SimulationReport
    var now: Duration
  }

  private let loaded: LoadedChart
  private let narration: Narration
  private(set) var problem: RunView.Problem?
  /// The run before its start; nil when the chart does not take the inputs.
  private(set) var fresh: Simulation?
  /// What it was given at its start.
  private(set) var input: [String: ChartValue] = [:]
  /// The run after the last step that fits.
  private(set) var simulation: Simulation?
  private(set) var services: ServiceDeclarations
  private var recording: WalkRecording?
  private var played: [Played] = []

  /// The chart.
  var chart: Statechart { loaded.chart.chart }

  /// Where the run is; nil when it has not started.
  var report: SimulationReport? { played.last?.report }

  /// Plays lines as `statechart simulate --replay` takes them.
  init(_ lines: [String], on loaded: LoadedChart) {
    self.loaded = loaded
    narration = Narration(loaded.chart.chart)
    services = ServiceDeclarations(loaded.chart.chart)
    guard lines.lazy.map(\.utf8.count).reduce(0, +) <= Self.maximumBytes else {
      problem = RunView.Problem(
        step: 0, message: "The run has more than \(Self.maximumBytes / 1024) KiB.",
        help: "Save it, and restart."
      )
      return
    }
    var rest = lines[...]
    var opening: SimulationRequest?
    if let first = rest.first, let request = try? SimulationRequest(first, opens: true),
      case .begin = request.kind
    {
      opening = request
      rest.removeFirst()
    }
    let needed = chart.context.filter(\.isNeededInput).map { "`\($0.name.text.oneLine)`" }
    if opening == nil, rest.isEmpty, !needed.isEmpty {
      let names = needed.joined(separator: ", ")
      problem = RunView.Problem(step: 0, message: "The app gives this flow \(names) at its start.", help: nil)
      return
    }
    guard begin(opening) else { return }
    let clock = ContinuousClock()
    let end = clock.now + Self.longest
    for (index, line) in rest.enumerated() {
      // proven not to overflow: the lines are in memory.
      let number = index + 1
      do throws(SimulationRequest.BadLine) {
        guard index < Self.mostSteps else {
          throw SimulationRequest.BadLine(
            message: "The run has more than \(Self.mostSteps) steps.", help: "Save it, and restart.")
        }
        guard clock.now < end else {
          throw SimulationRequest.BadLine(
            message: "The run takes more than \(ChartValue.duration(Self.longest)).",
            help: "Undo some steps, or let less time pass.")
        }
        try play(try SimulationRequest(line))
      } catch {
        problem = RunView.Problem(step: number, message: error.message, help: error.help)
        return
      }
    }
  }

  /// Starts the run; gives whether that is possible.
  private mutating func begin(_ opening: SimulationRequest?) -> Bool {
    if case .begin(let given)? = opening?.kind { input = given.readingDurations(inputsOf: chart) }
    do {
      var fresh = try simulation(input)
      try fresh.set(opening?.guards ?? [])
      self.fresh = fresh
      services = ServiceDeclarations(fresh)
      recording = WalkRecording(chart, input: input, fresh, begin: simulation)
      var started = fresh
      let report = started.start()
      self.simulation = started
      played.append(Played(report: report, now: started.now))
      return true
    } catch let bad as SimulationRequest.BadLine {
      problem = RunView.Problem(step: 0, message: bad.message, help: bad.help)
    } catch {
      problem = RunView.Problem(step: 0, message: "\(error)", help: nil)
    }
    return false
  }

  private func simulation(_ input: [String: ChartValue]) throws -> Simulation {
    try Simulation(loaded.chart, children: loaded.children, input: input)
  }

  /// This run before its start, with other inputs; nil when the chart does not take them.
  func begun(with input: [String: ChartValue]) -> Simulation? {
    var simulation = try? simulation(input)
    simulation?.guards = fresh?.guards ?? [:]
    return simulation
  }

  /// Plays a step.
  private mutating func play(_ request: SimulationRequest) throws(SimulationRequest.BadLine) {
    guard var next = simulation else { return }
    let report = try next.perform(request)
    if report.outcome == .rejected {
      throw SimulationRequest.BadLine(message: report.reason ?? "The chart does not accept it.", help: "")
    }
    simulation = next
    played.append(Played(request: request, report: report, now: next.now))
    let type = request.kind.dataType(in: chart, services) ?? .any
    recording?.add(
      request.readingDurations(as: type), words: narration.words(for: request), type: type, report)
  }

  // MARK: - What the page shows

  /// What the page shows of the run.
  var view: RunView {
    let fields = RunFields(chart, SampleValues(chart))
    let states = StateIndex(chart.root).nodes.map(\.state)
    let destinations = states.compactMap { state -> RunView.Destination? in
      guard state.id != chart.root.id else { return nil }
      switch state.kind {
      case .history, .choice: return nil
      case .plain, .parallel, .final:
        return RunView.Destination(id: state.id.text, words: narration.path(of: state.id.text))
      }
    }
    return RunView(
      title: narration.title, inputs: fields.inputs,
      destinations: destinations, problem: problem, now: now(fields, states))
  }

  private func now(_ fields: RunFields, _ states: [StateNode]) -> RunView.Now? {
    guard let simulation, let report, let recording else { return nil }
    let isOver = report.isFinal || report.stopped != nil
    let running = isOver ? [] : services(report, fields)
    let sent = Set(running.flatMap(\.events).map(\.name))
    let events = isOver ? [] : self.events(simulation, fields, states).filter { !sent.contains($0.name) }
    let visited = played.flatMap(\.report.microsteps).flatMap(\.entered).filter { $0 != chart.root.id.text }
    var messages = RunMessages(narration)
    let steps = self.steps(states, &messages)
    // proven not to overflow: a line has a small number.
    let diverging = recording.divergingLine.map { $0 - (recording.lines.count - recording.count) }
    return RunView.Now(
      place: narration.place(report), time: Narration.clock(simulation.now), end: end(report),
      states: report.states.map { id in
        RunView.State(
          id: id, words: narration.path(of: id),
          description: narration.description(of: id), isInnermost: report.configuration.contains(id))
      },
      visited: Set(visited).sorted(),
      children: report.children.map { "\($0.id): \($0.configuration.joined(separator: ", "))" },
      events: events, takesAnyEvent: chart.events == nil && !isOver, services: running,
      timers: isOver ? [] : timers(report), conditions: conditions(simulation), variables: variables(),
      steps: steps, lanes: messages.lanes, recording: recording.lines, hidesSecrets: recording.hidesSecrets,
      divergingStep: diverging)
  }

  private func end(_ report: SimulationReport) -> String? {
    if let stopped = report.stopped { return stopped.description }
    guard report.isFinal else { return nil }
    return report.result == .unset
      ? "The flow has ended." : "The flow has ended. Its result: \(Self.shown(report.result))"
  }

  private func steps(_ states: [StateNode], _ messages: inout RunMessages) -> [RunView.Step] {
    var place = ""
    return played.map { step in
      let now = narration.place(step.report)
      let moved = now != place ? now : nil
      place = now
      var lines = narration.story(step.report).map {
        RunView.Line(words: $0.text, isProblem: $0.kind == .problem)
      }
      let isIgnored = step.report.outcome == .ignored && step.request?.kind.isTime == false
      if isIgnored, case .event(let name, _)? = step.request?.kind, step.report.refused.isEmpty {
        let places = Self.places(of: name, states, narration)
        if !places.isEmpty {
          let words = "`\(name.oneLine)` is handled in: \(places.joined(separator: ", "))."
          lines.append(RunView.Line(words: words, isProblem: false))
        }
      }
      return RunView.Step(
        words: narration.words(for: step.request), data: step.request.flatMap(data),
        time: Narration.clock(step.now), place: moved, isIgnored: isIgnored, lines: lines,
        messages: messages.messages(of: step.request, step.report, place: moved))
    }
  }

  /// The data of a step in words, without secrets.
  private func data(_ request: SimulationRequest) -> String? {
    let data: ChartValue
    switch request.kind {
    case .event(_, let value), .done(_, let value), .failed(_, _, let value), .sent(_, _, let value):
      data = (request.kind.dataType(in: chart, services) ?? .any).redact(value)
    case .advance, .restart, .begin, .nothing: return nil
    }
    switch data {
    case .unset: return nil
    case .map(let values):
      let known = values.sorted { $0.key < $1.key }.filter { $0.value != .unset }
      return known.isEmpty
        ? nil : known.map { "\($0.key.oneLine): \(Self.shown($0.value))" }.joined(separator: ", ")
    default: return Self.shown(data)
    }
  }

  private func events(
    _ simulation: Simulation, _ fields: RunFields, _ states: [StateNode]
  ) -> [RunView.Event] {
    let enabled = simulation.enabledEvents
    let handled = enabled.filter { !$0.name.hasSuffix("*") }.map { event in
      RunView.Event(
        name: event.name, title: title(event.title, event.name),
        description: chart.events?.first { $0.name.text == event.name }?.description?.oneLine,
        fields: fields.fields(event.payload), isHandled: true, branches: event.branches.map(branch),
        places: [])
    }
    let names = Set(enabled.map(\.name))
    let others = (chart.events ?? []).filter { !names.contains($0.name.text) }.map { event in
      self.event(
        event, fields, isHandled: false, places: Self.places(of: event.name.text, states, narration))
    }
    return handled + others
  }

  private func event(
    _ event: EventDeclaration, _ fields: RunFields, isHandled: Bool, places: [String] = []
  ) -> RunView.Event {
    RunView.Event(
      name: event.name.text, title: title(event.title, event.name.text),
      description: event.description?.oneLine, fields: fields.fields(event.payload), isHandled: isHandled,
      branches: [], places: places)
  }

  private func branch(_ branch: EnabledEvent.Branch) -> RunView.Branch {
    let places = branch.targets.map { narration.path(of: $0) }
    return RunView.Branch(
      source: branch.source, place: places.isEmpty ? nil : places.joined(separator: ", "),
      condition: branch.guard?.oneLine,
      label: branch.label.visibleTitle)
  }

  private func services(_ report: SimulationReport, _ fields: RunFields) -> [RunView.Service] {
    report.services.map { id in
      var result: [FieldDeclaration] = []
      var isWhole = false
      switch services.result(of: id) {
      case .record(let declared)?: result = declared
      case nil: break
      case let type?: (result, isWhole) = ([FieldDeclaration("result", type)], true)
      }
      let failures = services.codes(of: id).map { code in
        let error = services.error(code, of: id)
        let known = narration.error(code).words
        return RunView.Failure(
          code: code, title: title(error?.title, code) ?? (known == code.oneLine ? nil : known),
          description: error?.description?.oneLine, fields: fields.fields(error?.payload ?? []))
      }
      let sends = Set(services.sends(of: id))
      return RunView.Service(
        id: id, title: title(services.title(of: id), id),
        description: services.description(of: id)?.oneLine, result: fields.fields(result),
        isResultWhole: isWhole, failures: failures,
        events: (chart.events ?? []).filter { sends.contains($0.name.text) }.map {
          event($0, fields, isHandled: true)
        })
    }
  }

  private func timers(_ report: SimulationReport) -> [RunView.Timer] {
    report.timers.map { timer in
      RunView.Timer(
        words: narration.words(ofTimer: timer.name), left: Narration.words(for: timer.remaining),
        duration: "\(ChartValue.duration(timer.remaining))")
    }
  }

  private func conditions(_ simulation: Simulation) -> [RunView.Condition] {
    let declared = simulation.models.flatMap { $0.handlers.guards ?? [] }
    return simulation.guardNames.map { name in
      let declaration = declared.first { $0.name.text == name }
      return RunView.Condition(
        name: name, title: title(declaration?.title, name), description: declaration?.description?.oneLine,
        answer: simulation.guards[name] ?? true)
    }
  }

  private func variables() -> [RunView.Variable] {
    let before = played.dropLast().last?.report.context
    return zip(chart.context, report?.context ?? []).enumerated().map { number, variable in
      let (declaration, value) = variable
      let old = before.flatMap { $0.indices.contains(number) ? $0[number].value : nil }
      return RunView.Variable(
        name: value.name, description: declaration.field.description?.oneLine,
        value: value.value == .unset ? nil : Self.shown(value.value),
        isSecret: declaration.field.isSecret || value.value == .redacted,
        isChanged: old != nil && old != value.value)
    }
  }

  /// A title that says more than the name.
  private func title(_ title: String?, _ name: String) -> String? {
    title.visibleTitle.flatMap { $0 == name ? nil : $0 }
  }

  /// A value in one line that fits a page.
  private static func shown(_ value: ChartValue) -> String {
    if value == .string("") { return "\"\"" }
    return Narration.shortened([Narration.Line(text: value.description.oneLine)]).first?.text ?? ""
  }

  /// The most states that are named as those that handle an event.
  private static let mostPlaces = 5

  /// The states that handle an event, in words.
  private static func places(
    of event: String, _ states: [StateNode], _ narration: Narration
  ) -> [String] {
    let places = states.filter { $0.on.contains { $0.event.matches(event) } }.map {
      let path = narration.path(of: $0.id.text)
      return path.isEmpty ? "the whole flow" : path
    }
    guard places.count > mostPlaces else { return places }
    return places.prefix(mostPlaces) + ["\(places.count - mostPlaces) more"]
  }
}

extension SimulationRequest.Kind {
  /// Whether the step only lets time pass or switches conditions: it is never ignored.
  fileprivate var isTime: Bool {
    switch self {
    case .advance, .nothing: true
    case .event, .done, .failed, .sent, .restart, .begin: false
    }
  }
}
