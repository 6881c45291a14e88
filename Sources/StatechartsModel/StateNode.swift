/// A state of a chart, or the chart's root.
public struct StateNode: Hashable, Sendable {
  /// What kind of state it is.
  public enum Kind: Hashable, Sendable {
    /// Without children atomic, with children compound: one child is active at a time.
    case plain
    /// All children, the regions, are active together.
    case parallel
    /// The end of its parent. A final child of the root ends the chart.
    case final
    /// A target that stands for the children of its parent that were active last time.
    case history(deep: Bool)
    /// A state that is never stayed in: the first of its `always` transitions that holds is taken.
    case choice
  }

  /// How a flow ended.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// The person got what they wanted.
    case success
    /// Something went wrong that cannot be put right here.
    case failure
    /// The person gave up, or somebody gave up for them.
    case canceled
  }

  /// The id, unique in the chart.
  public var id: ChartName
  /// What diagrams and lists call it.
  public var title: String?
  /// What happens here, for people.
  public var description: String?
  /// What kind of state it is.
  public var kind: Kind
  /// Compound states and the root: what is entered by default. History: what stands in without memory.
  public var initial: InitialTransition?
  /// Transitions by event, in document order.
  public var on: [EventTransition]
  /// Transitions taken without an event, in document order.
  public var always: [ChartTransition]
  /// Transitions taken when the state has been active for a time.
  public var after: [DelayedTransition]
  /// Transitions taken when a final child of a compound state, or every region of a parallel one, is reached.
  public var done: [ChartTransition]
  /// What is done on entering, in order.
  public var entry: [ChartAction]
  /// What is done on leaving, in order.
  public var exit: [ChartAction]
  /// Services and child charts that run while the state is active.
  public var invoke: [ChartInvocation]
  /// Final states: the data of the done event, or of the chart's end.
  public var output: [NamedExpression]
  /// Final states: that data as one value, in place of `output` (SCXML 5.5, `content`).
  public var outputValue: ChartExpression?
  /// Final states: how the flow ended, for colors and reports; nil where the chart does not say. It changes no behavior.
  public var ending: Ending?
  /// The children, in document order.
  public var states: [StateNode]
  /// The error codes that this state can show.
  public var errors: [ChartName]
  /// The queries that the app may call here.
  public var queries: [ChartName]
  /// Where the state was written.
  public var origin: ModelOrigin

  /// Makes a state.
  public init(
    _ id: ChartName, kind: Kind = .plain, title: String? = nil, description: String? = nil,
    initial: InitialTransition? = nil, on: [EventTransition] = [], always: [ChartTransition] = [],
    after: [DelayedTransition] = [], done: [ChartTransition] = [], entry: [ChartAction] = [],
    exit: [ChartAction] = [],
    invoke: [ChartInvocation] = [], output: [NamedExpression] = [], states: [StateNode] = [],
    errors: [ChartName] = [],
    queries: [ChartName] = [], origin: ModelOrigin = .none
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.kind = kind
    self.initial = initial
    self.on = on
    self.always = always
    self.after = after
    self.done = done
    self.entry = entry
    self.exit = exit
    self.invoke = invoke
    self.output = output
    self.states = states
    self.errors = errors
    self.queries = queries
    self.origin = origin
  }
}

/// Where a compound state or a history state leads by default: targets, with what is done on the way.
public struct InitialTransition: Hashable, Sendable {
  /// Descendants of the state (of the parent, for history); several name children of parallel regions.
  public var targets: [ChartName]
  /// Done after the state's own entry actions and before its children's (SCXML 3.3.2, 3.10.2).
  public var actions: [ChartAction]

  /// Makes a default entry.
  public init(_ targets: [ChartName], actions: [ChartAction] = []) {
    self.targets = targets
    self.actions = actions
  }
}
