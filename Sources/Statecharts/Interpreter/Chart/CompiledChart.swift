public import StatechartsModel

/// A chart that was checked and made ready to run: what `Machine` and `Simulation` take.
///
/// It never changes and may be shared by any number of machines. States are numbered in document order; all
/// tables are flat, so that running touches no text and no dictionary.
public final class CompiledChart: Sendable {
  /// How much is found out about a chart before it runs, unless it is said.
  package static let mostPrecomputed = 1 << 14

  /// The chart as it was written.
  public let chart: Statechart
  /// SHA-256 of all that the chart does, in hexadecimal digits. Titles, descriptions and labels do not count, nor do
  /// the version and the migrations. Snapshots carry it.
  package let digest: String

  package let states: ContiguousArray<StateRecord>
  /// The states' ids; the first is the chart's.
  package let stateIDs: ContiguousArray<String>
  package let stateNumbers: [String: Int]
  package let historyStates: ContiguousArray<Int>
  package let historyPool: ContiguousArray<Int>
  package let transitions: ContiguousArray<TransitionRecord>
  package let transitionNotes: ContiguousArray<TransitionNote>
  package let targets: ContiguousArray<Int>
  package let entries: ContiguousArray<EntryRecord>
  package let operations: ContiguousArray<Operation>
  package let fields: ContiguousArray<FieldRecord>
  package let expressions: ContiguousArray<CheckedExpression>
  package let loops: ContiguousArray<LoopRecord>
  package let sends: ContiguousArray<SendRecord>
  package let timers: ContiguousArray<TimerRecord>
  package let invocations: ContiguousArray<InvocationRecord>
  package let clearedSlots: ContiguousArray<Int>
  package let eventNames: ContiguousArray<String>
  /// The number in the trie of each of `eventNames`.
  package let eventNumbers: ContiguousArray<Int>
  package let trie: EventTrie
  let candidates: CandidateTable
  package let sendIDs: ContiguousArray<String>
  package let invocationIDs: ContiguousArray<String>
  package let outputNames: ContiguousArray<String>
  package let guardNames: ContiguousArray<String>
  package let actionNames: ContiguousArray<String>
  package let slotCount: Int
  package let initialValues: ContiguousArray<ChartValue>
  /// For each migration of the chart the values that it sets.
  let migrationValues: [[String: ChartValue]]
  package let variables: [String: Int]
  package let events: [String: [FieldDeclaration]]?
  package let errors: [String: [FieldDeclaration]]?
  package let hasEventless: Bool
  /// Whether events from outside may have to be passed on to what is running.
  let forwardsEvents: Bool
  /// Whether a machine of the chart needs to know the id of its run.
  let readsSessionID: Bool
  /// The shape of each of `expressions`, for guards.
  let conditions: ContiguousArray<Condition>
  /// By number in the trie: the data of an event that comes without any.
  let absentData: ContiguousArray<ChartValue>
  /// The same for `eventNames`.
  let absentEventData: ContiguousArray<ChartValue>
  /// By number in the trie: whether the name is one of an event from outside.
  let mayBeSent: ContiguousArray<Bool>
  /// By number in the trie: whether an event from outside may come without data.
  let mayComeAlone: ContiguousArray<Bool>
  /// What is known of the chart's steps before it runs; one element. It is set once, at the end of the initializer, because
  /// it is found by means of the tables.
  nonisolated(unsafe) private(set) var seed = ContiguousArray<StepCache>()

  /// Checks a chart and makes it ready to run.
  ///
  /// - Throws: everything that is wrong with it, in document order.
  public convenience init(_ chart: Statechart) throws(ModelProblems) {
    try self.init(chart, children: [:])
  }

