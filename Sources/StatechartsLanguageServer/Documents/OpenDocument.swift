internal import Statecharts
internal import StatechartsLint
internal import StatechartsRepair
internal import StatechartsYAML

/// A text that is open in the editor.
final class OpenDocument {
  let uri: String
  /// The path of the file; nil for a text that is not saved yet.
  let path: String?
  private(set) var version: Int?
  private(set) var source: SourceText
  /// Whether a change could not be read or applied, so that the editor shows another text. It ends with a change of the
  /// whole text.
  var isOutOfSync = false
  /// Whether its findings are to be sent.
  var needsLint = true
  /// Whether the text is a chart, or was one since it was opened. Editors also open other YAML files.
  private(set) var isChart = false
  private var known: ChartIndex?
  private var isRead = false
  private var knownReading: ChartReading?
  private var linted: LintedFile?
  private var knownRefusedFixes: Set<Diagnostic.Fix>?

  init(uri: String, version: Int?, text: String) {
    self.uri = uri
    self.version = version
    path = FileURI.path(uri)
    source = SourceText(name: path ?? uri, bytes: Array(text.utf8))
    recognizeChart()
  }

  /// Whether it is the configuration of the linter.
  var isConfiguration: Bool { path?.hasSuffix("/" + LintConfiguration.fileName) ?? false }

  /// Replaces the whole text, or what an editor has changed in it. Either all changes are applied, or none.
  ///
  /// - Throws: `RequestFailure` when the changes are not those of the protocol, or follow changes that were not and do not
  ///   replace the whole text.
  func apply(_ changes: [ChartValue], version: Int?, _ encoding: PositionEncoding) throws(RequestFailure) {
    let whole = changes.lastIndex { $0.member("range") == .unset && $0.member("text").text != nil }
    guard !isOutOfSync || whole != nil else { throw .contentModified }
    isOutOfSync = true
    var changed = source
    for change in changes[(whole ?? 0)...] {
      guard let text = change.member("text").text else {
        throw .invalidParams("A change must have a `text`.")
      }
      var bytes = changed.bytes
      var range = 0..<bytes.count
      if change.member("range") != .unset {
        range = try change.member("range").range(in: TextPositions(changed, encoding))
      }
      bytes.replaceSubrange(range, with: text.utf8)
      changed = SourceText(name: source.name, bytes: bytes)
    }
    isOutOfSync = false
    source = changed
    self.version = version ?? self.version
    isRead = false
    knownReading = nil
    invalidateFindings()
    recognizeChart()
  }

  private func recognizeChart() {
    isChart = isChart || source.isProbablyChart
  }

  /// The text as a chart. It is read once, for the findings and for the names.
  private var reading: ChartReading {
    if let knownReading { return knownReading }
    let reading = ChartReader.advising.read(source)
    knownReading = reading
    return reading
  }

  /// What `lint` reports, found only once for a text.
  func findings(_ lint: (ChartReading) -> LintedFile) -> LintedFile {
    if let linted { return linted }
    let file = lint(reading)
    linted = file
    return file
  }

  /// The fixes that would cause an error, found only once for a text.
  func refusedFixes(_ find: () -> Set<Diagnostic.Fix>) -> Set<Diagnostic.Fix> {
    if let knownRefusedFixes { return knownRefusedFixes }
    let refused = find()
    knownRefusedFixes = refused
    return refused
  }

  /// Forgets the findings, because something that they depend on has changed.
  func invalidateFindings() {
    linted = nil
    knownRefusedFixes = nil
    needsLint = true
  }

  /// What the chart names: of this text, or of another version that could be read. Nil where there is none.
  ///
  /// Where the text is broken, the last version is best as long as only a line or two differ. After more changes, and in a
  /// text that was never read, it is what is left after a few repairs.
  var index: ChartIndex? {
    if !isRead, isChart {
      isRead = true
      if let index = ChartIndex(reading) {
        known = index
      } else if known.map({ differsInSeveralLines(from: $0.source.bytes) }) ?? true {
        known = indexOfRepaired() ?? known
      }
    }
    return known
  }

  private func differsInSeveralLines(from old: [UInt8]) -> Bool {
    let change = TextChange(from: old, to: source.bytes)
    let lineBreaks = { (bytes: ArraySlice<UInt8>) in bytes.count { $0 == UInt8(ascii: "\n") } }
    return max(lineBreaks(old[change.old]), lineBreaks(source.bytes[change.new])) > 2
  }

  /// The most syntax errors that are repaired; each costs a reading of the text.
  private static let mostRepairs = 4

  /// The chart after the fixes of its syntax errors. Of lines with others, only a key stays that has a bracket or a quotation
  /// mark behind it: the lines below belong to it.
  private func indexOfRepaired() -> ChartIndex? {
    var bytes = source.bytes
    var current = reading
    for _ in 0..<Self.mostRepairs {
      guard current.document == nil, let error = current.diagnostics.first(where: { $0.severity == .error })
      else { return nil }
      if let fix = error.fix {
        bytes.replaceSubrange(fix.range, with: fix.replacement.utf8)
      } else {
        let start = current.source.lineStarts[current.source.line(at: error.range.lowerBound) - 1]
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        let opening = bytes[start..<end].firstIndex { "{['\"".utf8.contains($0) } ?? start
        let before = bytes[start..<opening].last { $0 != 0x20 }
        bytes.removeSubrange((before == UInt8(ascii: ":") ? opening : start)..<end)
      }
      current = ChartReader.advising.read(SourceText(name: source.name, bytes: bytes))
      if let index = ChartIndex(current) { return index }
    }
    return nil
  }

  /// How the text differs from the one that `index` describes.
  var change: TextChange? {
    guard let index else { return nil }
    return TextChange(from: index.source.bytes, to: source.bytes)
  }
}

extension ChartValue {
  /// A position of the protocol as an offset.
  func offset(in positions: TextPositions) throws(RequestFailure) -> Int {
    guard let line = member("line").integer, let column = member("character").integer else {
      throw .invalidParams("A position must have a `line` and a `character`.")
    }
    return positions.offset(line: line, column: column)
  }

  /// A range of the protocol in offsets; one that ends before it starts is empty.
  func range(in positions: TextPositions) throws(RequestFailure) -> SourceRange {
    let start = try member("start").offset(in: positions)
    return start..<max(start, try member("end").offset(in: positions))
  }
}

extension SourceText {
  /// Whether a text has the word that each chart has as a key.
  var mentionsChart: Bool { bytes.firstRange(of: Array("statechart".utf8)) != nil }

  /// Whether a YAML file has a key that charts begin with.
  var isProbablyChart: Bool {
    let quotes = "'\"".utf8
    return lineStarts.contains { start in
      let key = bytes[start...].drop { $0 == 0x20 || quotes.contains($0) }
      guard key.starts(with: "statechart".utf8) else { return bytes[start...].starts(with: "states:".utf8) }
      return key.dropFirst("statechart".utf8.count).first { $0 != 0x20 && !quotes.contains($0) }
        == UInt8(ascii: ":")
    }
  }
}
