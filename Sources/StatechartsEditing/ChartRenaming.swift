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
      guard names.isShared || rest.isEmpty else { throw change.isUnsafe(in: run) }
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

/// The charts around the chart in which a name is changed.
private struct OtherCharts {
  /// Those that can be searched.
  let usable: [RenamedChart]
  /// Those with errors.
  let broken: [SourceText]
  /// The names of all files that cannot be used as charts.
  private let unusable: Set<String>

  init(_ sources: [SourceText], besides chart: RenamedChart) {
    var usable: [RenamedChart] = []
    var unusable: [SourceText] = []
    for source in sources where source.name != chart.source.name {
      if let other = try? RenamedChart(source) { usable.append(other) } else { unusable.append(source) }
    }
    self.usable = usable
    self.unusable = Set(unusable.map(\.name))
    broken = unusable.filter { $0.isChart(YAMLDocument.read($0).document) }
  }

  /// Checks that no chart with errors may run a chart.
  func checkParents(of chart: RenamedChart) throws(ChartRenaming.Refusal) {
    let name = chart.source.name
    let file = name.dropFirst(ChartPath.folder(of: name).count)
    let separators = Set(" \t\r\n\"'[]{},".utf8)
    let parent = broken.first { other in
      let folder = ChartPath.folder(of: other.name)
      return other.bytes.split { separators.contains($0) }.contains { word in
        word.suffix(file.utf8.count).elementsEqual(file.utf8)
          && RenamedChart.path(String(decoding: word, as: UTF8.self), in: folder) == name
      }
    }
    guard let parent else { return }
    throw ChartRenaming.Refusal(
      message: "The chart `\(parent.name)`, which names `\(file)`, has errors.",
      help: "Fix them first: statechart lint \(parent.name)")
  }

  /// The charts that use a name together with a chart, at any depth.
  func family(
    of chart: RenamedChart, _ kind: ChartNameIndex.Kind, _ name: String
  ) throws(ChartRenaming.Refusal) -> [RenamedChart] {
    guard kind.isShared else { return [] }
    let result = chart.family(kind, name, among: usable)
    for member in [chart] + result {
      try checkParents(of: member)
      guard let child = member.children.first(where: unusable.contains) else { continue }
      throw ChartRenaming.Refusal(
        message: "The chart `\(child)`, which runs in this one, has errors.",
        help: "Fix them first: statechart lint \(child)")
    }
    return result
  }

