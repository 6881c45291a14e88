import StatechartsModel

// Statechart -> tables of a CompiledChart. Each pass is linear in the size of the chart, and yields values for later
// ones:
//
//   DeclarationLimits     reports declarations that are too large
//   StateShapes           makes a record of each state, and checks what its kind may have
//   DeclarationCollector  what the chart declares: Catalogue
//   NameTables            numbers for names of events, ids and handlers
//   EnteringEvents        which events may be the current one while a state is entered
//   StateCompiler         variables, states and timers
//     TransitionCompiler  their transitions; ValueLosses says what takes values away from variables
//     InvocationCompiler  their services and child charts
//     TargetResolver, DescriptorResolver   the states and events that they name
//   MigrationCompiler     where sessions of older versions continue
//
// ExpressionCompiler and ActionCompiler are shared by these: they add to the tables of expressions and actions. All
// report to one ProblemCollector, which at the end proposes a code for a renamed error. A pass never stops at a
// problem: it reports it and goes on, so that one run finds all of them.

/// The passes over one chart, in order, and what they made.
struct Compiler {
  let index: StateIndex
  let catalogue: Catalogue
  let names: NameTables
  let expressions: ExpressionCompiler
  let actions: ActionCompiler
  let states: StateCompiler
  let transitions: TransitionCompiler
  let invocations: InvocationCompiler
  let initialValues: ContiguousArray<ChartValue>
  /// For each migration the values that it sets.
  let migrationValues: [[String: ChartValue]]

  /// Runs all passes; nil, after a report, where the chart is too large to be looked at.
  ///
  /// - Parameters:
  ///   - children: The charts that run inside this one, by their paths, as far as they are known.
  ///   - knowsAllTransitions: Whether no transition is missing because it could not be read.
  ///   - followsOptionalValues: Whether places are looked for that need a value that may be missing.
  init?(
    _ chart: Statechart, _ problems: ProblemCollector, children: [String: ChildInterface] = [:],
    knowsAllTransitions: Bool = true, followsOptionalValues: Bool = false
  ) {
    index = problems.index
    let shapes = StateShapes(chart: chart, index: index, problems: problems)
    guard DeclarationLimits(chart: chart, problems: problems).check(), let records = shapes.records() else {
      return nil
    }
    shapes.check()
    catalogue = DeclarationCollector(chart: chart, problems: problems).catalogue()
    names = NameTables(chart, index)
    let entering = EnteringEvents(index, records, catalogue, knowsAllTransitions: knowsAllTransitions)
    expressions = ExpressionCompiler(
      chart, index, names, entering, problems, followsOptionalValues: followsOptionalValues)
    actions = ActionCompiler(index, catalogue, names, children, expressions, problems)
    let resolver = TargetResolver(index: index, problems: problems)
    var states = StateCompiler(
      index: index, catalogue: catalogue, names: names, entering: entering, resolver: resolver,
      expressions: expressions, actions: actions, problems: problems,
      descriptors: DescriptorResolver(index: index, catalogue: catalogue, names: names, problems: problems),
      transitions: TransitionCompiler(
        index: index, resolver: resolver, losses: followsOptionalValues ? ValueLosses(chart, index) : nil,
        expressions: expressions, actions: actions),
      invocations: InvocationCompiler(
        catalogue: catalogue, names: names, children: children, entering: entering, expressions: expressions,
        actions: actions, problems: problems),
      records: consume records)
    initialValues = states.compileContext()
    states.compileStates()
    (self.states, transitions, invocations) = (states, states.transitions, states.invocations)
    migrationValues = MigrationCompiler(
      chart: chart, index: index, catalogue: catalogue, expressions: expressions, problems: problems
    ).values()
  }
}
