internal import Statecharts
internal import StatechartsEditing
public import StatechartsYAML

/// A text with all fixes of its findings applied, until there is nothing left to fix.
///
/// Only the ranges that the fixes name are replaced; every other byte stays as it is, comments included.
public struct FixedText: Sendable {
  /// The text after the last fix.
  public let source: SourceText
  /// What is still found in it.
  public let file: LintedFile
  /// How many fixes were applied.
  public let count: Int

  /// A fix may uncover further findings: where YAML breaks off, each round shows no more than the next location. The
  /// limit is on the work, in bytes read: a text that breaks near its beginning is read again at little cost.
  package static let mostWork = 8 << 20

  /// What checking a text again costs. A text that is read to its end is checked by all rules too. All of it is copied
  /// and looked through, which is quick.
  private static func work(_ file: LintedFile) -> Int {
    let size = file.source.bytes.count
    return 64 + file.readBytes * (file.readBytes < size ? 1 : 4) + size / 16
  }

  /// Fixes a text.
  ///
  /// - Parameters:
  ///   - file: What was found in the text.
  ///   - lint: Checks a text again.
  public init(_ file: LintedFile, lint: (SourceText) -> LintedFile) {
    var file = file
    var count = 0
    var refused: Set<Diagnostic.Fix> = []
    var work = 0
    while work < Self.mostWork, let round = Round(file, leavingOut: refused, lint: lint) {
      work += Self.work(round.file)
      guard round.wrong.isEmpty else {
        refused.formUnion(round.wrong)
        continue
      }
      refused = []
      file = round.file
      count += round.count
    }
    self.source = file.source
    self.file = file
    self.count = count
  }

  /// The fixes of a text that the first round leaves out, because they would cause an error.
  package static func refusedFixes(
    of file: LintedFile, lint: (SourceText) -> LintedFile
  ) -> Set<Diagnostic.Fix> {
    var refused: Set<Diagnostic.Fix> = []
    var work = 0
    while work < mostWork, let round = Round(file, leavingOut: refused, lint: lint), !round.wrong.isEmpty {
      work += Self.work(round.file)
      refused.formUnion(round.wrong)
    }
    return refused
  }

  /// All fixes of a text applied once.
  private struct Round {
    /// The text with them, checked again.
    let file: LintedFile
    /// How many they are.
    let count: Int
    /// Those that cause an error where they are made. A guess that is wrong in turn is left out.
    let wrong: [Diagnostic.Fix]
    // Decision: Docs/decisions/linter.md#a-fix-is-judged-at-its-own-location

    /// Applies them; nil when there are none.
    init?(
      _ file: LintedFile, leavingOut refused: Set<Diagnostic.Fix>, lint: (SourceText) -> LintedFile
    ) {
      let all = file.diagnostics.compactMap(\.fix).filter { !refused.contains($0) }
      let edits = TextEdits(all.map { TextEdit(range: $0.range, replacement: $0.replacement) })
      guard !edits.list.isEmpty else { return nil }
      let (bytes, places) = edits.apply(to: file.source.bytes)
      let next = lint(SourceText(name: file.source.name, bytes: bytes))
      self.file = next
      count = edits.list.count
      let errors = next.errorRanges
      wrong = zip(edits.numbers, places).filter { errors.contains(within: $0.1) }.map { all[$0.0] }
    }
  }
}

/// Ranges of a text, in the order in which they begin.
private struct SortedRanges {
  private let ranges: [SourceRange]

  init(_ ranges: [SourceRange]) { self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound } }

  /// Whether one of them is inside another range.
  func contains(within range: SourceRange) -> Bool {
    let first = ranges.partitioningIndex { $0.lowerBound >= range.lowerBound }
    return ranges[first...].prefix { $0.lowerBound <= range.upperBound }.contains {
      $0.upperBound <= range.upperBound
    }
  }
}

extension LintedFile {
  /// Where errors were found, and what is related to them: of two equal keys the second is wrong, whichever was there
  /// before.
  fileprivate var errorRanges: SortedRanges {
    var ranges: [SourceRange] = []
    for error in diagnostics where error.severity == .error {
      ranges.append(error.range)
      ranges += error.related.map(\.range)
    }
    return SortedRanges(ranges.filter { !$0.isEmpty })
  }
}
