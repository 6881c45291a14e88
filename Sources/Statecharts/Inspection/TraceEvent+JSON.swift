extension TraceEvent {
  /// The event as one JSON object in one line, without the end of the line. The first members are always `n` (number),
  /// `t` (seconds), `session`, `chart` and `event`; the others depend on the kind.
  public var jsonLine: String {
    JSONText.object { text in
      text.add("n", number)
      text.add("t", time)
      text.add("session", session)
      text.add("chart", chart)
      text.add("event", kind.name)
      kind.write(to: &text)
    }.string
  }
}

/// Writes each event as one line of JSON.
public struct JSONLinesInspector: SessionInspector {
  private let write: @Sendable (String) -> Void

  /// Makes an inspector.
  ///
  /// - Parameter write: takes one line with its end, `\n`.
  public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Writes one line.
  public func record(_ event: TraceEvent) { write(event.jsonLine + "\n") }
}

extension TraceEvent.Kind {
  /// The kind in one word, as logs have it.
  public var name: String {
    switch self {
    case .started: "started"
    case .restored: "restored"
    case .received: "received"
    case .completed: "completed"
    case .failed: "failed"
    case .timerFired: "timerFired"
    case .stopRequested: "stopRequested"
    case .taken: "taken"
    case .ignored: "ignored"
    case .rejected: "rejected"
    case .repeated: "repeated"
    case .stale: "late"
    case .stepped: "stepped"
    case .action: "action"
    case .logged: "logged"
    case .fault: "fault"
    case .unhandledError: "unhandledError"
    case .serviceStarted: "serviceStarted"
    case .serviceCancelled: "serviceCancelled"
    case .serviceEnded: "serviceEnded"
    case .timerSet: "timerSet"
    case .timerCancelled: "timerCancelled"
    case .output: "output"
    case .sent: "sent"
    case .undelivered: "undelivered"
    case .ended: "ended"
    case .stopped: "stopped"
    }
  }

  /// Hands over what belongs to the kind.
  package func write(to text: inout some TraceWriter) {
    switch self {
    case .started, .stopRequested, .taken, .stale: break
    case .restored(let states, let lost):
      text.add("states", states)
      if !lost.isEmpty { text.add("lost", lost) }
    case .received(let event, let data, let source):
      text.add("name", event)
      switch source {
      case .app: text.add("from", "app")
      case .service(let id): text.add("from", "service \(id)")
      case .chart(let id): text.add("from", "chart \(id)")
      }
      if let data, data != .unset { text.add("data", data) }
    case .completed(let service, let run, let result):
      text.add("service", service)
      text.add("run", run)
      if result != .unset { text.add("data", result) }
    case .failed(let service, let run, let code, let data):
      text.add("service", service)
      text.add("run", run)
      text.add("code", code)
      if data != .unset { text.add("data", data) }
    case .timerFired(let label): text.add("timer", label)
    case .ignored(let refused):
      if !refused.isEmpty {
        text.add("refused", refused) { text, refusal in
          text.add("state", refusal.state)
          text.add("guard", refusal.guard)
        }
      }
    case .rejected(let reason): text.add("reason", reason)
    case .repeated(let wait): text.add("after", wait)
    case .stepped(let event, let exited, let taken, let entered):
      text.add("by", ifAny: event)
      text.add("exited", exited)
      text.add("taken", taken) { text, transition in
        text.add("source", transition.source)
        text.add("targets", transition.targets)
        text.add("trigger", ifAny: transition.trigger)
        text.add("guard", ifAny: transition.guard)
        text.add("label", ifAny: transition.label)
      }
      text.add("entered", entered)
    case .action(let name, let arguments):
      text.add("name", name)
      if !arguments.isEmpty {
        text.add(
          "arguments", .map(Dictionary(arguments.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })))
      }
    case .logged(let value): text.add("value", value)
    case .fault(let message): text.add("message", message)
    case .unhandledError(let code): text.add("code", code)
    case .serviceStarted(let id, let run, let name, let input, let attempt):
      text.add("service", id)
      text.add("run", run)
      text.add("name", name)
      if input != .unset { text.add("input", input) }
      if attempt > 0 { text.add("attempt", .int(attempt)) }
    case .serviceCancelled(let id, let run), .serviceEnded(let id, let run):
      text.add("service", id)
      text.add("run", run)
    case .timerSet(let label, let number, let wait):
      text.add("timer", label)
      text.add("number", number)
      text.add("after", wait)
    case .timerCancelled(let label, let number):
      text.add("timer", label)
      text.add("number", number)
    case .output(let name, let data):
      text.add("name", name)
      if data != .unset { text.add("data", data) }
    case .sent(let event, let data, let service):
      text.add("name", event)
      text.add("service", service)
      if data != .unset { text.add("data", data) }
    case .undelivered(let event, let service):
      text.add("name", event)
      text.add("service", service)
    case .ended(let result): if result != .unset { text.add("result", result) }
    case .stopped(let reason): text.add("reason", reason.description)
    }
  }
}
