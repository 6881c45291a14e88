import Statecharts
import StatechartsDocs
import StatechartsEditing
import StatechartsFiles
import StatechartsLint
import StatechartsModel
import StatechartsRepair
import StatechartsYAML

/// A chart of the preview, with what was found out about its last text.
struct PreviewedChart {
  let path: String
  private(set) var revision = 0
  private(set) var source: SourceText
  private(set) var file: LintedFile
  /// Why the file cannot be read; nil if it can.
  private(set) var problem: String?
  /// The last text that could be drawn, without its secrets, and what is drawn of it.
  private var drawn: Drawn?
  /// The last version without errors.
  private var sound: (reading: ChartReading, shown: ChartReading, revision: Int, secrets: [String])?
  /// The same with its revision, once it was asked for; without a chart if it could not be loaded.
  private var runnable: (loaded: LoadedChart?, revision: Int)?
  /// The files of the charts that it runs, by which its findings change, and what the system said of them last.
  private var children: [String: FileStamp?] = [:]
  /// The secrets of its versions.
  private(set) var secrets: Set<String> = []
  /// The views that were asked for, with the revisions of what they show.
  private var views: [String: PreviewView] = [:]
  private var stamp: FileStamp?
  private(set) var lastChange = ContinuousClock.now

  /// How many secrets are remembered, besides those of versions that are still shown.
  private static let mostSecrets = 100
  /// After a change, a file is compared for some time. The times of files are so coarse that a further change may have the
  /// same time.
  private static let timeOfComparison = Duration.milliseconds(100)

  private struct Drawn {
    let revision: Int
    let views: ChartViews
    let reading: ChartReading
    let secrets: [String]
  }

  init(_ path: String) {
    self.path = path
    source = SourceText(name: path, bytes: [])
    file = LintedFile(source, [])
  }

  /// Looks whether the file was changed, and reads it if so.
  ///
  /// - Parameter isForced: Whether it is checked again in any case, because settings were changed.
  /// - Returns: Whether there is a new revision.
  mutating func refresh(isForced: Bool = false) -> Bool {
    let isForced = isForced || children.contains { FileStamp(of: $0.key) != $0.value }
    let (now, current) = (ContinuousClock.now, FileStamp(of: path))
    if current != stamp { lastChange = now }
    guard isForced || revision == 0 || current != stamp || now - lastChange < Self.timeOfComparison else {
      return false
    }
    stamp = current
    do throws(FileProblem) {
      let read = try ChartInput.read(path)
      guard isForced || revision == 0 || problem != nil || read.bytes != source.bytes else { return false }
      problem = nil
      source = read
    } catch {
      guard problem != error.message else { return false }
      problem = error.message
      revision += 1
      return true
    }
    revision += 1
    check()
    return true
  }

  /// Finds out everything about the present text.
  private mutating func check() {
    var selection = LintSelection()
    var configurations = Configurations(file: nil)
    if let configuration = try? configurations.configuration(for: path) {
      selection.settings = configuration.severities(for: Configurations.absolute(path))
    }
    let reading = ChartReader.advising.read(source)
    let paths = reading.document.map { ChartNameIndex($0).children.map(\.path) } ?? []
    children = [:]
    for file in ChartDependencies.files(of: path, children: paths) {
      children[file] = .some(FileStamp(of: file))
    }
    file = Linter(selection).lint(reading, looksForFiles: true)
    let found = file.secretTexts
    let shown = reading.hidingSecrets(of: file)
    if file.count(of: .error) == 0 { sound = (reading, shown, revision, found) }
    if shown.isUsable, let chart = shown.chart {
      drawn = Drawn(revision: revision, views: ChartViews(chart), reading: shown, secrets: found)
    }
    if secrets.count > Self.mostSecrets { secrets = Set((drawn?.secrets ?? []) + (sound?.secrets ?? [])) }
    secrets.formUnion(found)
  }

  /// The last version without errors, which is loaded when it is asked for, with its revision.
  mutating func lastRunnable() -> (loaded: LoadedChart, revision: Int)? {
    guard let sound else { return nil }
    if runnable?.revision != sound.revision {
      runnable = (try? ChartLoader.advising.load(sound.reading), sound.revision)
    }
    return runnable?.loaded.map { ($0, sound.revision) }
  }

  /// The same without its secrets, to be drawn.
  func lastDrawable() -> (loaded: LoadedChart, revision: Int)? {
    guard let sound, let loaded = try? ChartLoader.advising.load(sound.shown) else { return nil }
    return (loaded, sound.revision)
  }

  // MARK: Answers

  var summary: PreviewSummary {
    PreviewSummary(
      path: path, id: drawn?.reading.chart?.id.text, title: drawn?.views.title ?? path, revision: revision,
      errors: file.count(of: .error), warnings: file.count(of: .warning), notes: file.count(of: .note),
      problem: problem)
  }

  var answer: PreviewChart {
    PreviewChart(
      summary: summary, description: drawn?.reading.chart?.description, source: shownLines,
      findings: file.findings.map(Self.finding), states: states,
      isOutdated: problem != nil || drawn?.revision != revision)
  }

  /// The picture of all states, or the reference.
  ///
  /// - Throws: `PreviewProblem` for an unknown name.
  mutating func view(_ name: String) throws(PreviewProblem) -> PreviewView {
    guard name == "sheet" || name == "reference" else {
      throw PreviewProblem(message: "The preview has no such view.")
    }
    var view = PreviewView(revision: drawn?.revision ?? revision, isOutdated: false)
    if let known = views[name], known.revision == drawn?.revision {
      view = known
    } else if let drawn, name == "sheet" {
      view.pictures = [PreviewView.Picture(title: nil, svg: drawn.views.sheet)]
    } else if let drawn {
      view.html = drawn.views.reference
    } else {
      view.note = "The picture appears when the file can be read as a chart."
    }
    return show(view, as: name)
  }

