import Statecharts
import StatechartsYAML

/// Lists of names where the names are keys of a mapping.
struct ListRepair: ChartRepair {
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    guard case .wrongKind(let node, let key, let expected, _) = problem, chart.kind(node) == .sequence,
      case .mapping(_, .described(let object)) = expected,
      let help = object == .state ? chart.statesHelp(node) : chart.declarationsHelp(node, chart.text(key))
    else { return nil }
    return Advice(problem, in: chart, help: help)
  }
}

extension ChartNodes {
  /// A list of names as the mapping that it should be; nil for another list.
  fileprivate func declarationsHelp(_ node: Int32, _ name: String) -> String? {
    guard first(node) >= 0 else { return nil }
    var names: [String] = []
    var item = first(node)
    while item >= 0 {
      guard kind(item) == .scalar, names.count < 20 else { return nil }
      names.append(text(item))
      item = next(item)
    }
    let entries = names.map { "\($0): {}" }.joined(separator: ", ")
    return "Write the names as keys: \(shown("\(name): { \(entries) }", upTo: 80))."
  }

  /// How states are written that stand in a list, as other tools have them.
  fileprivate func statesHelp(_ node: Int32) -> String? {
    guard first(node) >= 0 else { return nil }
    let item = first(node)
    if kind(item) == .scalar {
      return isLegal(text(item), .state) ? "States are keys: write `\(text(item)):` without the hyphen." : nil
    }
    let key = first(item)
    guard kind(item) == .mapping, key >= 0, kind(key) == .scalar else { return nil }
    if ["id", "name"].contains(text(key)), kind(next(key)) == .scalar, isLegal(text(next(key)), .state) {
      let id = text(next(key))
      return "States are keys: write `\(id):` instead of `- \(text(key)): \(id)`."
    }
    return isLegal(text(key), .state) ? "States are keys: write `\(text(key)):` without the hyphen." : nil
  }
}
