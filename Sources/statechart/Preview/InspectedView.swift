import Statecharts
import StatechartsModel

/// The sessions of running apps, as the page of `preview` shows them. `Docs/reference/preview.md` describes its JSON.
struct InspectedView: Encodable {
  struct Session: Encodable {
    var key: Int
    var name: String
    var app: String
    var process: Int?
    var isConnected: Bool
    /// Why the preview has ended the connection; nil if it has not.
    var problem: String?
    /// How the session ended, in words; nil if it has not.
    var end: String?
    var dropped: Int
    /// In seconds.
    var paused: Double
    /// The numbers of the first and the last step that are kept.
    var first: Int
    var last: Int
  }

  struct Step: Encodable {
    var number: Int
    var words: String
    var data: String?
    var time: String
    /// Where the session is then, in words; nil when the step does not change that.
    var place: String?
    /// The ids of the active states.
    var states: [String]
    var isIgnored: Bool
    var isIncomplete: Bool
    /// Whether the app is in a state that the chart does not have.
    var isOfOtherChart: Bool
    var lines: [RunView.Line]
  }

  var sessions: [Session]
  /// How many more sessions of the chart are not kept, because too many run.
  var more: Int
  /// The key of the session that is shown; nil if there is none.
  var shown: Int?
  var steps: [Step]

  /// - Parameters:
  ///   - more: How many more sessions are not kept.
  ///   - key: The session to show. If there is no such session, it is the newest one.
  ///   - after: Steps up to this number are left out.
  init(
    _ sessions: [InspectedSession], _ apps: [Int: InspectedApps.App], more: Int, of chart: Statechart,
    key: Int?, after: Int
  ) {
    let narration = TraceNarration(chart)
    self.more = more
    self.sessions = sessions.compactMap { session in
      guard let app = apps[session.app] else { return nil }
      return Session(
        key: session.key, name: session.name.oneLine, app: app.name, process: app.process,
        isConnected: app.isConnected, problem: app.problem,
        end: session.end.flatMap { TracedEvent($0) }.map { narration.end($0, of: session) },
        dropped: app.dropped,
        paused: app.paused, first: session.steps.first?.number ?? 0, last: session.steps.last?.number ?? 0)
    }
    let session = sessions.first { $0.key == key } ?? sessions.last
    shown = session?.key
    var place: String?
    steps = []
    for step in session?.steps ?? [] where step.number >= after {
      let now = narration.place(of: step.states)
      // The first step after those that are left out is there to say where the session was.
      if step.number > after { steps.append(narration.view(of: step, place: now == place ? nil : now)) }
      place = now
    }
  }
}
