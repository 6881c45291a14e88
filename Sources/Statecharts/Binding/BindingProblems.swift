/// The names in which a chart and its handlers do not agree, all at once.
public struct BindingProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// Guards that the chart asks and nobody provides.
  public var missingGuards: [String] = []
  /// Actions that the chart calls and nobody provides.
  public var missingActions: [String] = []
  /// Guards that are provided and that the chart neither asks nor declares.
  public var unusedGuards: [String] = []
  /// Actions that are provided and that the chart neither calls nor declares.
  public var unusedActions: [String] = []
  /// What is wrong with the input: unknown names, values that do not fit.
  public var input: [String] = []

  /// Whether all agrees.
  public var isEmpty: Bool {
    missingGuards.isEmpty && missingActions.isEmpty && unusedGuards.isEmpty && unusedActions.isEmpty
      && input.isEmpty
  }

  /// Makes an empty list.
  public init() {}

  /// One line for each kind.
  public var description: String {
    var lines: [String] = []
    func add(_ what: String, _ names: [String]) {
      if !names.isEmpty { lines.append("\(what): \(names.joined(separator: ", "))") }
    }
    add("Guards without a handler", missingGuards)
    add("Actions without a handler", missingActions)
    add("Handlers of guards that the chart does not have", unusedGuards)
    add("Handlers of actions that the chart does not have", unusedActions)
    return (lines + input).joined(separator: "\n")
  }
}
