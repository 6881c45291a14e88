/// A statechart as its author wrote it: plain data, not checked and not compiled.
///
/// `CompiledChart` checks the whole and makes what the interpreter runs.
public struct Statechart: Hashable, Sendable {
  /// The chart's id.
  public var id: ChartName
  /// What diagrams and lists call it.
  public var title: String?
  /// What the flow is for, for people.
  public var description: String?
  /// The chart's own version, for restoring sessions; at least 1.
  public var version: Int
  /// The data that the chart itself reads and writes, in document order.
  public var context: [ContextVariable]
  /// The events that may be sent to it; nil leaves event names unchecked.
  public var events: [EventDeclaration]?
  /// The closed list of error codes; nil leaves codes unchecked.
  public var errors: [ErrorDeclaration]?
  /// What it sends to the app; nil leaves output names unchecked.
  public var outputs: [OutputDeclaration]?
  /// What Swift code must provide.
  public var handlers: HandlerCatalogue
  /// How snapshots of older versions are read.
  public var migrations: [ChartMigration]
  /// The root: a plain or parallel state that carries the chart's id and is never left while the chart runs.
  public var root: StateNode

  /// Makes a chart.
  public init(
    _ id: ChartName, title: String? = nil, description: String? = nil, version: Int = 1,
    context: [ContextVariable] = [], events: [EventDeclaration]? = nil, errors: [ErrorDeclaration]? = nil,
    outputs: [OutputDeclaration]? = nil, handlers: HandlerCatalogue = HandlerCatalogue(),
    migrations: [ChartMigration] = [], root: StateNode
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.version = version
    self.context = context
    self.events = events
    self.errors = errors
    self.outputs = outputs
    self.handlers = handlers
    self.migrations = migrations
    self.root = root
  }
}
