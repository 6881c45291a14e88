import Statecharts
import StatechartsModel
import StatechartsYAML

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
          help: "Rename it by hand, together with the events whose names begin alike, such as `a` and `a.b`.")
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
