/// What runs among other charts: a machine, or several that are compared with each other.
package protocol RunnableMachine: Sendable {
  /// The chart.
  var chart: CompiledChart { get }
  /// Whether it takes events.
  var status: Machine.Status { get }
  /// The runs of services and child charts, in document order.
  var running: [InvocationRun] { get }
  /// The result, and what is secret in it.
  var resultPayload: NamedData { get }
  /// What one event has led to so far, in the charts that took steps because of it before.
  var spent: Spending { get set }
  /// What idempotency keys begin with.
  var keyPrefix: String { get set }
  /// Whether steps are written down.
  var records: Bool { get set }

  mutating func start() -> Macrostep
  mutating func stop() -> Macrostep
  mutating func send(_ event: ChartEvent) -> Macrostep
  mutating func send(_ messages: [InvocationMessage], from run: InvocationRun) -> Macrostep
  mutating func mask(input: NamedData)
  func waits(for timer: TimerID) -> Bool
}

/// Something of which running machines are made.
package protocol RunnableChart: Sendable {
  associatedtype Running: RunnableMachine

  /// Makes a machine that is ready to be started.
  func machine(
    input: [String: ChartValue], isInvoked: Bool, sessionID: String
  ) throws(BindingProblems) -> Running

  /// A chart that this one runs.
  ///
  /// - Parameter first: the chart that runs all the others.
  func child(_ path: String, of first: Self) -> ChildChart<Self>
}

/// What is known of a chart that another one runs.
package enum ChildChart<Chart: Sendable>: Sendable {
  case chart(Chart)
  /// The child chart is missing: that is a failure.
  case missing
  /// Somebody else answers for it, as for a service.
  case service
}
