/// A service that runs.
struct RunningService: Sendable {
  let start: InvocationStart
  let task: Task<Void, Never>
  /// Hands events to it.
  let feed: AsyncStream<ChartEvent>.Continuation

  /// Cancels it; nobody sends to it any more.
  func end() {
    task.cancel()
    feed.finish()
  }
}

extension ChartSession {
  /// What a service ended with.
  enum ServiceResult: Sendable {
    case completed(ChartValue)
    case failed(code: String, data: ChartValue)
    /// It threw an error without a code. Only the type's name is kept, for errors may hold secrets.
    case broke(type: String)
    /// It ended because it was cancelled.
    case cancelled
  }

  /// Starts a service in a task of its own. The task does not hold the session.
  func run(_ key: ServiceKey, _ start: InvocationStart) {
    guard case .service(let name) = start.source else { return }
    // Binding has made sure that there is one.
    let missing: ChartHandlers.Service = { _ in throw CancellationError() }
    let body = charts[key.chart]?.bound.handlers.service(named: name) ?? missing
    let (events, feed) = AsyncStream.makeStream(
      of: ChartEvent.self, bufferingPolicy: .bufferingNewest(Self.bufferedEvents))
    let serviceRun = serviceRun(start)
    let call = ServiceCall(service: name, run: serviceRun, input: start.input.data, events: events) {
      [weak self] event in
      await self?.receive(event, from: key) ?? .stale
    }
    taskNumber += 1
    let number = taskNumber
    tasks.insert(number)
    let current = CurrentService.Key(session: ObjectIdentifier(self), service: key, task: number)
    let activity = clock.activity?.begin("service \(start.run.id)")
    let task = Task { [weak self, clock] in
      let result = await Activity.$current.withValue(activity) {
        await CurrentService.$key.withValue(current) {
          await ServiceRun.$current.withValue(serviceRun) { await Self.result(of: body, call) }
        }
      }
      await self?.end(key, number, result)
      if let activity { clock.activity?.end(activity) }
    }
    services[key] = RunningService(start: start, task: task, feed: feed)
  }

  func serviceRun(_ start: InvocationStart) -> ServiceRun {
    ServiceRun(
      session: id, service: start.run.id, number: start.run.number, attempt: start.attempt,
      idempotencyKey: start.idempotencyKey)
  }

  private static func result(of body: ChartHandlers.Service, _ call: ServiceCall) async -> ServiceResult {
    do {
      return .completed(try await body(call))
    } catch let failure as any CodedError {
      return .failed(code: failure.code, data: failure.data)
    } catch  where error is CancellationError && Task.isCancelled {
      return .cancelled
    } catch {
      return .broke(type: "\(type(of: error))")
    }
  }

  /// An event from a service that runs, or has run.
  private func receive(_ event: ChartEvent, from key: ServiceKey) -> EventOutcome {
    let cause = Cause.eventFrom(key.run.id, event)
    // Actions and guards are outside of the service.
    return ServiceRun.$current.withValue(nil) {
      perform(on: key.chart, cause) { $0.send(event, from: key.run) } ?? .stale
    }
  }

  /// A service has ended. What it says is late when it does not count any more; the machine knows.
  private func end(_ key: ServiceKey, _ task: UInt64, _ result: ServiceResult) {
    tasks.remove(task)
    let isCurrent = services.removeValue(forKey: key).map { $0.feed.finish() } != nil
    switch result {
    case .completed(let value): complete(key, value, isCurrent)
    case .failed(let code, let data): fail(key, code, data, isCurrent)
    case .cancelled where !isCurrent:
      trace(key.chart, .serviceEnded(id: key.run.id, run: key.run.number))
    case .cancelled: fail(key, "execution", .unset, isCurrent)
    case .broke(let type):
      if isCurrent {
        trace(
          key.chart, .fault("The service `\(key.run.id)` threw an error of the type \(type), without a code.")
        )
      }
      fail(key, "execution", .unset, isCurrent)
    }
    checkWaiters()
  }

  private func complete(_ key: ServiceKey, _ value: ChartValue, _ isCurrent: Bool) {
    // Decision: Docs/decisions/sessions-and-snapshots.md#a-service-that-cannot-answer-has-failed
    let cause = Cause.completed(key.run, value)
    guard let outcome = perform(on: key.chart, cause, { $0.complete(key.run, with: value) }) else {
      return traceLate(key)
    }
    // A result that does not fit leaves nothing running that could still answer: the service has failed.
    if isCurrent, case .rejected = outcome, charts.isRunning(key) {
      fail(key, "execution", .unset, isCurrent)
    }
  }

  private func fail(_ key: ServiceKey, _ code: String, _ data: ChartValue, _ isCurrent: Bool) {
    let cause = Cause.failed(key.run, code: code, data)
    guard let outcome = perform(on: key.chart, cause, { $0.fail(key.run, code: code, data: data) }) else {
      return traceLate(key)
    }
    guard isCurrent, case .rejected = outcome, charts.isRunning(key) else { return }
    // Data that do not fit must not leave the chart waiting either.
    let second = Cause.failed(key.run, code: "execution", .unset)
    _ = perform(on: key.chart, second) { $0.fail(key.run, code: "execution") }
  }

  /// The chart that started the service is gone.
  private func traceLate(_ key: ServiceKey) {
    trace(key.chart, .serviceEnded(id: key.run.id, run: key.run.number))
    trace(key.chart, .stale)
  }
}
