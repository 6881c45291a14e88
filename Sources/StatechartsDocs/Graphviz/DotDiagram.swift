import Statecharts
public import StatechartsModel

/// A chart in DOT, the language of Graphviz.
///
/// What is drawn is what `MermaidDiagram` draws, in the forms that Graphviz has:
/// - A state is a box with its title, else its id; `entry`, `exit`, services and transitions without a target are lines
///   in it. A final state has two frames, history is a circle, a choice a diamond.
/// - A state with states inside is a cluster. Arrows to it lead to the dot where it begins, or in a parallel state to
///   the bar from which its regions begin; arrows from it leave from a dashed box `Any state`.
/// - Transitions between the same two states share an arrow, with a list of what leads there.
/// - Boxes have the colors of `MermaidDiagram`, and arrows that only a failure takes are red.
///
/// The same chart always gives the same bytes.
public struct DotDiagram: Hashable, Sendable {
  /// The diagram's text; lines end with LF, the last one too.
  public let text: String
  /// What the colors of the boxes mean, in short sentences; empty when there is nothing to explain.
  public let legend: String
  /// What could not be drawn, one sentence each; the text ends with them as comments. Empty for every chart that lint
  /// has no errors for, unless a depth was given.
  public let undrawn: [String]

  /// Draws a chart, which need not be free of problems.
  public init(_ chart: Statechart, _ settings: DiagramSettings = DiagramSettings()) {
    var writer = DotWriter(chart, settings)
    writer.write()
    text = writer.text
    legend = writer.legend
    undrawn = writer.undrawn
  }
}
