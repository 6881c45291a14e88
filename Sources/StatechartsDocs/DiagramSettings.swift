import Statecharts
public import StatechartsModel

/// What a diagram shows of a chart, and how; the same for each language of diagrams.
public struct DiagramSettings: Sendable {
  /// How much is drawn.
  public enum Detail: Hashable, Sendable {
    /// All that a chart says about states and transitions.
    case everything
    /// Only states and the ways between them: a label or a trigger for each arrow, conditions only where two
    /// arrows could not be distinguished without, and nothing of what happens inside the states or on the way.
    case overview
  }

  /// Which failures a picture of the screens shows.
  public enum Failures: String, Hashable, Sendable, CaseIterable {
    /// None.
    case off
    /// Those after which the screen stays, as notes, and what only a failure reaches.
    case notes
    /// Those that lead to another screen too.
    case on
  }

  /// Where most arrows lead.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// From the top to the bottom, as on most pages.
    case down
    /// From left to right, for charts that are rather a line.
    case right
    /// From the bottom to the top.
    case up
    /// From right to left.
    case left

    /// What Mermaid and Graphviz call it.
    var code: String {
      switch self {
      case .down: "TB"
      case .right: "LR"
      case .up: "BT"
      case .left: "RL"
      }
    }
  }

  /// What screen readers call the diagram; nil takes the chart's title or id.
  public var title: String?
  /// The id of a state that is drawn alone, with what is inside it and the states to which and from which its ways lead.
  /// Nil draws the chart.
  public var part: ChartName?
  /// How many levels of states are drawn, at least 1; states further in are drawn as the one that holds them. Of a part
  /// they count from its inside on. Nil draws all.
  public var depth: Int?
  /// How much is drawn.
  public var detail: Detail
  /// Where most arrows lead.
  public var direction: Direction
  /// Whether a note at each state with services lists the codes with which they may fail.
  public var notesErrors: Bool
  /// Which failures a picture of the screens shows.
  public var failures: Failures
  /// In which order a picture has boxes and arrows: 0 is the chart's order, each other number a fixed shuffled one. Mermaid
  /// places them by it, so with another number arrows may cross less, or pass beside a box instead of through it.
  public var order: Int
  /// The numbers that `order` may have.
  public static let orders = 0...9999
  /// The ids of states that are marked as active. Of states that hold others Mermaid has no colours, so those without
  /// active children are meant, as in `Session.states`.
  public var active: Set<String>
  /// A run whose states are marked, those where it ended as active.
  public var run: DocumentRun?

  /// Makes settings.
  public init(
    title: String? = nil, part: ChartName? = nil, depth: Int? = nil, detail: Detail = .everything,
    direction: Direction = .down, notesErrors: Bool = false, failures: Failures = .notes,
    order: Int = 0, active: Set<String> = [], run: DocumentRun? = nil
  ) {
    self.title = title
    self.part = part
    self.depth = depth
    self.detail = detail
    self.direction = direction
    self.notesErrors = notesErrors
    self.failures = failures
    self.order = order
    self.active = active
    self.run = run
  }
}
