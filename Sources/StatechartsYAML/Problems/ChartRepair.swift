import Statecharts

/// Finds out what the author of a chart probably meant, for one family of mistakes.
///
/// The reader asks its repairs in their order. The first one that answers has claimed the place: its finding takes the
/// place of the reader's own.
package protocol ChartRepair: Sendable {
  /// What was meant; nil where this family of mistakes has nothing to do with the problem.
  mutating func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice?
}

/// What a repair says about a problem, and how the reader continues.
package struct Advice {
  /// How the reader continues.
  package enum Reading {
    /// As after the finding of its own. A doubtful value is left out.
    case asReported
    /// The text stands for this name.
    case name(String)
    /// The key stands for this one, so that one is not missing. Where nothing else can be meant, it is read as that one.
    case key(String, isCertain: Bool)
  }

  /// What to report; nil where another finding covers it.
  package var finding: Diagnostic?
  package var reading = Reading.asReported
  /// A state that stands at a wrong level: that it is missing elsewhere follows from that.
  package var misplacedState: String?
  /// Nodes that take the place of others, where blocks are moved.
  package var nodes: [Int32: YAMLDocument.Node] = [:]
  /// Findings of the YAML reader that only follow from the mistake: where they begin, by rule.
  package var explained: [YAMLRule: Set<Int>] = [:]

  /// Leaves something out that another finding covers.
  package init() {}

  package init(
    _ rule: ShapeRule, at range: SourceRange, _ message: String, help: String? = nil,
    related: [Diagnostic.Related] = [], fix: Diagnostic.Fix? = nil, reading: Reading = .asReported
  ) {
    finding = Diagnostic(
      rule: rule.rawValue, message: message, help: help, range: range, related: related, fix: fix)
    self.reading = reading
  }

  /// Advice that keeps the reader's own message.
  package init(
    _ problem: ShapeProblem, in chart: ChartNodes, help: String, fix: Diagnostic.Fix? = nil,
    reading: Reading = .asReported
  ) {
    finding = chart.finding(on: problem)
    finding?.help = help
    finding?.fix = fix
    self.reading = reading
  }

  package init(
    _ rule: YAMLRule, _ severity: Diagnostic.Severity = .error, at range: SourceRange, _ message: String,
    help: String, fix: Diagnostic.Fix? = nil
  ) {
    finding = Diagnostic(
      rule: rule.rawValue, severity: severity, message: message, help: help, range: range, fix: fix)
  }
}
