/// A chart that was checked and made ready to run: what `Machine` and `Simulation` take.
///
/// It never changes and may be shared by any number of machines. States are numbered in document order; all
/// tables are flat, so that running touches no text and no dictionary.
public final class CompiledChart: Sendable {
  /// The chart as it was written.
  public let chart: Statechart

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
  package let sendIDs: ContiguousArray<String>
  package let invocationIDs: ContiguousArray<String>
  package let outputNames: ContiguousArray<String>
  package let guardNames: ContiguousArray<String>
  package let actionNames: ContiguousArray<String>
  package let slotCount: Int
  package let initialValues: ContiguousArray<Value>
  package let variables: [String: Int]
  package let events: [String: [Field]]?
  package let errors: [String: [Field]]?
  package let hasEventless: Bool

  /// Checks a chart and makes it ready to run.
  ///
  /// - Throws: everything that is wrong with it, in document order.
  public init(_ chart: Statechart) throws(ModelProblems) {
    var compiler = Compiler(chart)
    compiler.run()
    guard compiler.problems.isEmpty else { throw ModelProblems(compiler.sortedProblems) }
    self.chart = chart
    states = compiler.states
    stateIDs = ContiguousArray(compiler.models.map(\.id.text))
    stateNumbers = compiler.stateNumbers
    historyStates = compiler.historyStates
    historyPool = compiler.historyPool
    transitions = compiler.transitions
    transitionNotes = compiler.transitionNotes
    targets = compiler.targets
    entries = compiler.entries
    operations = compiler.operations
    fields = compiler.fields
    expressions = compiler.expressions
    loops = compiler.loops
    sends = compiler.sends
    timers = compiler.timers
    invocations = compiler.invocations
    clearedSlots = compiler.clearedSlots
    eventNames = compiler.eventNames.names
    eventNumbers = ContiguousArray(compiler.eventNames.names.map(compiler.trie.number(of:)))
    trie = compiler.trie
    sendIDs = compiler.sendIDs.names
    invocationIDs = compiler.invocationIDs.names
    outputNames = compiler.outputNames.names
    guardNames = compiler.guardNames.names
    actionNames = compiler.actionNames.names
    slotCount = chart.context.count + compiler.localSlots
    initialValues = compiler.initialValues
    variables = compiler.catalogue.variables
    events = compiler.catalogue.events
    errors = compiler.catalogue.errors
    hasEventless = compiler.states.contains { !$0.eventless.isEmpty }
  }

  /// The names of the guards that Swift must provide, in the order of first use.
  public var requiredGuards: [String] { Array(guardNames) }

  /// The names of the actions that Swift must provide, in the order of first use.
  public var requiredActions: [String] { Array(actionNames) }
}
