import StatechartsModel

// Pass 5: services and child charts.

extension Compiler {
  /// Compiles the invocations of a state and the transitions that belong to them.
  mutating func compileInvocations(_ state: StateNode, _ number: Int) {
    let start = invocations.count
    for invocation in state.invoke { compile(invocation, number) }
    states[number].invocations = start..<invocations.count
    states[number].startsReadEvent = invocations[start...].contains { startReadsEvent($0) }
  }

  /// Whether what is needed to start something reads the event.
  private func startReadsEvent(_ record: InvocationRecord) -> Bool {
    record.startExpressions(fields).contains { expressions[$0].readsEvent }
  }

  private mutating func compile(_ invocation: ChartInvocation, _ state: Int) {
    let id = invocation.effectiveID
    if let name = invocation.id { checkWorkID(name) }
    let situation = entering(state)
    var service: HandlerDeclaration?
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
      if let services = catalogue.services {
        service = services[name.text]
        isKnown = service != nil
        if !isKnown {
          reportUnknown(
            .unknownHandler, "`\(name.text)` is not a declared service.", name, among: services.keys,
            otherwise: "declare `\(name.text)` under `services:` of `handlers:`")
        }
      }
    case .chart(let name):
      source = .chart(name.text)
      wanted = children[name.text]?.inputs
      owner = "the chart `\(name.text)`"
    case .computed(let path, let charts):
      source = .chart(charts.first?.text ?? "")
      computed = lower(path, .string, situation, for: "the path of the chart")
      checkOpen(computed, "The chart to run", at: path.origin)
      possible = charts.map(\.text)
    }
    let origin = invocation.origin
    let input = compileFields(
      invocation.input, declared: service?.arguments ?? wanted, situation, of: owner, at: origin,
      what: "input", isKnown: isKnown, checkedElsewhere: true)
    let own = invocations.count
    invocations.append(
      InvocationRecord(
        state: state, id: invocationIDs.number(of: id), source: source, computedSource: computed,
        charts: possible, idSlot: invocation.idVariable.map { idSlot($0) } ?? -1, input: input,
        inputFields: service?.arguments, timeout: compileTimeout(invocation, situation),
        resume: invocation.resume.map(ResumePolicy.init), restarts: invocation.onRestore == .restart,
        attempts: compileAttempts(invocation, service),
        backoff: invocation.retry?.backoff.map {
          compileDelay($0, in: ExpressionContext(state: state), at: origin)
        },
        retryCodes: invocation.retry?.codes.map(\.text) ?? [],
        finalize: compileActions(invocation.finalize, in: ExpressionContext(state: state, event: .any)),
        forwards: invocation.forwardsEvents, result: service?.result, errors: service?.errors.map(\.text),
        sends: service?.sends.map(\.text),
        doneEvent: eventNames.number(of: "done.invoke.\(id)")))

    let everything = 0..<trie.names.count
    var done = ExpressionContext(state: state, event: shape(ofResult: service))
    for transition in invocation.done {
      add(transition, state, everything, EventSource.invocationDone(own), done, trigger: "\(id) done")
      if let lastGuard { done.setPaths.add(lastGuard.setPathsUnlessTrue) }
    }
    var passed: [String: Set<String>] = [:]
    for failure in invocation.failed {
      guard let code = failure.code else { continue }
      checkFailure(code, of: invocation, service)
      var situation = ExpressionContext(state: state, event: shape(ofFailure: code))
      situation.setPaths.add(passed[code.text] ?? [])
      add(
        failure.transition, state, trie.interval(of: "error.\(code.text)"),
        EventSource.invocationFailed(own), situation, trigger: "\(id) failed: \(code.text)")
      if let lastGuard { passed[code.text, default: []].formUnion(lastGuard.setPathsUnlessTrue) }
    }
    var any = ExpressionContext(state: state, event: .any)
    any.setPaths.add(["event.error"])
    for failure in invocation.failed where failure.code == nil {
      add(
        failure.transition, state, everything, EventSource.invocationFailed(own), any,
        trigger: "\(id) failed")
      if let lastGuard { any.setPaths.add(lastGuard.setPathsUnlessTrue) }
    }
  }

  /// The declaration of the service that runs; nil for a chart and where there is none.
  func service(of invocation: ChartInvocation) -> HandlerDeclaration? {
    guard case .service(let name) = invocation.source else { return nil }
    return catalogue.services?[name.text]
  }

  /// What is known of the data when a service ends well.
  func shape(ofResult service: HandlerDeclaration?) -> ExpressionContext.EventShape {
    guard let service else { return .any }
    return service.result.map { .result($0) } ?? .payload([], error: nil)
  }

  /// What is known of the data of a failure.
  func shape(ofFailure code: ChartName?) -> ExpressionContext.EventShape {
    guard let code, let payload = catalogue.payload(ofError: code.text) else { return .any }
    return .payload(payload, error: code.text)
  }

  private mutating func compileTimeout(_ invocation: ChartInvocation, _ situation: ExpressionContext)
    -> DelayRecord?
  {
    guard let timeout = invocation.timeout else { return nil }
    if case .literal(let span) = timeout, span <= .zero {
      report(
        .badValue, "`timeout` must be greater than zero.", help: "Write a duration such as `15s`.",
        at: invocation.origin)
    }
    return compileDelay(timeout, in: situation, at: invocation.origin)
  }

  private mutating func compileAttempts(_ invocation: ChartInvocation, _ service: HandlerDeclaration?) -> Int
  {
    guard let retry = invocation.retry else { return 0 }
    if retry.attempts < 1 {
      report(
        .badValue, "A retry needs at least one attempt.", help: "Write `attempts: 1` or more.",
        at: invocation.origin)
    }
    for code in retry.codes { checkFailure(code, of: invocation, service) }
    return retry.attempts
  }

  /// Reports a code that is not declared, or with which the service never fails.
  private mutating func checkFailure(
    _ code: ChartName, of invocation: ChartInvocation, _ service: HandlerDeclaration?
  ) {
    checkError(code)
    guard catalogue.hasError(code.text) else { return }
    if code.text == "timeout" {
      let mayFail =
        service?.errors.contains(code) ?? { if case .service = invocation.source { false } else { true } }()
      if invocation.timeout == nil, service != nil, !mayFail {
        report(
          .unknownError, "`\(invocation.effectiveID)` never times out.",
          help: "Write `timeout: 15s` next to `service:`. Or delete `timeout:` under `failed:`.",
          at: code.origin)
      }
      return
    }
    guard let service, !service.errors.contains(code), !Catalogue.platformErrors.contains(code.text) else {
      return
    }
    if ChartInvocation.isWordForAny(code.text) {
      return report(
        .unknownError, "The service `\(service.name.text)` never fails with `\(code.text)`.",
        help: "For all other errors, write `any` instead of `\(code.text)`.", at: code.origin)
    }
    let near = nearName(code.text, service.errors.map(\.text))
    report(
      .unknownError, "The service `\(service.name.text)` never fails with `\(code.text)`.",
      help: (near.map { "\($0.sentence) Otherwise add" } ?? "Add")
        + " `\(code.text)` to `errors:` of `\(service.name.text)` under `services:`.",
      at: code.origin,
      related: [.init(origin: service.name.origin, message: "the service is declared here")],
      suggestion: near?.text, isGuess: near?.isSure == false)
  }
}
