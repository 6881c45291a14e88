import StatechartsModel

/// Compiles services and child charts, without the transitions that they trigger.
struct InvocationCompiler {
  let catalogue: Catalogue
  let names: NameTables
  /// The charts that run inside this one, by their paths, as far as they are known.
  let children: [String: ChildInterface]
  let entering: EnteringEvents
  let expressions: ExpressionCompiler
  let actions: ActionCompiler
  let problems: ProblemCollector

  private(set) var records = ContiguousArray<InvocationRecord>()

  /// Adds the invocation of a state.
  ///
  /// - Returns: Its number.
  mutating func add(_ invocation: ChartInvocation, _ state: Int) -> Int {
    let id = invocation.effectiveID
    // Unlike other ids it may have dots, for it ends names of events.
    if let name = invocation.id, !NameRule.isEventName(name.text) { problems.checkIdentifier(name, "id") }
    let situation = entering.situation(state)
    let service = catalogue.service(of: invocation)
    let source: InvocationSource
    var computed = -1
    var possible: [String] = []
    // What a chart inside is given is checked here only, as it checks itself when it starts.
    var wanted: [FieldDeclaration]?
    var owner = "the service `\(id)`"
    var isKnown = true
    switch invocation.source {
    case .service(let name):
      source = .service(name.text)
      problems.find(
        name, in: catalogue.services, .unknownHandler, "service", under: "`services:` of `handlers:`")
      isKnown = service != nil || catalogue.services == nil
    case .chart(let name):
      source = .chart(name.text)
      wanted = children[name.text]?.inputs
      owner = "the chart `\(name.text)`"
    case .computed(let path, let charts):
      source = .chart(charts.first?.text ?? "")
      computed = expressions.lowerName(path, situation, "The chart to run", for: "the path of the chart")
      possible = charts.map(\.text)
    }
    let origin = invocation.origin
    let input = expressions.compileFields(
      invocation.input, declared: service?.arguments ?? wanted, situation, of: owner, at: origin,
      what: "input", isKnown: isKnown, checkedElsewhere: true)
    records.append(
      InvocationRecord(
        state: state, id: names.invocations.number(of: id), source: source, computedSource: computed,
        charts: possible, idSlot: invocation.idVariable.map { actions.idSlot($0) } ?? -1, input: input,
        inputFields: service?.arguments, timeout: compileTimeout(invocation, situation),
        resume: invocation.resume.map(ResumePolicy.init), restarts: invocation.onRestore == .restart,
        attempts: compileAttempts(invocation),
        backoff: invocation.retry?.backoff.map {
          expressions.compileDelay($0, in: ExpressionContext(state: state), at: origin)
        },
        retryCodes: invocation.retry?.codes.map(\.text) ?? [],
        finalize: actions.compile(invocation.finalize, in: ExpressionContext(state: state, event: .any)),
        forwards: invocation.forwardsEvents, result: service?.result, errors: service?.errors.map(\.text),
        sends: service?.sends.map(\.text), doneEvent: names.events.number(of: "done.invoke.\(id)")))
    return records.count - 1
  }

  private func compileTimeout(_ invocation: ChartInvocation, _ situation: ExpressionContext) -> DelayRecord? {
    guard let timeout = invocation.timeout else { return nil }
    if case .literal(let span) = timeout, span <= .zero {
      problems.report(
        .badValue, "`timeout` must be greater than zero.", help: "Write a duration such as `15s`.",
        at: invocation.origin)
    }
    return expressions.compileDelay(timeout, in: situation, at: invocation.origin)
  }

  private func compileAttempts(_ invocation: ChartInvocation) -> Int {
    guard let retry = invocation.retry else { return 0 }
    if retry.attempts < 1 {
      problems.report(
        .badValue, "A retry needs at least one attempt.", help: "Write `attempts: 1` or more.",
        at: invocation.origin)
    }
    for code in retry.codes { checkFailure(code, of: invocation) }
    return retry.attempts
  }

  /// Reports a code that is not declared, or with which the service never fails.
  func checkFailure(_ code: ChartName, of invocation: ChartInvocation) {
    problems.checkError(code, catalogue)
    guard catalogue.hasError(code.text) else { return }
    let service = catalogue.service(of: invocation)
    if code.text == "timeout" {
      let mayFail =
        service?.errors.contains(code) ?? { if case .service = invocation.source { false } else { true } }()
      if invocation.timeout == nil, service != nil, !mayFail {
        problems.report(
          .unknownError, "`\(invocation.effectiveID)` never times out.",
          help: "Write `timeout: 15s` next to `service:`. Or delete `timeout:` under `failed:`.",
          at: code.origin)
      }
      return
    }
    guard let service, !service.errors.contains(code), !ExpressionScope.platformErrorCodes.contains(code.text)
    else {
      return
    }
    if ChartInvocation.isWordForAny(code.text) {
      return problems.report(
        .unknownError, "The service `\(service.name.text)` never fails with `\(code.text)`.",
        help: "For all other errors, write `any` instead of `\(code.text)`.", at: code.origin)
    }
    problems.reportUnknown(
      .unknownError, "The service `\(service.name.text)` never fails with `\(code.text)`.", code,
      among: service.errors.map(\.text),
      otherwise: "add `\(code.text)` to `errors:` of `\(service.name.text)` under `services:`",
      related: [.init(origin: service.name.origin, message: "the service is declared here")])
  }
}