  /// Checks a chart, also what it gives to the charts that it runs inside itself, and makes it ready to run.
  ///
  /// - Parameters:
  ///   - children: Those charts, by the paths with which they are named.
  ///   - mostPrecomputed: The most places of `CandidateTable`. In a larger chart the transitions are looked for in each
  ///     step, so that nothing but time depends on it.
  /// - Throws: everything that is wrong with it, in document order.
  package init(
    _ chart: Statechart, children: [String: ChildInterface], mostPrecomputed: Int = mostPrecomputed
  ) throws(ModelProblems) {
    let problems = ProblemCollector(chart)
    guard let compiler = Compiler(chart, problems, children: children), problems.count == 0 else {
      throw ModelProblems(problems.sorted)
    }
    self.chart = chart
    digest = chart.digest
    let states = compiler.states.records
    self.states = states
    stateIDs = ContiguousArray(compiler.index.nodes.map(\.id.text))
    stateNumbers = compiler.index.numbers
    historyStates = ContiguousArray(states.indices.filter { states[$0].kind.isHistory })
    historyPool = compiler.states.historyPool
    transitions = compiler.transitions.records
    transitionNotes = compiler.transitions.notes
    targets = compiler.transitions.targets
    entries = compiler.transitions.entries
    operations = compiler.actions.operations
    fields = compiler.expressions.fields
    expressions = compiler.expressions.table
    loops = compiler.actions.loops
    sends = compiler.actions.sends
    timers = compiler.states.timers
    invocations = compiler.invocations.records
    clearedSlots = compiler.states.clearedSlots
    eventNames = compiler.names.events.names
    eventNumbers = ContiguousArray(eventNames.map(compiler.names.trie.number(of:)))
    trie = compiler.names.trie
    candidates = CandidateTable(states, transitions, events: trie.names.count, most: mostPrecomputed)
    sendIDs = compiler.names.sends.names
    invocationIDs = compiler.names.invocations.names
    outputNames = compiler.names.outputs.names
    guardNames = compiler.names.guards.names
    actionNames = compiler.names.actions.names
    slotCount = chart.context.count + compiler.actions.localSlots
    initialValues = compiler.initialValues
    migrationValues = compiler.migrationValues
    variables = compiler.catalogue.variables
    events = compiler.catalogue.events
    errors = compiler.catalogue.errors
    hasEventless = states.contains { !$0.eventless.isEmpty }
    forwardsEvents = invocations.contains(where: \.forwards)
    readsSessionID =
      !sends.isEmpty || !invocations.isEmpty
      || expressions.contains { $0.program.nodes.contains { $0.operation == .sessionID } }
    conditions = ContiguousArray(expressions.map { Condition($0) })
    let declared = compiler.catalogue.events
    absentData = ContiguousArray(trie.names.map { ChartValue.unset.standingFor(declared?[$0]) })
    absentEventData = ContiguousArray(eventNames.map { ChartValue.unset.standingFor(declared?[$0]) })
    let codes = compiler.catalogue.errors
    mayBeSent = ContiguousArray(
      trie.names.map { name in !name.isEmpty && (declared.map { $0[name] != nil } ?? true) })
    mayComeAlone = ContiguousArray(
      trie.names.map { name in
        guard let declared else { return true }
        return declared[name].map { $0.mismatch(of: [:], codes: codes) == nil } ?? false
      })
    seed = [StepCache.explored(self)]
  }

  /// How many transitions are compared with an event in one state at most; 0 where they are listed by event.
  package var mostCompared: Int {
    candidates.isComplete ? 0 : states.reduce(0) { max($0, $1.transitions.count) }
  }

  /// The names of the guards that Swift must provide, in the order of first use.
  package var requiredGuards: [String] { Array(guardNames) }

  /// The names of the actions that Swift must provide, in the order of first use.
  package var requiredActions: [String] { Array(actionNames) }
  /// The names of the services that Swift must provide, in the order of first use.
  package var requiredServices: [String] {
    var names: [String] = []
    for invocation in invocations {
      if case .service(let name) = invocation.source, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The names of the queries that Swift must provide: those that states list, in document order.
  package var requiredQueries: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var rest = [chart.root]
    while let state = rest.popLast() {
      for query in state.queries where seen.insert(query.text).inserted { names.append(query.text) }
      rest.append(contentsOf: state.states.reversed())
    }
    return names
  }

  /// The shape of a transition's guard.
  func condition(of transition: Int) -> Condition {
    let number = transitions[transition].guard
    return number < 0 ? .other : conditions[number]
  }
}
