/// The apps that are connected to the preview, and what their sessions do.
actor InspectedApps {
  // Decision: Docs/decisions/preview.md#the-preview-keeps-the-newest-steps
  /// How many apps can be connected at a time, and how many sessions are kept.
  static let mostApps = 8
  static let mostSessions = 32

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
  /// Places of sessions in the list, by app and name.
  private var places: [Name: Int] = [:]
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
      case .event(let event): try sessions[place(of: event, app)].add(event, text)
      }
    }
  }

  /// The place of a session, which is made if it is new.
  private func place(of event: TracedEvent, _ app: Int) -> Int {
    let name = Name(app: app, session: event.session)
    if let place = places[name], sessions[place].chart == event.chart { return place }
    if sessions.count >= Self.mostSessions { forgetSession() }
    nextSession += 1
    sessions.append(InspectedSession(key: nextSession, app: app, event))
    places[name] = sessions.count - 1
    return sessions.count - 1
  }

  /// Forgets the oldest session that has ended, or the oldest one.
  private func forgetSession() {
    let ended = sessions.firstIndex { $0.end != nil || apps[$0.app]?.isConnected != true }
    sessions.remove(at: ended ?? 0)
    places = [:]
    for (place, session) in sessions.enumerated() {
      places[Name(app: session.app, session: session.name)] = place
    }
    forgetApps()
  }

  /// Forgets apps that are gone and have no session.
  private func forgetApps() {
    let used = Set(sessions.map(\.app))
    apps = apps.filter { $0.value.isConnected || used.contains($0.key) }
  }

  /// How many sessions of each chart run, by the chart's id.
  var running: [String: Int] {
    sessions.reduce(into: [:]) { counts, session in
      if session.end == nil, apps[session.app]?.isConnected == true { counts[session.chart, default: 0] += 1 }
    }
  }
}
