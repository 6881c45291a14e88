package import StatechartsYAML

import Statecharts
import StatechartsModel

/// Renames a state, an event, a variable, a handler, an error code or an output of a chart wherever the name is used: in
/// the chart, in the charts that it exchanges the name with, in recorded runs and in the markers of pages.
///
/// Nothing is opened or written here. The changed texts were read again: the charts have no new problem, and the old
/// name is gone.
package struct ChartRenaming: Sendable {
  /// Why a name was not changed.
  package struct Refusal: Error {
    /// What is wrong, in one plain sentence.
    package var message: String
    /// What to do.
    package var help: String?
    /// Where it is wrong, in the chart that was named first; nil when that is the command itself.
    package var range: SourceRange?
  }

  /// The edits of one file.
  package struct FileEdits: Sendable {
    /// The file as it is.
    package var source: SourceText
    /// What changes in it.
    package var edits: TextEdits
  }

  /// The files that may use the name. All names of files are paths in the same form.
  package struct Files: Sendable {
    /// The chart.
    package var chart: SourceText
    /// Charts around it. Only those that use the name together with it are changed.
    package var others: [SourceText] = []
    /// Recorded runs, with the name of the chart of each.
    package var runs: [(run: SourceText, chart: String)] = []
    /// Pages, with the ranges of their markers and the name of the chart that each shows.
    package var pages: [(page: SourceText, markers: [(range: SourceRange, chart: String)])] = []

    /// Only a chart.
    package init(_ chart: SourceText) { self.chart = chart }
  }

  /// What kind of thing gets another name.
  package let kind: ChartNameIndex.Kind
  /// The name until now.
  package let old: String
  /// The name from now on.
  package let new: String
  /// What changes, the chart first. Files without a change are left out.
  package let files: [FileEdits]
  /// The names of other charts in the folder of the chart in which nothing was looked for, because they have errors. A
  /// chart elsewhere that names this one is refused, and others there do not matter.
  package let unsearched: [String]
  /// The names of the files that were given as recorded runs and have no line of one.
  package let filesWithoutRuns: [String]
  /// Whether stored sessions have the old name, so that they need a migration.
  package var needsMigration: Bool { kind == .state || kind == .variable }
  /// Whether stored sessions may have the old error code as the value of a variable. No migration changes it.
  package let keepsOldCode: Bool

  /// Plans a renaming.
  ///
  /// - Parameters:
  ///   - kind: What has the old name; nil when only one kind of thing has it.
  ///   - loop: The node of the `foreach` that declares an element, as in `ChartNameIndex`; nil renames the elements of
  ///     all loops that have the name.
  ///   - migrates: Whether to raise the version of the chart and to add a migration for stored sessions.
  /// - Throws: `Refusal` when the name is not there, or the new one cannot be given.
  package init(
    _ old: String, to new: String, kind: ChartNameIndex.Kind? = nil, ofLoop loop: Int32? = nil,
    in files: Files,
    migrates: Bool = false
  ) throws(Refusal) {
    let chart = try RenamedChart(files.chart)
    let kind = try Self.kind(of: old, in: chart.index, wanted: kind)
    let change = NameChange(kind: kind, old: old, new: new, loop: loop)
    let isInRuns = kind.isInRuns && !files.runs.isEmpty
    let others = OtherCharts(kind.isKnownOutside || isInRuns ? files.others : [], besides: chart)
    if kind.isKnownOutside { try others.checkParents(of: chart) }
    let charts = try [chart] + others.family(of: chart, kind, old)
    var result = try Self.edits(of: charts, change, migrates: migrates)
    if kind == .variable { result += try others.inputs(of: chart, change) }
    let names = Set(charts.map(\.source.name))
    for (page, markers) in files.pages {
      let markers = markers.filter { names.contains($0.chart) }.map(\.range)
      result.append(try Self.edits(of: page, markers, change))
    }
    let errorNames = charts.reduce(into: Set<String>()) { $0.formUnion($1.index.errorNames) }
    for (run, name) in isInRuns ? files.runs : [] {
      let tree = others.tree(of: name, with: chart)
      let names = RunNames(change, in: charts, among: tree, errorNames: errorNames)
      let edits = TextEdits(try RecordedNames(run).edits(names))
      if !edits.list.isEmpty { try names.check(in: run) }
      let rest = try RecordedNames(edits.apply(to: run)).edits(names)
      guard names.setsOtherGuard || rest.isEmpty else { throw change.isUnsafe(in: run) }
      result.append(FileEdits(source: run, edits: edits))
    }
    keepsOldCode =
      kind == .error
      && chart.index.uses.contains {
        $0.kind == .variable && $0.role == .declaration && chart.index.errorNames.contains($0.name)
      }
    self.kind = kind
    self.old = old
    self.new = new
    let folder = ChartPath.folder(of: files.chart.name)
    unsearched = others.broken.map(\.name).filter { $0.hasPrefix(folder) }
    filesWithoutRuns = files.runs.filter { names.contains($0.chart) && !RecordedNames($0.run).isRun }.map(
      \.run.name)
    self.files = result.filter { !$0.edits.list.isEmpty }
  }

  /// The edits of the charts that have the name together, the one that was named first.
  private static func edits(
    of charts: [RenamedChart], _ change: NameChange, migrates: Bool
  ) throws(Refusal) -> [FileEdits] {
    var result: [FileEdits] = []
    for (number, chart) in charts.enumerated() {
      do throws(Refusal) {
        if number == 0 || !change.uses(in: chart).isEmpty { try change.check(chart) }
      } catch {
        guard number > 0 else { throw error }
        throw Refusal(message: "In `\(chart.source.name)`: \(error.message)", help: error.help)
      }
      // A migration says the names of the versions before; the last one gives those of today.
      let isMigrated = migrates && number == 0 && (change.kind == .state || change.kind == .variable)
      var edits = change.edits(of: chart, leavingMigrations: isMigrated)
      if isMigrated { edits += try MigrationText(chart, change).edits() }
      result.append(FileEdits(source: chart.source, edits: TextEdits(edits)))
    }
    for (chart, file) in zip(charts, result) { try change.compare(chart, file.edits, migrates: migrates) }
    return result
  }

  /// The edits of the markers of a page.
  private static func edits(
    of page: SourceText, _ markers: [SourceRange], _ change: NameChange
  ) throws(Refusal) -> FileEdits {
    let edits = TextEdits(change.edits(ofMarkers: markers, in: page))
    guard change.edits(ofMarkers: markers.map(edits.moved), in: edits.apply(to: page)).isEmpty else {
      throw change.isUnsafe(in: page)
    }
    return FileEdits(source: page, edits: edits)
  }

  /// The file that a chart means by the path of another one, in its shortest form.
  package static func path(_ path: String, from file: String) -> String {
    RenamedChart.path(path, in: ChartPath.folder(of: file))
  }

  /// The kind of thing that a name refers to.
  private static func kind(
    of name: String, in index: ChartNameIndex, wanted: ChartNameIndex.Kind?
  ) throws(Refusal) -> ChartNameIndex.Kind {
    let kinds = ChartNameIndex.Kind.allCases.filter { kind in
      index.uses.contains { $0.kind == kind && $0.name == name }
    }
    if let wanted {
      guard kinds.contains(wanted) else {
        throw Refusal(
          message: "`\(name)` is not \(wanted.wordsWithArticle) of this chart.",
          help: kinds.first.map { "It is \($0.wordsWithArticle)." } ?? Self.near(name, in: index, wanted))
      }
      return wanted
    }
    guard let kind = kinds.first else {
      throw Refusal(message: "This chart has no name `\(name)`.", help: Self.near(name, in: index, nil))
    }
    guard kinds.count == 1 else {
      throw Refusal(
        message: "`\(name)` is \(kinds.map(\.wordsWithArticle).joined(separator: " and ")).",
        help: "Say which one to rename: \(kinds.map { "--kind \($0.rawValue)" }.joined(separator: " or ")).")
    }
    return kind
  }

  private static func near(
    _ name: String, in index: ChartNameIndex, _ kind: ChartNameIndex.Kind?
  ) -> String? {
    let names = index.uses.lazy.filter { kind == nil || $0.kind == kind }.map(\.name)
    return NearNames.suggestion(for: name, in: names).map { "Did you mean `\($0)`?" }
  }
}
