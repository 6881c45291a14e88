public import Statecharts

/// What the API of each flow has in common: it runs a chart, and apps watch where it is.
public protocol SignInFlow: Sendable, CustomReflectable {
  // Decision: Docs/decisions/flows.md#the-flows-share-flowkit
  /// The chart.
  associatedtype Chart: FlowChart

  /// The session of the chart, for the members that `FlowKit` adds to all flows. It has no public members: an app uses the
  /// methods of its flow.
  var session: FlowSession<Chart> { get }
}

/// The session of a flow, used by `FlowKit` and by the flow itself. It has no public members.
public struct FlowSession<Chart: FlowChart>: Sendable {
  /// The session with all of its methods.
  package let typed: Session<Chart>

  package init(_ session: Session<Chart>) { typed = session }

  /// Sends an event of the app.
  package func send(_ event: Chart.Event) async throws(FlowRefusal<Chart>) {
    guard await typed.send(event) == .taken else { throw await refusal(of: event.event.name) }
  }

  /// The answer to a query.
  package func ask<Answer>(_ query: TypedQuery<Chart, Answer>) async throws(FlowRefusal<Chart>) -> Answer {
    guard let answer = try? await typed.query(query) else { throw await refusal(of: query.name) }
    return answer
  }

  /// Why an event is not taken, or a query not answered, where the flow is now.
  package func refusal(of event: String) async -> FlowRefusal<Chart> {
    FlowRefusal(event: event, states: await typed.current.configuration)
  }
}

extension SignInFlow {
  /// Where the flow is now.
  public var current: FlowUpdate<Chart> { get async { FlowUpdate(await session.typed.current) } }

  /// Where the flow is, now and after each change. Ends with the flow.
  public func updates() async -> AsyncMapSequence<Session<Chart>.Updates, FlowUpdate<Chart>> {
    await session.typed.updates().map { FlowUpdate($0) }
  }

  /// Nothing: what a flow holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The state of the flow, as it would be stored.
  package func snapshot() async -> SessionSnapshot { await session.typed.snapshot() }

  /// Waits until no service is running except the given ones, or until the waiting task is canceled.
  package func settled(ignoring services: Set<Chart.ServiceID> = []) async {
    try? await session.typed.settled(ignoring: services)
  }
}
