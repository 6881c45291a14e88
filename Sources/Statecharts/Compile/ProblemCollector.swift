import StatechartsModel

/// Collects the problems of a chart and suggests names. All passes share one, because the limit of comparisons holds
/// for the whole chart.
final class ProblemCollector {
  let chart: Statechart
  let index: StateIndex
  /// The problems in the order in which they were found.
  private(set) var problems: [ModelProblem] = []
  /// How many problems were found so far.
  var count: Int { problems.count }
  /// How many names may still be compared to find near ones: looking for one costs as much as there are names.
  var comparisonsLeft = 100_000
  /// Where variables are declared. Each use of `context.` before a name asks for it.
  private lazy var variables = Dictionary(
    chart.context.map { ($0.name.text, $0.name.origin) }, uniquingKeysWith: { first, _ in first })

  init(_ chart: Statechart) {
    self.chart = chart
    index = StateIndex(chart.root)
  }

  /// The problems in document order; those of one place, or without one, stay in the order of finding.
  var sorted: [ModelProblem] {
    problems.enumerated().sorted { left, right in
      (left.element.origin.rawValue, left.element.textRange?.lowerBound ?? -1, left.offset)
        < (right.element.origin.rawValue, right.element.textRange?.lowerBound ?? -1, right.offset)
    }.map(\.element)
  }

  /// Notes a problem.
  func report(
    _ rule: ModelProblem.Rule, _ message: String, help: String? = nil, at origin: ModelOrigin,
    textRange: Range<Int>? = nil, related: [ModelProblem.Related] = [], suggestion: String? = nil,
    isGuess: Bool = false
  ) {
    problems.append(
      ModelProblem(
        rule, message, help: help, origin: origin, textRange: textRange, related: related,
        suggestion: suggestion,
        isGuess: isGuess))
  }

  /// A name near `name`, as long as looking for one is affordable.
  func nearName(_ name: String, _ candidates: some Collection<String>) -> NearName? {
    guard comparisonsLeft > 0 else { return nil }
    comparisonsLeft -= NearNames.cost(of: name, among: candidates.count)
    return NearNames.nearest(to: name, in: candidates)
  }

  /// Notes a name that is not declared, with a near one if there is one, and returns the near one.
  @discardableResult
  func reportUnknown(
    _ rule: ModelProblem.Rule, _ message: String, _ name: ChartName,
    among candidates: some Collection<String>, otherwise: String, related: [ModelProblem.Related]? = nil
  ) -> String? {
    let near = nearName(name.text, candidates)
    let help = near.map { "\($0.sentence) Otherwise \(otherwise)." } ?? otherwise.sentence
    report(
      rule, message, help: help, at: name.origin,
      related: related ?? near.map { declaration(of: $0.text, for: rule) } ?? [], suggestion: near?.text,
      isGuess: near?.isSure == false)
    return near?.text
  }

  /// What a name declares; nil, after a report, where it is not declared. Nothing is reported where nothing of its kind
  /// is catalogued.
  @discardableResult
  func find<Declaration>(
    _ name: ChartName, in declared: [String: Declaration]?, _ rule: ModelProblem.Rule, _ what: String,
    under place: String
  ) -> Declaration? {
    guard let declared else { return nil }
    if let found = declared[name.text] { return found }
    reportUnknown(
      rule, "`\(name.text)` is not a declared \(what).", name, among: declared.keys,
      otherwise: "declare `\(name.text)` under \(place)")
    return nil
  }

  /// Where a suggested name is declared: the typo may be there, and not where the name is used.
  func declaration(of name: String, for rule: ModelProblem.Rule) -> [ModelProblem.Related] {
    let origin: ModelOrigin? =
      switch rule {
      case .unknownTarget, .unknownState, .unknownStateInExpression:
        index.numbers[name].map { index[$0].id.origin }
      case .unknownError: chart.errors?.first { $0.code.text == name }?.code.origin
      case .unknownEvent: chart.events?.first { $0.name.text == name }?.name.origin
      case .unknownOutput: chart.outputs?.first { $0.name.text == name }?.name.origin
      case .unknownVariable: variables[name]
      default: nil
      }
    return origin.map { [.declaration(name, $0)] } ?? []
  }

  /// Reports a code that is not declared.
  ///
  /// - Parameter list: The codes beside it.
  func checkError(_ code: ChartName, in list: [ChartName] = [], _ catalogue: Catalogue) {
    guard !catalogue.hasError(code.text), let errors = catalogue.errors else { return }
    if list.count > 1, let near = nearName(code.text, errors.keys),
      list.contains(where: { $0.text == near.text })
    {
      return report(
        .unknownError, "`\(code.text)` is not a declared error code.",
        help: "Delete it if you mean `\(near.text)`, which is already in this list. Otherwise declare "
          + "`\(code.text)` under `errors`.",
        at: code.origin, related: declaration(of: near.text, for: .unknownError))
    }
    find(code, in: errors, .unknownError, "error code", under: "`errors`")
  }
}

extension ModelProblem.Related {
  /// Where a name is declared that was suggested for another one.
  static func declaration(_ name: String, _ origin: ModelOrigin) -> ModelProblem.Related {
    ModelProblem.Related(
      origin: origin, message: "`\(name)` is declared here. If this is the misspelled name, correct it here")
  }
}

extension String {
  /// The text as a sentence: a capital first and a full stop at the end.
  var sentence: String {
    let isClosed = utf8.last.map { ".?!".utf8.contains($0) } ?? true
    return capitalizedFirst + (isClosed ? "" : ".")
  }
}
