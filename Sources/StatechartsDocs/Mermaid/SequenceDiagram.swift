public import Statecharts

/// One recorded run of a session as a Mermaid sequence diagram: the app, the charts, their services, and what went
/// between them. It shows what trace events hold, which is redacted.
public struct SequenceDiagram: Sendable {
  /// The diagram, with a line end after the last line.
  public let text: String

  /// Draws trace events in the order in which they were recorded.
  public init(_ events: [TraceEvent]) {
    var drawing = Drawing()
    for event in events { drawing.draw(event) }
    text = drawing.text
  }

  private struct Drawing {
    private var participants: [(key: String, title: String)] = [("app", "app")]
    private var lines: [String] = []

    var text: String {
      var result = "sequenceDiagram\n"
      for (number, participant) in participants.enumerated() {
        result += "  participant p\(number) as \(MermaidEscape.text(participant.title))\n"
      }
      for line in lines { result += "  \(line)\n" }
      return result
    }

    /// The id of a participant, which appears where it is first met.
    private mutating func participant(_ key: String, _ title: String) -> String {
      if let place = participants.firstIndex(where: { $0.key == key }) { return "p\(place)" }
      participants.append((key, title))
      return "p\(participants.count - 1)"
    }

    private mutating func arrow(_ from: String, _ arrow: String, _ to: String, _ words: String) {
      lines.append("\(from)\(arrow)\(to): \(MermaidEscape.text(words.isEmpty ? "-" : words))")
    }

    private mutating func note(_ chart: String, _ words: String) {
      lines.append("Note over \(chart): \(MermaidEscape.text(words))")
    }

    mutating func draw(_ event: TraceEvent) {
      let chart = participant("chart " + event.session, event.chart)
      func lane(_ id: String) -> String { participant("service \(event.session) \(id)", id) }
      switch event.kind {
      case .received(let name, _, let source):
        switch source {
        case .app: arrow("p0", "->>", chart, name)
        case .service(let id), .chart(let id): arrow(lane(id), "->>", chart, name)
        }
      case .completed(let id, _, _): arrow(lane(id), "-->>", chart, "done")
      case .failed(let id, _, let code, _): arrow(lane(id), "-->>", chart, "failed: \(code)")
      case .serviceStarted(let id, _, _, _, let attempt):
        arrow(chart, "->>", lane(id), attempt == 0 ? "start" : "retry \(attempt)")
      case .serviceCancelled(let id, _): arrow(chart, "-x", lane(id), "cancel")
      case .sent(let name, _, let id): arrow(chart, "->>", lane(id), name)
      case .output(let name, _): arrow(chart, "->>", "p0", name)
      case .timerFired(let label): arrow(chart, "->>", chart, label)
      case .stepped(_, let exited, _, let entered) where !exited.isEmpty || !entered.isEmpty:
        let from = exited.joined(separator: ", ")
        let to = entered.joined(separator: ", ")
        note(chart, from.isEmpty ? "to \(to)" : to.isEmpty ? "from \(from)" : "from \(from) to \(to)")
      case .ignored(let refused):
        let guards = refused.map(\.guard).joined(separator: ", ")
        note(chart, guards.isEmpty ? "ignored" : "ignored, conditions are false: \(guards)")
      case .rejected(let reason): note(chart, "rejected: \(reason)")
      case .repeated(let wait): note(chart, "retries after \(wait)")
      case .stale: note(chart, "too late, ignored")
      case .fault(let message): note(chart, message)
      case .unhandledError(let code): note(chart, "unhandled error: \(code)")
      case .restored(let states, _): note(chart, "resumes in \(states.joined(separator: ", "))")
      case .ended: note(chart, "ended")
      case .stopped(let reason): note(chart, reason.description)
      case .started, .stopRequested, .taken, .stepped, .action, .logged, .serviceEnded, .timerSet,
        .timerCancelled, .undelivered:
        break
      }
    }
  }
}

extension MermaidEscape {
  /// A text in one line.
  fileprivate static func text(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
