import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states that lie deeper inside one another than people can follow.
struct DeepNesting: LintRule {
  /// Levels below the chart that raise no finding.
  static let levels = 6

  static let description = RuleDescription(
    "deep-nesting", "States are nested too deeply", .warning, .structure,
    why:
      "To see what an event does, readers must look at every state around. More than six levels are too many.",
    howToFix:
      "Move some states into a chart of their own and run it with `invoke: { chart: … }`. Or remove a level.",
    bad: nested(levels + 1), good: nested(levels))

  /// A chart with states inside one another, the innermost one marked where it is too deep.
  private static func nested(_ depth: Int) -> String {
    var text = "statechart: 1\nid: door\n"
    for level in 1...depth {
      let spaces = String(repeating: "  ", count: 2 * (level - 1))
      text +=
        "\(spaces)initial: room\(level)\n\(spaces)states:\n\(spaces)  \(level > levels ? "▸" : "")room\(level):\n"
    }
    return text + String(repeating: "  ", count: 2 * depth) + "title: innermost"
  }

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      guard node.depth == Self.levels + 1 else { return [] }
      // Once for each state that holds them.
      guard number == node.parent + 1 else { return [] }
      let around = tree.nodes[node.parent].state.id.text
      return finding(
        "\(node.state.called.asSubject) is nested \(node.depth) levels deep.",
        help:
          "Move it up one level, next to `\(around)`. Or move the states inside `\(around)` to a file `\(around).yaml`, and write `invoke: { chart: \(around).yaml, done: STATE }` in `\(around)`.",
        at: context.range(of: node.state.id))
    }
  }
}
