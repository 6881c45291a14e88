package import StatechartsYAML

/// All repairs, in the order in which they are asked.
package enum ChartRepairs {
  package static var all: [any ChartRepair] {
    [
      IndentationRepair(), QuotesRepair(), SpacingRepair(), NameRepair(), ActionSyntaxRepair(),
      TypeSyntaxRepair(), DurationRepair(), ListRepair(), OtherToolRepair(), MisplacedKeyRepair(),
      MisspelledKeyRepair(),
    ]
  }
}

extension ChartReader {
  /// A reader that finds out what was meant, for tools.
  package static let advising = ChartReader(repairs: ChartRepairs.all)

  /// The same with as many findings as a large file has, so that all their fixes are made at once.
  package static let fixing = {
    var limits = YAMLLimits.default
    limits.findings = 20_000
    return ChartReader(limits: limits, repairs: ChartRepairs.all)
  }()
}

extension ChartLoader {
  /// A loader that finds out what was meant, for tools.
  package static let advising = ChartLoader(repairs: ChartRepairs.all)
}
