import Locks
public import Statecharts

/// Services that answer when the test says so, in place of those of the app.
///
/// Each start is a call that waits until the test completes it, lets it fail, or its state is left.
public final class ScriptedServices: Sendable {
  /// A start of a service.
  public struct Start: Hashable, Sendable {
    /// The id under which it runs.
    public var id: String
    /// The service's name.
    public var service: String
    /// What it was given. Not redacted.
    public var input: ChartValue
    /// 0 for the first start, then the number of the repetition.
    public var attempt: Int

    /// Makes a start, to compare with.
    public init(_ id: String, service: String? = nil, input: ChartValue = .unset, attempt: Int = 0) {
      self.id = id
      self.service = service ?? id
      self.input = input
      self.attempt = attempt
    }
  }

  private struct Waiting {
    let start: Start
    let call: ServiceCall
    let activity: UInt64?
    let continuation: CheckedContinuation<ChartValue, any Error>
  }

  private struct State {
    var number: UInt64 = 0
    var starts: [Start] = []
    var waiting: [UInt64: Waiting] = [:]
    var cancelled: [String] = []
  }

  private let state = Locked(State())
  private let clock: ManualClock

  /// Makes services that go by a clock.
  public init(clock: ManualClock) { self.clock = clock }

  /// Provides a chart's services that have no handler yet.
  public func provide(for chart: CompiledChart, in handlers: inout ChartHandlers) {
    for name in chart.requiredServices where handlers.service(named: name) == nil {
      handlers.service(name) { [self] call in try await run(call) }
    }
  }

  /// Every start so far, in order.
  public var starts: [Start] { state.withLock { $0.starts } }

  /// The ids of those that were cancelled while they waited, in order.
  public var cancelled: [String] { state.withLock { $0.cancelled } }

  /// The ids of those that wait for an answer, in the order of their starts.
  public var running: [String] {
    state.withLock { state in state.waiting.sorted { $0.key < $1.key }.map(\.value.start.id) }
  }

  /// Lets a service end well, and waits until all that follows has happened.
  ///
  /// - Throws: `HarnessFailure` with the line of the call, if the service does not run.
  public func complete(
    _ id: String, with result: ChartValue = .unset, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await answer(id, .success(result), TestLocation(fileID, filePath, line))
  }

  /// Lets a service fail with a code, and waits until all that follows has happened.
  ///
  /// - Throws: `HarnessFailure` with the line of the call, if the service does not run.
  public func fail(
    _ id: String, code: String, data: ChartValue = .unset, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await answer(
      id, .failure(ServiceFailure(code, data: data)), TestLocation(fileID, filePath, line))
  }

  /// Lets a service fail with an error of the test's choice.
  ///
  /// - Throws: `HarnessFailure` with the line of the call, if the service does not run.
  public func fail(
    _ id: String, with error: any Error, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await answer(id, .failure(error), TestLocation(fileID, filePath, line))
  }

  /// Lets a service send an event while it runs.
  ///
  /// - Returns: what became of it.
  /// - Throws: `HarnessFailure` with the line of the call, if the service does not run.
  @discardableResult
  public func send(
    _ event: ChartEvent, from id: String, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws -> EventOutcome {
    let calls = state.withLock { state in
      state.waiting.sorted { $0.key < $1.key }.map(\.value).filter { $0.start.id == id }.map(\.call)
    }
    guard let call = calls.first else { throw notRunning(id, TestLocation(fileID, filePath, line)) }
    let outcome = await call.send(event)
    await clock.settle()
    return outcome
  }

  private func notRunning(_ id: String, _ location: TestLocation) -> HarnessFailure {
    HarnessFailure(
      [
        "No service `\(id)` waits for an answer; those that do: "
          + (running.isEmpty ? "none" : running.joined(separator: ", ")) + "."
      ], at: location)
  }

  private func answer(
    _ id: String, _ result: Result<ChartValue, any Error>, _ location: TestLocation
  ) async throws {
    await clock.settle()
    let waiting = state.withLock { state -> Waiting? in
      let found = state.waiting.filter { $0.value.start.id == id }.min { $0.key < $1.key }
      guard let found else { return nil }
      return state.waiting.removeValue(forKey: found.key)
    }
    guard let waiting else { throw notRunning(id, location) }
    clock.unpark(waiting.activity)
    waiting.continuation.resume(with: result)
    await clock.settle()
  }

  private func run(_ call: ServiceCall) async throws -> ChartValue {
    let start = Start(call.id, service: call.service, input: call.input, attempt: call.attempt)
    let activity = Activity.current
    let number = state.withLock { state in
      state.number += 1
      state.starts.append(start)
      return state.number
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if Task.isCancelled {
            state.cancelled.append(call.id)
            return true
          }
          state.waiting[number] = Waiting(
            start: start, call: call, activity: activity, continuation: continuation)
          clock.park(activity)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        let found = state.waiting.removeValue(forKey: number)
        if found != nil { state.cancelled.append(call.id) }
        return found
      }
      guard let waiting else { return }
      clock.unpark(waiting.activity)
      waiting.continuation.resume(throwing: CancellationError())
    }
  }
}