  /// A chart with those that it runs, at any depth, the outer ones first. Charts that cannot be read are left out.
  ///
  /// - Parameter chart: The chart that is not one of the others.
  func tree(of file: String, with chart: RenamedChart) -> [RenamedChart] {
    let all = Dictionary(
      ([chart] + usable).map { ($0.source.name, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [RenamedChart] = []
    var seen: Set<String> = []
    var level = [file]
    while !level.isEmpty {
      let charts = level.filter { seen.insert($0).inserted }.compactMap { all[$0] }
      found += charts
      level = charts.flatMap(\.children)
    }
    return found
  }

  /// The inputs that other charts give to a variable.
  func inputs(
    of chart: RenamedChart, _ change: NameChange
  ) throws(ChartRenaming.Refusal) -> [ChartRenaming.FileEdits] {
    var result: [ChartRenaming.FileEdits] = []
    for other in usable {
      let ranges = other.inputs(change.old, of: chart.source.name)
      guard !ranges.isEmpty else { continue }
      let edits = TextEdits(ranges.map { TextEdit(range: $0, replacement: change.new) })
      let changed = try change.changed(other, edits)
      guard ranges.allSatisfy({ other.source.bytes[$0].elementsEqual(change.old.utf8) }),
        changed.inputs(change.old, of: chart.source.name).isEmpty
      else { throw change.isUnsafe(in: other.source) }
      result.append(ChartRenaming.FileEdits(source: other.source, edits: edits))
    }
    return result
  }
}

/// A chart in which a name is looked for.
struct RenamedChart: ChartOfFamily {
  let source: SourceText
  let document: YAMLDocument
  let root: YAMLDocument.NodeID
  let index: ChartNameIndex
  /// How many findings there are, by their rules.
  let findings: [String: Int]
  /// The files of the charts that it runs.
  let children: [String]

  init(_ source: SourceText) throws(ChartRenaming.Refusal) {
    let reading = ChartReader().read(source)
    let errors = reading.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, let document = reading.document, let root = document.root, let chart = reading.chart
    else {
      throw ChartRenaming.Refusal(
        message: "The chart has errors. \(errors.first?.message ?? "")",
        help: "Fix them first: statechart lint \(source.name)",
        range: errors.first?.range)
    }
    self.source = source
    self.document = document
    self.root = root
    index = ChartNameIndex(document)
    var findings: [String: Int] = [:]
    for diagnostic in reading.diagnostics { findings[diagnostic.rule, default: 0] += 1 }
    for problem in chart.problems() { findings[problem.rule.rawValue, default: 0] += 1 }
    self.findings = findings
    let folder = ChartPath.folder(of: source.name)
    children = index.children.map { Self.path($0.path, in: folder) }
  }

  /// How many names are used outside of the last migration.
  var usesOutsideMigrations: Int {
    guard index.lastMigration >= 0 else { return index.uses.count }
    let migration = document.range(of: YAMLDocument.NodeID(index.lastMigration))
    return index.uses.count { !migration.contains($0.range.lowerBound) }
  }

  /// A relative path from a folder, in its shortest form.
  fileprivate static func path(_ path: String, in folder: String) -> String {
    var parts = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case ".." where parts.last.map { $0 != ".." && !$0.isEmpty } ?? false: parts.removeLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}

/// One name that becomes another.
struct NameChange {
  let kind: ChartNameIndex.Kind
  let old: String
  let new: String
  /// The `foreach` whose element is renamed; nil for all that have the name, and for other kinds.
  let loop: Int32?

  /// Whether the new name can be given in a chart.
  func check(_ chart: RenamedChart) throws(ChartRenaming.Refusal) {
    let nodes = ChartNodes(chart.document)
    guard old != new else {
      throw ChartRenaming.Refusal(message: "Both names are `\(old)`.", help: "Write another name.")
    }
    let isInExpressions = [.variable, .guard, .element].contains(kind)
    guard !isInExpressions || !NameRule.reserved.contains(new) else {
      throw ChartRenaming.Refusal(
        message: "`\(new)` has a meaning of its own in expressions.", help: "Choose another name.")
    }
    let isLegal = nodes.isLegal(new, kind.spelling) && YAMLScalar.isPlain(new) && !YAMLScalar.isValue(new)
    guard isLegal else {
      throw ChartRenaming.Refusal(
        message: "\(Self.shown(new)) is not a valid \(kind.spelling.noun).",
        help: "\(kind.spelling.spelling).")
    }
    try checkFree(chart)
    if kind == .event {
      if chart.index.computesEvents {
        throw ChartRenaming.Refusal(
          message: "The chart computes the names of events that it sends, and `\(old)` may be one of them.",
          help: "Rename it by hand.")
      }
      try checkDescriptors(chart)
    }
    let bytes = chart.source.bytes
    for use in uses(in: chart) where !bytes[use.range].elementsEqual(old.utf8) {
      throw ChartRenaming.Refusal(
        message: "`\(old)` is written with escapes or over several lines here.",
        help: "Write it as it is, and rename it again.", range: use.range)
    }
  }

  /// A name for a message. A text that is too long to be one is not repeated.
  private static func shown(_ name: String) -> String {
    name.utf8.count <= 40 && !name.contains(where: \.isNewline) ? "`\(name)`" : "The new name"
  }

  private func checkFree(_ chart: RenamedChart) throws(ChartRenaming.Refusal) {
    let expressionKinds: [ChartNameIndex.Kind] = [.variable, .guard, .element]
    let isInExpressions = expressionKinds.contains(kind)
    let taken = chart.index.uses.first { use in
      // Loops that are not inside each other may have the same names. For others, the new problem is found later.
      if loop != nil, use.kind == .element { return false }
      return use.name == new && (use.kind == kind || isInExpressions && expressionKinds.contains(use.kind))
    }
    // A word in an expression may also be the name of something that the platform gives.
    if let taken, taken.role == .declaration || !isInExpressions || taken.kind != .guard {
      throw ChartRenaming.Refusal(
        message: "`\(new)` is already \(taken.kind.wordsWithArticle) of this chart.",
        help: "Choose another name.",
        range: taken.range)
    }
    // In expressions, the name would refer to a function or to an element of a loop.
    let isItem = kind != .element && chart.index.items.contains(new)
    let isUsed = taken != nil || isItem || ExpressionFunction(name: new) != nil
    if isInExpressions, isUsed {
      throw ChartRenaming.Refusal(
        message: "`\(new)` is already used in expressions.", help: "Choose another name.")
    }
    if isInExpressions, kind != .element, chart.index.items.contains(old) {
      throw ChartRenaming.Refusal(
        message: "`\(old)` is also the name of an element in `foreach`.", help: "Rename that one first.")
    }
    if kind == .error, ExpressionScope.platformErrorCodes.contains(old) {
      throw ChartRenaming.Refusal(
        message: "`\(old)` is an error code of the platform.", help: "It has this name in all charts.")
    }
    let isReserved =
      kind == .error
      ? new == "any" || ExpressionScope.platformErrorCodes.contains(new)
      : kind == .event && EventDescriptor(ChartName(new)).isPlatform
    guard !isReserved, kind != .event && kind != .error || !FormatObject.transitionOnlyKeys.contains(new)
    else {
      throw ChartRenaming.Refusal(
        message: "`\(new)` has a meaning of its own in charts.", help: "Choose another name.")
    }
  }

  /// Names with dots are matched by how they begin, so a name can be caught by another descriptor than before.
  private func checkDescriptors(_ chart: RenamedChart) throws(ChartRenaming.Refusal) {
    let names = Set(chart.index.uses.lazy.filter { $0.kind == .event }.map(\.name))
    let descriptors = Set(chart.index.descriptors.map(\.name))
    func renamed(_ name: String) -> String { name == old ? new : name }
    for descriptor in descriptors.sorted() {
      let before = EventDescriptor(ChartName(descriptor))
      let after = EventDescriptor(ChartName(renamed(descriptor)))
      // Of all other pairs, neither name changes.
      let affected = descriptor == old ? names : names.intersection([old])
      for name in affected where before.matches(name) != after.matches(renamed(name)) {
        let change = before.matches(name) ? "no longer" : "also"
        throw ChartRenaming.Refusal(
          message: "`\(renamed(descriptor))` would \(change) handle `\(renamed(name))`.",
          help: "Events whose names begin alike, such as `a` and `a.b`, are renamed together, by hand.")
      }
    }
  }

  /// Where a chart uses the old name.
  func uses(in chart: RenamedChart) -> [ChartNameIndex.Use] { uses(of: old, in: chart) }

  private func uses(of name: String, in chart: RenamedChart) -> [ChartNameIndex.Use] {
    chart.index.uses.filter { $0.kind == kind && $0.name == name && (loop == nil || $0.loop == loop) }
  }

  /// The edits of a chart.
  func edits(of chart: RenamedChart, leavingMigrations: Bool) -> [TextEdit] {
    var left: SourceRange?
    if leavingMigrations, chart.index.lastMigration >= 0 {
      left = chart.document.range(of: YAMLDocument.NodeID(chart.index.lastMigration))
    }
    return uses(in: chart).filter { !(left?.contains($0.range.lowerBound) ?? false) }
      .map { TextEdit(range: $0.range, replacement: new) }
  }

  /// The edits of the markers of a page, which may name states.
  func edits(ofMarkers markers: [SourceRange], in page: SourceText) -> [TextEdit] {
    guard kind == .state else { return [] }
    return markers.flatMap { marker -> [TextEdit] in
      var result: [TextEdit] = []
      for part in page.bytes[marker].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
        // The end of the marker may follow without a space.
        let word = part.suffix(3).elementsEqual("-->".utf8) ? part.dropLast(3) : part
        guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { continue }
        guard ["state", "active"].contains(String(decoding: word[..<equals], as: UTF8.self)) else { continue }
        // A value may be in quotes.
        for name in word[(equals + 1)...].split(whereSeparator: {
          $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"")
        })
        where name.elementsEqual(old.utf8) {
          result.append(TextEdit(range: name.startIndex..<name.endIndex, replacement: new))
        }
      }
      return result
    }
  }

  /// Reads a changed chart again: it must have no new problem.
  func changed(
    _ chart: RenamedChart, _ edits: TextEdits, migrates: Bool = false
  ) throws(ChartRenaming.Refusal) -> RenamedChart {
    let changed = try? RenamedChart(edits.apply(to: chart.source))
    let rule = changed?.findings.first { $0.value > chart.findings[$0.key] ?? 0 }?.key
    guard let changed, rule == nil else {
      let detail = rule.map { " (`\($0)`)" } ?? ""
      let mayBeMigrated = !migrates && chart.index.lastMigration >= 0 && (kind == .state || kind == .variable)
      throw ChartRenaming.Refusal(
        message: "With the name `\(new)`, `\(chart.source.name)` would have a new problem\(detail).",
        help: mayBeMigrated
          ? "If an older migration has the name, use `statechart rename` with --migrate. If not, choose another name."
          : "Choose another name.")
    }
    return changed
  }

  /// The refusal for a file in which the old name would not be gone.
  func isUnsafe(in file: SourceText) -> ChartRenaming.Refusal {
    ChartRenaming.Refusal(
      message: "`\(old)` cannot be renamed safely in `\(file.name)`.", help: "Rename it by hand.")
  }

  /// Reads a changed chart again: it must have the new name where the old one was, the old one nowhere, and no new problem.
  func compare(
    _ chart: RenamedChart, _ edits: TextEdits, migrates: Bool
  ) throws(ChartRenaming.Refusal) {
    guard !edits.list.isEmpty else { return }
    let changed = try changed(chart, edits, migrates: migrates)
    let expected = uses(in: chart).count
    let found = uses(of: new, in: changed).count
    let isComplete = migrates || found == expected && uses(in: changed).isEmpty
    // With a new migration, the last one until now has the names of an older version.
    let (before, after) =
      migrates
      ? (chart.usesOutsideMigrations, changed.usesOutsideMigrations)
      : (chart.index.uses.count, changed.index.uses.count)
    guard isComplete, after >= before else {
      throw ChartRenaming.Refusal(
        message: "`\(old)` cannot be renamed without changing what the chart does.",
        help: "Rename it by hand, and check the chart.", range: uses(in: chart).first?.range)
    }
  }
}
