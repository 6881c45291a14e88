/// How sessions of an older version of a chart go on in a newer one.
///
/// Its rules are applied in this order: what is dropped is taken out, names are changed, states are entered, values are
/// set. Rules of several versions are applied one after the other.
public struct ChartMigration: Hashable, Sendable {
  /// A name that became another one.
  public struct Renaming: Hashable, Sendable {
    /// The name in the older version.
    public var old: ChartName
    /// The name since then.
    public var new: ChartName

    /// Makes a renaming.
    public init(_ old: ChartName, to new: ChartName) {
      self.old = old
      self.new = new
    }
  }

  /// The version of the chart whose sessions it takes on, and those before it that have no migration of their own.
  public var from: Int
  /// New ids of states; several may become one.
  public var states: [Renaming]
  /// States that are gone: groups whose inner states are still there, or states in whose place others are entered.
  public var droppedStates: [ChartName]
  /// States that are active too in a session that goes on, where they are needed: a new one around active states, or
  /// inside an active one of which no other child is active. Nothing is done on the way.
  public var enteredStates: [ChartName]
  /// New names of variables.
  public var variables: [Renaming]
  /// Variables whose values are given up.
  public var droppedVariables: [ChartName]
  /// Values of variables in place of those that they had or would begin with, expressions over literals.
  public var values: [NamedExpression]
  /// Why it is there, for people.
  public var description: String?
  /// Where the version was written.
  public var origin: ModelOrigin

  /// Makes a migration.
  public init(
    from: Int, states: [Renaming] = [], droppedStates: [ChartName] = [], enteredStates: [ChartName] = [],
    variables: [Renaming] = [], droppedVariables: [ChartName] = [], values: [NamedExpression] = [],
    description: String? = nil, origin: ModelOrigin = .none
  ) {
    self.from = from
    self.states = states
    self.droppedStates = droppedStates
    self.enteredStates = enteredStates
    self.variables = variables
    self.droppedVariables = droppedVariables
    self.values = values
    self.description = description
    self.origin = origin
  }
}
