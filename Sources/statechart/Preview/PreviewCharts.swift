import StatechartsFiles
import StatechartsLint
import StatechartsModel
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The charts of a preview, as their files are at the moment.
actor PreviewCharts {
  /// What the page gets as list.
  struct List: Encodable {
    let charts: [PreviewSummary]
    /// Files and folders that cannot be searched, in words.
    let problems: [String]
    let apps: Apps
  }

  /// What runs in apps.
  struct Apps: Encodable {
    /// Grows with each change.
    var revision = 0
    /// How many sessions run, by the ids of their charts.
    var running: [String: Int] = [:]
  }

  /// The apps that show their sessions here.
  nonisolated let apps = InspectedApps()
  private var shownApps = Apps()

  private let arguments: [String]
  private var charts: [PreviewedChart]
  private var problems: [String]
  /// The files that may hold settings of lint for the charts, and what the system said of them last.
  private var settingsFiles: [String]
  private var settings: [FileStamp?]
  private var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
  private var nextListener = 0
  private var lastSearch = ContinuousClock.now
  private var isSearching = false
  /// The screens that are being drawn, by the path of their chart.
  private var drawing: [String: (revision: Int, task: Task<PreviewView, Never>)] = [:]
  /// Secrets that are only in committed versions.
  private var committedSecrets: Set<String> = []

  /// How many pages can wait for changes at the same time.
  static let mostListeners = 16
  private static let searchPause = Duration.seconds(2)
  private static let timeOfVanished = Duration.seconds(20)

  init(_ arguments: [String]) {
    self.arguments = arguments
    let found = PathSearch(arguments, for: .charts)
    charts = found.paths.map { PreviewedChart($0) }
    settingsFiles = Self.settingsFiles(around: found.paths)
    settings = settingsFiles.map { FileStamp(of: $0) }
    problems = found.problems.map(\.message)
  }

  // MARK: Answers

  /// The charts with what lint finds in them.
  func list() -> List {
    update()
    return currentList
  }

  /// A chart with its text and findings.
  func chart(at path: String) throws(PreviewProblem) -> PreviewChart { charts[try current(path)].answer }

  /// A view of a chart: `sheet`, `screens` or `reference`.
  func view(_ name: String, of path: String) async throws(PreviewProblem) -> PreviewView {
    let place = try current(path)
    guard name == "screens" else { return try charts[place].view(name) }
    guard let (loaded, revision) = charts[place].lastDrawable() else { return charts[place].noScreens }
    let view: PreviewView
    if let known = charts[place].screens(of: revision) {
      view = known
    } else {
      // Several pages may ask for the same screens.
      let task =
        drawing[path].flatMap { $0.revision == revision ? $0.task : nil }
        ?? Task { await onThread { PreviewedChart.screens(of: loaded, revision: revision) } }
      drawing[path] = (revision, task)
      view = await task.value
      if drawing[path]?.revision == revision { drawing[path] = nil }
    }
    // The list may be another one by now.
    guard let place = charts.firstIndex(where: { $0.path == path }) else { return view }
    return charts[place].show(view, as: name)
  }

  /// The section of a state in the reference.
  func section(of state: String, in path: String) throws(PreviewProblem) -> PreviewSection {
    PreviewSection(html: charts[try current(path)].section(of: state))
  }

  /// What changed in a chart since the last commit.
  nonisolated func comparison(of path: String) async throws(PreviewProblem) -> PreviewComparison {
    let chart = try await drawnChart(at: path)
    let (comparison, secrets) = await onThread { CommittedChart.comparison(of: path, chart) }
    await hide(secrets)
    return comparison
  }

  /// The secrets of all charts, which no response may have.
  var secrets: Set<String> { charts.reduce(into: committedSecrets) { $0.formUnion($1.secrets) } }

  private func hide(_ secrets: [String]) { committedSecrets.formUnion(secrets) }

  /// The sessions of a chart in apps, and the steps of one of them.
  nonisolated func sessions(of path: String, in call: PreviewCall) async throws(PreviewProblem)
    -> InspectedView
  {
    let chart = try await drawnChart(at: path)
    let (sessions, apps, more) = await apps.state(of: chart.id.text)
    return InspectedView(
      sessions, apps, more: more, of: chart, key: call.query["session"].flatMap { Int($0) },
      after: call.query["after"].flatMap { Int($0) } ?? 0)
  }

  private func drawnChart(at path: String) throws(PreviewProblem) -> Statechart {
    guard let drawn = charts[try current(path)].drawnChart else {
      throw PreviewProblem(message: "The file cannot be read as a chart.", status: 409)
    }
    return drawn
  }

  /// A chart as it can be run at the moment.
  ///
  /// - Throws: `PreviewProblem` if there is no such chart, or if it has errors.
  func loaded(_ path: String) throws(PreviewProblem) -> LoadedChart {
    let place = try current(path)
    guard charts[place].problem == nil, let runnable = charts[place].lastRunnable(),
      runnable.revision == charts[place].revision
    else {
      throw PreviewProblem(message: "The chart has errors, so it cannot be run.", status: 409)
    }
    return runnable.loaded
  }

  /// The place of a chart, which is read again if its file was changed. Only charts of the list have one.
  private func current(_ path: String) throws(PreviewProblem) -> Int {
    guard let place = charts.firstIndex(where: { $0.path == path }) else {
      throw PreviewProblem(message: "The preview has no such chart.")
    }
    if charts[place].refresh() { notify() }
    return place
  }

  // MARK: Changes

  /// The list as JSON, now and after each change. A listener that is slow misses the lists in between.
  func changes() -> AsyncStream<[UInt8]>? {
    guard listeners.count < Self.mostListeners else { return nil }
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(1))
    let number = nextListener
    nextListener &+= 1
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.remove(number) } }
    update()
    continuation.yield(encodedList)
    return stream
  }

  private func remove(_ number: Int) { listeners[number] = nil }

  /// Looks for changed files again and again, as long as a page waits for them, until the task is cancelled.
  func watch() async {
    while !Task.isCancelled {
      guard !listeners.isEmpty else {
        // A page gets the list at once when it connects.
        try? await Task.sleep(for: .milliseconds(250))
        continue
      }
      beginSearch()
      update()
      await updateApps()
      // A look at a file takes some microseconds.
      try? await Task.sleep(for: .milliseconds(10 + charts.count / 10))
    }
  }

  private func update() {
    let stamps = settingsFiles.map { FileStamp(of: $0) }
    let isForced = stamps != settings
    settings = stamps
    var isChanged = false
    for place in charts.indices where charts[place].refresh(isForced: isForced) { isChanged = true }
    if isChanged { notify() }
  }

  /// Looks what apps have sent. Pages get at most one message for all that comes between two looks.
  private func updateApps() async {
    let now = await apps.summary
    guard now.revision != shownApps.revision else { return }
    shownApps = now
    notify()
  }

  /// Looks for new files from time to time. In a large folder, changes of known files do not wait for that.
  private func beginSearch() {
    guard !isSearching, ContinuousClock.now - lastSearch >= Self.searchPause else { return }
    isSearching = true
    Task {
      await search()
      isSearching = false
    }
  }

  private func search() async {
    let (found, messages) = await Self.files(arguments)
    lastSearch = .now
    // A chart whose file vanishes stays in the list for a while, with the message that says so: some editors delete a file
    // before they write it again.
    let vanished = charts.filter { !found.contains($0.path) && .now - $0.lastChange < Self.timeOfVanished }
    let paths = found + vanished.map(\.path)
    guard messages != problems || paths != charts.map(\.path) else { return }
    let known = Dictionary(charts.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    charts = paths.map { known[$0] ?? PreviewedChart($0) }
    settingsFiles = Self.settingsFiles(around: paths)
    problems = messages
    notify()
  }

  /// Where settings of lint may be: in the folder of a chart, or above.
  private static func settingsFiles(around paths: [String]) -> [String] {
    var folders: Set<String> = []
    for path in paths {
      var folder = Configurations.absolute(path)
      while let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        // What is above a known folder is known too.
        guard folders.insert(folder).inserted else { break }
      }
    }
    return folders.map { "\($0)/\(LintConfiguration.fileName)" }.sorted()
  }

  /// The paths of all charts, and what cannot be searched. A large folder takes long, and requests are answered meanwhile.
  private nonisolated static func files(_ arguments: [String]) async -> ([String], [String]) {
    let found = PathSearch(arguments, for: .charts)
    return (found.paths, found.problems.map(\.message))
  }

  private func notify() {
    guard !listeners.isEmpty else { return }
    let list = encodedList
    for listener in listeners.values { listener.yield(list) }
  }

  private var encodedList: [UInt8] { PreviewResponse.encoded(currentList, hiding: secrets) }

  private var currentList: List { List(charts: charts.map(\.summary), problems: problems, apps: shownApps) }
}
