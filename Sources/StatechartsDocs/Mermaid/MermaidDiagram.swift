import Statecharts
public import StatechartsModel

/// A chart as a Mermaid `stateDiagram-v2`.
///
/// What is drawn, and how:
/// - A state is a box with its title, else its id. `entry`, `exit`, services and transitions without a target
///   are lines in the box; a compound state holds them in a frameless box under its title again, because
///   Mermaid has no lines for composites. Regions stand side by side inside a box marked `∥`.
/// - A final state has a thick frame and an arrow to the end dot, history is a dashed `H` or `H*` whose arrow
///   `first time` leads to its default, a choice is a diamond, and with a title a violet box.
/// - Boxes have the color of what they mean, such as waiting, working or ending well (`legend`). A state that works by itself
///   has dots after its title.
/// - A transition's label is its own `label`, else the event's title, else its name; then `[guard]` and
///   `/ actions`. Several targets are reached through a bar.
/// - Mermaid cannot draw an arrow between a state and one that surrounds it. It becomes a loop on the outer
///   one, labelled `Inner: EVENT` on the way out and `EVENT → Inner` on the way in. Of several loops at a state
///   it draws only one. So transitions between the same two states share an arrow, with a list of what leads there.
/// - An arrow to a group whose inside is not drawn names the state inside, `EVENT → Inner`.
/// - The root has no box, unless it is parallel. Its transitions leave from a dashed box `Any state`.
/// - Values are drawn only as far as the chart writes them: short literals of assignments. Payloads and arguments are not drawn.
///   A guard that mentions a secret is drawn without its literals.
///
/// The same chart always gives the same bytes.
public struct MermaidDiagram: Hashable, Sendable {
  /// The diagram's text; lines end with LF, the last one too.
  public let text: String
  /// How many characters of a diagram Mermaid draws, unless it is set to draw more; of a longer one it only says so.
  public static let maximumCharacters = 50_000

  /// The width of a page in pixels, to which a wider diagram is made smaller.
  public static let pageWidth = 830.0
  /// Letters of a diagram that are smaller on a page, in pixels, are hard to read.
  public static let smallestLetters = 10.0

  /// About how wide Mermaid draws the diagram, in pixels, found by putting its boxes in ranks.
  public var estimatedWidth: Double { MermaidSketch(text).width }

  /// About how large the letters are on a page, in pixels.
  public var estimatedLetters: Double {
    MermaidSketch.letters * min(1, Self.pageWidth / max(1, estimatedWidth))
  }

  /// How many characters the text has, when these are more than Mermaid draws; else nil.
  public var tooManyCharacters: Int? { Self.tooManyCharacters(in: text) }

  static func tooManyCharacters(in text: String) -> Int? {
    // Mermaid counts as JavaScript does, and to count bytes costs nothing.
    guard text.utf8.count > maximumCharacters else { return nil }
    let count = text.utf16.count
    return count > maximumCharacters ? count : nil
  }

  /// What the colors and frames of the boxes mean, in short sentences; empty when there is nothing to explain.
  public let legend: String

  /// What could not be drawn, one sentence each; the text ends with them as comments. Empty for every chart
  /// that lint has no errors for, unless a depth was given.
  public let undrawn: [String]

  /// Draws a chart, which need not be free of problems.
  public init(_ chart: Statechart, _ settings: DiagramSettings = DiagramSettings()) {
    self.init(DocumentedChart(chart), settings)
  }

  init(_ known: DocumentedChart, _ settings: DiagramSettings) {
    var writer = MermaidWriter(known, settings)
    writer.write()
    self.text = writer.text
    self.legend = writer.classes.legend
    self.undrawn = writer.undrawn
  }
}
