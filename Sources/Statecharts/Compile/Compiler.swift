import StatechartsModel

// Statechart -> tables of a CompiledChart, in passes over the whole chart, each linear in its size:
//
//   1 Compiler+States        numbers the states in document order and checks their shapes
//   2 Compiler+Declarations  names of context, events, errors, outputs and handlers
//   3 Compiler+EventNames    collects every event name and builds the trie
//   4 Compiler+EntryTriggers which events lead to the entry of each state
//     Compiler+Transitions   targets, domains, guards; Compiler+Entries initial and history
//   5 Compiler+Actions       flattens actions; Compiler+Invocations services, timers, retries
//     Compiler+Migrations   where sessions of older versions go on
//   6 Compiler+Expressions   parses and checks; used by 4 and 5
//
// A pass never stops at a problem: it notes it and goes on, so that one run finds all of them.

/// The work in progress of compiling one chart.
struct Compiler {
  /// Levels of states below the root that a chart may have.
  static let deepestState = 16
  /// Levels of lists, records and options inside each other that a type may have: as many as a chart's text may have.
  static let deepestType = 64
  // Decision: Docs/decisions/format.md#a-declaration-has-at-most-128-fields
  /// How many fields, errors or events one declaration may list: all of them are looked at wherever it is used.
  static let mostFields = 128
  /// How many texts `values` may list.
  static let mostValues = 1_000
  /// How many inputs a chart may have.
  static let mostInputs = 1_000
  /// Levels of `if` and `foreach` inside each other that a chart may have.
  static let deepestAction = 32
  /// How many names are compared to find near ones: looking for one costs as much as there are names.
  static let comparisonLimit = 100_000

  let chart: Statechart
  var problems: [ModelProblem] = []
  var comparisonsLeft = Compiler.comparisonLimit

  // Pass 1.
  let index: StateIndex
  /// The states by number, as they were written.
  var models: LazyMapCollection<[StateIndex.Node], StateNode> { index.nodes.lazy.map { $0.state } }
  var states = ContiguousArray<StateRecord>()
  var historyStates = ContiguousArray<Int>()

  // Pass 2.
  var catalogue = Catalogue()

  // Pass 3.
  var trie = EventTrie([])

  // Passes 4 to 6.
  var transitions = ContiguousArray<TransitionRecord>()
  var transitionNotes = ContiguousArray<TransitionNote>()
  var targets = ContiguousArray<Int>()
  var entries = ContiguousArray<EntryRecord>()
  var historyPool = ContiguousArray<Int>()
  var operations = ContiguousArray<Operation>()
  var fields = ContiguousArray<FieldRecord>()
  var loops = ContiguousArray<LoopRecord>()
  var sends = ContiguousArray<SendRecord>()
  var timers = ContiguousArray<TimerRecord>()
  var invocations = ContiguousArray<InvocationRecord>()
  var clearedSlots = ContiguousArray<Int>()
  /// The descriptors without problems that were seen, with what they take and what is known of its data.
  var descriptors: [String: (events: Range<Int>, shape: ExpressionContext.EventShape)] = [:]
  var eventNames = Interner()
  var sendIDs = Interner()
  var invocationIDs = Interner()
  /// The beginnings of those ids, as far as a dot or whole.
  var invocationPrefixes: Set<String> = []
  var outputNames = Interner()
  var guardNames = Interner()
  var actionNames = Interner()
  var expressions = ContiguousArray<CheckedExpression>()
  var baseScope = ExpressionScope()
  var initialValues = ContiguousArray<ChartValue>()
  /// For each migration the values that it sets.
  var migrationValues: [[String: ChartValue]] = []
  /// The events that enter each state; empty where a part of the chart is missing.
  var entryTriggers = ContiguousArray<EntryTriggers>()
  var entrySources: [EntrySource] = []
  var entryTriggerScopes: [EntryTriggers: ExpressionScope.Event] = [:]
  var possiblyMissingFields: [PossiblyMissingField] = []
  var possiblyAbsentValues: [PossiblyAbsentValue] = []
  /// The expression that was lowered last, and the guard of the transition that was added last.
  var loweredNode: ExpressionNode?
  var lastGuard: ExpressionNode?
  /// The values of assignments that are certainly some.
  var surelySet: Set<ModelOrigin> = []
  /// What takes values away from variables; nil where optional values are not followed.
  var losses: ValueLosses?
  /// The error codes that are used and not declared, with the places of their problems.
  var undeclaredCodes: [String: [Int]] = [:]
  /// How many loops' names are in use at once, at most.
  var localSlots = 0

