import Statecharts
import StatechartsTesting

/// What went between the app, the flow and its services in a run, for a sequence diagram.
struct RunMessages {
  private static let app = "app"
  private static let flow = "flow"

  private let narration: Narration
  private(set) var lanes: [RunView.Lane]
  private var running: [String] = []

  init(_ narration: Narration) {
    self.narration = narration
    lanes = [RunView.Lane(id: Self.app, title: "App"), RunView.Lane(id: Self.flow, title: narration.title)]
  }

  /// What went between them in a step, in order.
  ///
  /// - Parameters:
  ///   - request: The step; nil for the start.
  ///   - place: Where it led; nil when the flow stayed where it was.
  mutating func messages(
    of request: SimulationRequest?, _ report: SimulationReport, place: String?
  ) -> [RunView.Message] {
    var messages: [RunView.Message] = []
    var answered: String?
    func add(_ kind: String, _ from: String, _ to: String, _ words: String) {
      messages.append(RunView.Message(kind: kind, from: from, to: to, words: words))
    }
    switch request?.kind {
    case .event(let name, _): add("event", Self.app, Self.flow, narration.event(name).words)
    case .done(let id, _):
      answered = id
      add("done", lane(id), Self.flow, "done")
    case .failed(let id, let code, _):
      answered = id
      add("failed", lane(id), Self.flow, "fails: \(narration.error(code).words)")
    case .sent(let id, let name, _): add("event", lane(id), Self.flow, narration.event(name).words)
    case .advance(let duration): add("time", Self.flow, Self.flow, "\(Narration.words(for: duration)) pass")
    case .nothing: add("time", Self.flow, Self.flow, request.map(narration.words) ?? "")
    case .restart, .begin, nil: break
    }
    for doing in report.performedEffects {
      switch doing {
      case .output(let output): add("output", Self.flow, Self.app, output.name.oneLine)
      case .send(let message):
        add("event", Self.flow, message.receiver.map { lane($0) } ?? Self.app, message.name.oneLine)
      case .action, .log, .waiting, .retry, .restart: break
      }
    }
    let started = report.starts.map(\.key.run.id)
    for id in running where id != answered && (!report.services.contains(id) || started.contains(id)) {
      add("cancel", Self.flow, lane(id), "stops")
    }
    for start in report.starts {
      let words = start.attempt == 0 ? "starts" : "starts again (retry \(start.attempt))"
      add("start", Self.flow, lane(start.key.run.id), words)
    }
    running = report.services
    if let place { add("place", Self.flow, Self.flow, place) }
    return messages
  }

  /// The lane of a service, which appears where the service is first met.
  private mutating func lane(_ id: String) -> String {
    let lane = "service \(id)"
    if !lanes.contains(where: { $0.id == lane }) {
      lanes.append(RunView.Lane(id: lane, title: id.oneLine))
    }
    return lane
  }
}
