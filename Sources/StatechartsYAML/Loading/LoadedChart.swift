public import Statecharts

/// A chart from a file, ready to run, with the charts that it runs inside itself.
public struct LoadedChart: Sendable {
  /// The chart.
  public let chart: CompiledChart
  /// The charts that it or one of them invokes, by their paths relative to the chart's folder. The invocations
  /// of all charts name them so, wherever their own files lie.
  public let children: [String: CompiledChart]
  /// All files that were read, the chart's own first.
  public let readings: [ChartReading]
}

/// Why a chart could not be loaded.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ChartLoadingFailure: Error, Sendable {
  /// The findings about one file.
  public struct File: Sendable {
    /// The text.
    public let source: SourceText
    /// What is wrong, in the order of the text; never empty.
    public let diagnostics: [Diagnostic]
  }

  /// The chart's own file could not be read.
  case file(FileProblem)
  /// The texts have errors; the chart's own file first.
  case findings([File])
}

extension ChartLoadingFailure: CustomStringConvertible {
  /// One line for each finding: the file with line and column, what is wrong, and what to do.
  public var description: String {
    switch self {
    case .file(let problem): problem.message
    case .findings(let files): files.flatMap(\.lines).joined(separator: "\n")
    }
  }
}

extension ChartLoadingFailure.File {
  fileprivate var lines: [String] {
    diagnostics.map { finding in
      let place = source.position(at: finding.range.lowerBound)
      let words = [finding.message, finding.help].compactMap(\.self).joined(separator: " ")
      let line = "\(source.name):\(place.line):\(place.column): \(finding.severity.rawValue): \(words)"
      // Names come from the file, and the text may go to a terminal.
      return String(
        String.UnicodeScalarView(
          line.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: scalar
            }
          }))
    }
  }
}