  /// The charts that run inside this one, by their paths, as far as they are known.
  let children: [String: ChildInterface]
  /// The paths of the charts that run with an id, each once, for ids with which only charts with known events run.
  lazy var receivers = receiversByID()
  /// Whether no transition is missing because it could not be read.
  let knowsAllTransitions: Bool

  /// Whether places are looked for that need a value where there may be none: only the linter asks.
  let followsOptionalValues: Bool

  init(
    _ chart: Statechart, children: [String: ChildInterface] = [:], knowsAllTransitions: Bool = true,
    followsOptionalValues: Bool = false
  ) {
    self.followsOptionalValues = followsOptionalValues
    self.chart = chart
    index = StateIndex(chart.root)
    self.children = children
    self.knowsAllTransitions = knowsAllTransitions
  }

  /// Runs all passes.
  mutating func run() {
    guard checkSizes(), numberStates() else { return }
    checkStates()
    collectDeclarations()
    collectEventNames()
    baseScope = makeScope()
    compileContext()
    findEnteringEvents()
    if followsOptionalValues { losses = ValueLosses(of: self) }
    for state in states.indices { compileState(state) }
    compileMigrations()
    proposeRenamedError()
  }

  /// The problems in document order; those of one place, or without one, stay in the order of finding.
  var sortedProblems: [ModelProblem] {
    problems.enumerated().sorted { left, right in
      (left.element.origin.rawValue, left.element.textRange?.lowerBound ?? -1, left.offset)
        < (right.element.origin.rawValue, right.element.textRange?.lowerBound ?? -1, right.offset)
    }.map(\.element)
  }

  /// Notes a problem.
  mutating func report(
    _ rule: ModelProblem.Rule, _ message: String, help: String? = nil, at origin: ModelOrigin,
    related: [ModelProblem.Related] = [], suggestion: String? = nil, isGuess: Bool = false
  ) {
    problems.append(
      ModelProblem(
        rule, message, help: help, origin: origin, related: related, suggestion: suggestion,
        isGuess: isGuess))
  }

  /// A name near `name`, as long as looking for one is affordable.
  mutating func nearName(_ name: String, _ candidates: some Collection<String>) -> NearName? {
    guard comparisonsLeft > 0 else { return nil }
    comparisonsLeft -= NearNames.cost(of: name, among: candidates.count)
    return NearNames.nearest(to: name, in: candidates)
  }

  /// Notes a name that is not declared, with a near one where there is one; gives the near one.
  @discardableResult
  mutating func reportUnknown(
    _ rule: ModelProblem.Rule, _ message: String, _ name: ChartName,
    among candidates: some Collection<String>,
    otherwise: String
  ) -> String? {
    let near = nearName(name.text, candidates)
    let help = near.map { "\($0.sentence) Otherwise \(otherwise)." } ?? otherwise.sentence
    report(
      rule, message, help: help, at: name.origin,
      related: near.map { declaration(of: $0.text, for: rule) } ?? [], suggestion: near?.text,
      isGuess: near?.isSure == false)
    return near?.text
  }

  /// Where a suggested name is declared: the typo may be there, and not where the name is used.
  func declaration(of name: String, for rule: ModelProblem.Rule) -> [ModelProblem.Related] {
    let origin: ModelOrigin? =
      switch rule {
      case .unknownTarget, .unknownState, .unknownStateInExpression:
        index.numbers[name].map { models[$0].id.origin }
      case .unknownError: chart.errors?.first { $0.code.text == name }?.code.origin
      case .unknownEvent: chart.events?.first { $0.name.text == name }?.name.origin
      case .unknownOutput: chart.outputs?.first { $0.name.text == name }?.name.origin
      case .unknownVariable: catalogue.variables[name].map { chart.context[$0].field.name.origin }
      default: nil
      }
    return origin.map { [.declaration(name, $0)] } ?? []
  }
}

extension ModelProblem.Related {
  /// Where a name is declared that was suggested for another one.
  static func declaration(_ name: String, _ origin: ModelOrigin) -> ModelProblem.Related {
    ModelProblem.Related(
      origin: origin, message: "`\(name)` is declared here. If this is the misspelled name, correct it here")
  }
}

/// Gives each name a number, in the order of first use.
struct Interner {
  private(set) var names = ContiguousArray<String>()
  private var numbers: [String: Int] = [:]

  /// The name's number, a new one the first time.
  mutating func number(of name: String) -> Int {
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The name's number, if it has one.
  func existing(_ name: String) -> Int? { numbers[name] }
}

extension String {
  /// The text as a sentence: a capital first and a full stop at the end.
  var sentence: String {
    let isClosed = utf8.last.map { ".?!".utf8.contains($0) } ?? true
    return capitalFirst + (isClosed ? "" : ".")
  }
}