  /// The screens of a version, if they were drawn before.
  func screens(of revision: Int) -> PreviewView? {
    views["screens"].flatMap { $0.revision == revision ? $0 : nil }
  }

  /// The screens of a chart. To find them may take seconds.
  static func screens(of loaded: LoadedChart, revision: Int) -> PreviewView {
    let pictures = ChartViews(loaded.chart.chart).screens(of: loaded.chart)
    var view = PreviewView(revision: revision, isOutdated: false)
    view.pictures = pictures.map { PreviewView.Picture(title: $0.title, svg: $0.svg) }
    if pictures.isEmpty { view.note = ScreenDiagram.nothingToDraw }
    return view
  }

  /// What is shown where there were no screens yet.
  var noScreens: PreviewView {
    var view = PreviewView(revision: revision, isOutdated: false)
    view.note = "The screens appear when the chart has no errors."
    return view
  }

  /// Remembers a view, and says whether it is one of an older version.
  mutating func show(_ view: PreviewView, as name: String) -> PreviewView {
    views[name] = view
    let isDrawn = !view.pictures.isEmpty || view.html != nil
    return PreviewView(
      revision: revision, isOutdated: isDrawn && (view.revision != revision || problem != nil),
      pictures: view.pictures, html: view.html, note: view.note)
  }

  /// The last chart that could be drawn; nil before the first one.
  var drawnChart: Statechart? { drawn?.reading.chart }

  /// The section of a state in the reference.
  func section(of state: String) -> String { drawn?.views.section(of: state) ?? "" }

  private var states: [PreviewChart.State] {
    guard let drawn, let document = drawn.reading.document else { return [] }
    var values: [YAMLDocument.NodeID: YAMLDocument.NodeID] = [:]
    for node in document.allNodes { for (key, value) in document.entries(of: node) { values[key] = value } }
    let text = drawn.reading.source
    return drawn.views.states.map { state in
      var lines = (first: 0, last: 0)
      if let key = document.node(of: state.origin) {
        let range = document.range(of: key)
        let end = values[key].map { document.range(of: $0).upperBound } ?? range.upperBound
        lines = (text.line(at: range.lowerBound), text.line(at: max(range.lowerBound, end - 1)))
      }
      return PreviewChart.State(
        id: state.id, title: state.title, depth: state.depth, meaning: state.meaning, anchor: state.anchor,
        line: lines.first, endLine: lines.last)
    }
  }

  private static func finding(_ finding: Finding) -> PreviewChart.Finding {
    let diagnostic = finding.diagnostic
    return PreviewChart.Finding(
      rule: diagnostic.rule, severity: diagnostic.severity.rawValue, message: diagnostic.message,
      help: diagnostic.help, place: place(finding.location),
      related: zip(diagnostic.related, finding.relatedLocations).map {
        PreviewChart.Related(message: $0.message, place: place($1))
      })
  }

  private static func place(_ place: Finding.Location) -> PreviewChart.Place {
    PreviewChart.Place(
      line: place.start.line, column: place.start.column, endLine: place.end.line, endColumn: place.end.column
    )
  }

  /// The lines of the text. In place of a hard-coded secret, there is one `*` for each byte.
  private var shownLines: [String] {
    var bytes = source.bytes
    for range in file.secretRanges {
      for index in range.clamped(to: bytes.indices) where bytes[index] > 0x20 {
        bytes[index] = UInt8(ascii: "*")
      }
    }
    let shown = SourceText(name: path, bytes: bytes)
    return shown.lineStarts.indices.map { shown.lineText($0 + 1) }
  }
}

extension ChartReading {
  /// A reading of the same text with `*` for each letter and digit of its secrets. If that is no chart, it is this
  /// reading.
  func hidingSecrets(of file: LintedFile) -> ChartReading {
    let old = source.bytes
    // Whole lines hold keys too, without which there is no chart, so only the secrets in them are hidden.
    var secrets = file.secretRanges.filter { source.position(at: $0.lowerBound).column > 1 }
    for text in file.secretTexts {
      var start = 0
      while let range = old[start...].firstRange(of: Array(text.utf8)) {
        secrets.append(range)
        start = range.upperBound
      }
    }
    guard isUsable, !secrets.isEmpty else { return self }
    // A name has no `*`.
    for sign in ["*", "x"] as [Unicode.Scalar] {
      let shown = ChartReader.advising.read(hiding(secrets, behind: UInt8(ascii: sign)))
      if shown.isUsable { return shown }
    }
    return self
  }

  private func hiding(_ secrets: [SourceRange], behind sign: UInt8) -> SourceText {
    let old = source.bytes
    var new = old
    for range in secrets {
      for index in range.clamped(to: old.indices) {
        // Nothing but a `*` is left of an escape, such as a line break.
        let next = index + 1 < old.count ? old[index + 1] : 0
        let isEscape = old[index] == UInt8(ascii: "\\") && Self.isWord(next)
        guard isEscape || Self.isWord(old[index]) else { continue }
        // In YAML, a text without quotation marks that begins with `*` is an alias.
        let before = index == range.lowerBound ? old[..<index].last { $0 != UInt8(ascii: " ") } : nil
        new[index] = before.map { ":-[{,".utf8.contains($0) } == true ? UInt8(ascii: "x") : sign
      }
    }
    return SourceText(name: source.name, bytes: new)
  }

  /// Whether a byte is an ASCII letter or digit.
  private static func isWord(_ byte: UInt8) -> Bool {
    let character = Character(UnicodeScalar(byte))
    return character.isASCII && (character.isLetter || character.isNumber)
  }
}
