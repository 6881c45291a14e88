package import StatechartsYAML

extension TextExplainer {
  /// An explainer that finds out what was meant, for tools.
  package static var advising: TextExplainer {
    var explainer = TextExplainer()
    explainer.syntaxError = { $0.explain() }
    explainer.missingValue = { $0.explain() }
    explainer.duplicateKeys = { $0.explain() }
    return explainer
  }
}

extension RepairSet {
  /// All repairs. Those of shapes are in the order in which they are asked.
  package static var all: RepairSet {
    var repairs = RepairSet()
    repairs.shapes = [
      IndentationRepair(), QuotesRepair(), SpacingRepair(), NameRepair(), ActionSyntaxRepair(),
      TypeSyntaxRepair(), DurationRepair(), ListRepair(), OtherToolRepair(), MisplacedKeyRepair(),
      MisspelledKeyRepair(),
    ]
    repairs.explainer = .advising
    repairs.advise = ModelProblemRepair.advise
    return repairs
  }
}

extension ChartReader {
  /// A reader that finds out what was meant, for tools.
  package static let advising = ChartReader(repairs: .all)

  /// A reader that explains broken YAML, and takes everything else as it is written.
  package static let explaining = {
    var repairs = RepairSet()
    repairs.explainer = .advising
    return ChartReader(repairs: repairs)
  }()

  /// A reader that finds out what was meant, with as many findings as a large file has, so that all their fixes are made at once.
  package static let fixing = {
    var limits = YAMLLimits.default
    limits.findings = 20_000
    return ChartReader(limits: limits, repairs: .all)
  }()
}

extension ChartLoader {
  /// A loader that finds out what was meant, for tools.
  package static let advising = ChartLoader(charts: .advising)
}
