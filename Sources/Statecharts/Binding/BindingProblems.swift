/// The names in which a chart and its handlers do not agree, all at once.
public struct BindingProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// Guards that the chart asks and nobody provides.
  package var missingGuards: [String] = []
  /// Actions that the chart calls and nobody provides.
  package var missingActions: [String] = []
  /// Services that the chart starts and nobody provides.
  package var missingServices: [String] = []
  /// Queries that the chart's states list and nobody provides.
  package var missingQueries: [String] = []
  /// Guards that are provided and that the chart neither asks nor declares.
  package var unusedGuards: [String] = []
  /// Actions that are provided and that the chart neither calls nor declares.
  package var unusedActions: [String] = []
  /// Services that are provided and that the chart neither starts nor declares.
  package var unusedServices: [String] = []
  /// Queries that are provided and that the chart neither lists nor declares.
  package var unusedQueries: [String] = []
  /// Charts that the chart runs and nobody provides, by their paths.
  package var missingCharts: [String] = []
  /// Charts that are provided and that the chart does not run, by their paths.
  package var unusedCharts: [String] = []
  /// For names that do not agree: what was probably meant, a name or another kind of handler, in plain words.
  package var hints: [String: String] = [:]
  /// What is wrong with the input: unknown names, values that do not fit.
  package var input: [String] = []

  /// Whether all agrees.
  public var isEmpty: Bool {
    missingGuards.isEmpty && missingActions.isEmpty && missingServices.isEmpty && missingQueries.isEmpty
      && unusedGuards.isEmpty && unusedActions.isEmpty && unusedServices.isEmpty && unusedQueries.isEmpty
      && missingCharts.isEmpty && unusedCharts.isEmpty && input.isEmpty
  }

  /// Makes an empty list.
  package init() {}

  /// One line for each kind, and for each thing that is wrong with the input.
  public var description: String {
    var lines: [String] = []
    func add(_ what: String, _ names: [String]) {
      let texts = names.map { name in name + (hints[name].map { " (\($0))" } ?? "") }
      if !texts.isEmpty { lines.append("\(what): \(texts.joined(separator: ", "))") }
    }
    add("Guards without a handler", missingGuards)
    add("Actions without a handler", missingActions)
    add("Services without a handler", missingServices)
    add("Queries without a handler", missingQueries)
    add("Handlers of guards that the chart does not have", unusedGuards)
    add("Handlers of actions that the chart does not have", unusedActions)
    add("Handlers of services that the chart does not have", unusedServices)
    add("Handlers of queries that the chart does not have", unusedQueries)
    add("Charts missing from `children`", missingCharts)
    add("Charts among `children` that the chart does not run", unusedCharts)
    return (lines + input).joined(separator: "\n")
  }
}
