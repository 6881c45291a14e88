/// The apps that are connected to the preview, and what their sessions do.
actor InspectedApps {
  // Decision: Docs/decisions/preview.md#the-preview-keeps-the-newest-steps
  /// How many apps can be connected at a time, and how many sessions are kept.
  static let mostApps = 8
  static let mostSessions = 32
  /// How many sessions are counted that are not kept.
  static let mostHidden = 1_000

  struct App {
    let name: String
    let process: Int?
    var isConnected = true
    /// Why the preview has ended the connection; nil if it has not.
    var problem: String?
    /// How many lines the app has dropped, and for how many seconds it recorded no steps.
    private(set) var dropped = 0
    private(set) var paused = 0.0

    fileprivate mutating func lose(_ count: Int, _ seconds: Double) {
      let (sum, isTooLarge) = dropped.addingReportingOverflow(count)
      dropped = isTooLarge ? .max : sum
      paused += seconds
    }
  }

  /// Grows with each change.
  private(set) var revision = 0
  private(set) var sessions: [InspectedSession] = []
  private(set) var apps: [Int: App] = [:]
  /// Places of the newest session of each name in the list.
  private var places: [Name: Int] = [:]
  /// The charts of sessions that are not kept, because too many others run.
  private var hidden: [Name: String] = [:]
  private var connections = 0
  private var nextApp = 0
  private var nextSession = 0

  private struct Name: Hashable {
    let app: Int
    let session: String
  }

  /// Takes a place for a connection; gives whether there is one.
  func open() -> Bool {
    guard connections < Self.mostApps else { return false }
    connections += 1
    return true
  }

  /// Gives the place back.
  ///
  /// - Parameters:
  ///   - app: The number of the app; nil if its first line did not come.
  ///   - problem: Why the preview has ended the connection.
  func close(_ app: Int?, problem: String?) {
    connections -= 1
    guard let app else { return }
    apps[app]?.isConnected = false
    apps[app]?.problem = problem
    hidden = hidden.filter { $0.key.app != app }
    forgetApps()
    revision += 1
  }

  /// Takes the first line of an app, and gives it a number.
  func begin(_ name: String, process: Int?) -> Int {
    nextApp += 1
    apps[nextApp] = App(name: String(name.prefix(100)), process: process)
    revision += 1
    return nextApp
  }

  /// Takes lines of an app, as they came and as they were read.
  func take(_ lines: [(text: String, line: TraceLine)], of app: Int) throws(TraceLine.Problem) {
    defer { revision += 1 }
    for (text, line) in lines {
      switch line {
      case .hello: throw TraceLine.Problem(message: "Only the first line says which app it is.")
      case .missing(let count, let paused):
        apps[app]?.lose(count, paused)
        for place in sessions.indices where sessions[place].app == app { sessions[place].loseLines() }
      case .event(let event):
        if let place = place(of: event, app) { sessions[place].add(event, text) }
        if event.isEnd { endCharts(of: event.session, app, text) }
      }
    }
  }

  /// Ends the charts that ran in a session.
  private func endCharts(of session: String, _ app: Int, _ line: String) {
    for place in sessions.indices where sessions[place].app == app && sessions[place].root == session {
      sessions[place].finish(line)
    }
    guard !hidden.isEmpty else { return }
    hidden = hidden.filter { name, _ in
      name.app != app || name.session != session && InspectedSession.root(of: name.session) != session
    }
  }

  /// The place of a session, which is made if it is new; nil if it is not kept.
  private func place(of event: TracedEvent, _ app: Int) -> Int? {
    let name = Name(app: app, session: event.session)
    // A session that was restored has the id of the one before.
    if let place = places[name], sessions[place].chart == event.chart,
      sessions[place].end == nil || !event.isStart
    {
      return place
    }
    nextSession += 1
    let session = InspectedSession(key: nextSession, app: app, event)
    guard hasRoom(for: session) else {
      if hidden.count < Self.mostHidden { hidden[name] = event.chart }
      return nil
    }
    hidden[name] = nil
    // So have the charts that run in it.
    if event.isStart {
      places = places.filter { sessions[$0.value].root != event.session || $0.key.app != app }
    }
    sessions.append(session)
    places[name] = sessions.count - 1
    return sessions.count - 1
  }

  /// Makes room for a new session; gives whether there is some.
  private func hasRoom(for session: InspectedSession) -> Bool {
    if sessions.count < Self.mostSessions { return true }
    if let ended = sessions.firstIndex(where: { $0.end != nil || apps[$0.app]?.isConnected != true }) {
      forget(ended)
      return true
    }
    // Sessions that run must not take each other's places again and again, but charts inside others make room once.
    guard session.root == nil, let inside = sessions.firstIndex(where: { $0.root != nil }) else {
      return false
    }
    let old = sessions[inside]
    if hidden.count < Self.mostHidden { hidden[Name(app: old.app, session: old.name)] = old.chart }
    forget(inside)
    return true
  }

  private func forget(_ place: Int) {
    sessions.remove(at: place)
    places = places.compactMapValues { $0 == place ? nil : $0 > place ? $0 - 1 : $0 }
    forgetApps()
  }

  /// Forgets apps that are gone and have no session.
  private func forgetApps() {
    let used = Set(sessions.map(\.app))
    apps = apps.filter { $0.value.isConnected || used.contains($0.key) }
  }

  // MARK: Answers

  /// The sessions of a chart, their apps, and how many more sessions are not kept.
  func state(of chart: String) -> (sessions: [InspectedSession], apps: [Int: App], more: Int) {
    (sessions.filter { $0.chart == chart }, apps, hidden.values.count { $0 == chart })
  }

  /// What runs, at the current revision.
  var summary: PreviewCharts.Apps { PreviewCharts.Apps(revision: revision, running: running) }

  /// How many sessions of each chart run, by the chart's id.
  var running: [String: Int] {
    sessions.reduce(into: [:]) { counts, session in
      if session.end == nil, apps[session.app]?.isConnected == true { counts[session.chart, default: 0] += 1 }
    }
  }
}
