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

  /// A fix may bring to light what others hid: where YAML breaks off, each round shows no more than the next place. What
  /// is bounded is the work, in bytes read: a text that breaks near its beginning is read again at little cost.
  package static let mostWork = 8 << 20

  /// What checking a text again costs. A text that is read to its end is checked by all rules too. All of it is copied and
  /// looked through, which is quick.
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
    while work < Self.mostWork {
      let fixes = Self.compatible(file.findings.compactMap(\.diagnostic.fix).filter { !refused.contains($0) })
      guard !fixes.isEmpty else { break }
      let (bytes, places) = Self.apply(fixes, to: file.source.bytes)
      let next = lint(SourceText(name: file.source.name, bytes: bytes))
      work += Self.work(next)
      // A guess that is wrong in turn is left out.
      // Decision: Docs/decisions/linter.md#a-fix-is-judged-at-its-own-location
      let wrong = zip(fixes, places).filter { next.hasError(in: $0.1) }.map(\.0)
      guard wrong.isEmpty else {
        refused.formUnion(wrong)
        continue
      }
      refused = []
      file = next
      count += fixes.count
    }
    self.source = file.source
    self.file = file
    self.count = count
  }

  /// Fixes that do not touch one another's text, in the order of the text; of two that do, the first.
  private static func compatible(_ fixes: [Diagnostic.Fix]) -> [Diagnostic.Fix] {
    var result: [Diagnostic.Fix] = []
    let sorted = fixes.enumerated().sorted { left, right in
      let leftKey = (left.element.range.lowerBound, left.element.range.upperBound, left.offset)
      return leftKey < (right.element.range.lowerBound, right.element.range.upperBound, right.offset)
    }
    for (_, fix) in sorted {
      if let last = result.last {
        // Two insertions at one place have no order.
        if fix.range.lowerBound < last.range.upperBound || fix.range.lowerBound == last.range.lowerBound {
          continue
        }
      }
      result.append(fix)
    }
    return result
  }

  /// The text with fixes applied, and where in it their replacements stand.
  private static func apply(
    _ fixes: [Diagnostic.Fix], to bytes: [UInt8]
  ) -> (bytes: [UInt8], places: [SourceRange]) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var places: [SourceRange] = []
    var end = 0
    for fix in fixes {
      let range = fix.range.clamped(to: end..<bytes.count)
      result += bytes[end..<range.lowerBound]
      let start = result.count
      result += fix.replacement.utf8
      places.append(start..<result.count)
      end = range.upperBound
    }
    return (result + bytes[end...], places)
  }
}

extension LintedFile {
  /// Whether an error was found within a range, or one elsewhere that has to do with it: of two equal keys the second is
  /// wrong, whichever was there before.
  fileprivate func hasError(in range: SourceRange) -> Bool {
    findings.contains { finding in
      finding.diagnostic.severity == .error && finding.diagnostic.omitted == 0
        && ([finding.diagnostic.range] + finding.diagnostic.related.map(\.range)).contains { found in
          !found.isEmpty && found.lowerBound >= range.lowerBound && found.upperBound <= range.upperBound
        }
    }
  }
}
