/// A state of a chart, or the chart's root.
public struct State: Hashable, Sendable {
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
  public var id: Name
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
  public var always: [Transition]
  /// Transitions taken when the state has been active for a time.
  public var after: [DelayedTransition]
  /// Transitions taken when a final child of a compound state, or every region of a parallel one, is reached.
  public var done: [Transition]
  /// What is done on entering, in order.
  public var entry: [Action]
  /// What is done on leaving, in order.
  public var exit: [Action]
  /// Services and child charts that run while the state is active.
  public var invoke: [Invocation]
  /// Final states: the data of the done event, or of the chart's end.
  public var output: [NamedExpression]
  /// Final states: that data as one value, in place of `output` (SCXML 5.5, `content`).
  public var outputValue: Expression?
  /// Final states: how the flow ended, for colors and reports; nil where the chart does not say. It changes no behavior.
  public var ending: Ending?
  /// The children, in document order.
  public var states: [State]
  /// The error codes that this state can show.
  public var errors: [Name]
  /// The queries that the app may call here.
  public var queries: [Name]
  /// Where the state was written.
  public var origin: Origin

  /// Makes a state.
  public init(
    _ id: Name, kind: Kind = .plain, title: String? = nil, description: String? = nil,
    initial: InitialTransition? = nil, on: [EventTransition] = [], always: [Transition] = [],
    after: [DelayedTransition] = [], done: [Transition] = [], entry: [Action] = [], exit: [Action] = [],
    invoke: [Invocation] = [], output: [NamedExpression] = [], states: [State] = [], errors: [Name] = [],
    queries: [Name] = [], origin: Origin = .none
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
  public var targets: [Name]
  /// Done after the state's own entry actions and before its children's (SCXML 3.3.2, 3.10.2).
  public var actions: [Action]

  /// Makes a default entry.
  public init(_ targets: [Name], actions: [Action] = []) {
    self.targets = targets
    self.actions = actions
  }
}
