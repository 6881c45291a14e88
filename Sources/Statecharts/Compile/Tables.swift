package import StatechartsModel

// The flat tables of a compiled chart. States, transitions and all else are numbers here; numbers follow
// document order, so that a state's descendants are the interval that begins after it and ends at `end`.

/// One state of a compiled chart.
package struct StateRecord: Sendable {
  /// What kind of state it is, with atomic and compound states distinguished.
  package enum Kind: Sendable {
    case atomic, compound, parallel, final, choice, shallowHistory, deepHistory

    /// Whether the state has no children and can be active.
    var isLeaf: Bool { self == .atomic || self == .final || self == .choice }

    /// Whether the state only stands for others.
    var isHistory: Bool { self == .shallowHistory || self == .deepHistory }

    /// Whether there is an event `done.state.ID`.
    var hasDoneEvent: Bool { self == .compound || self == .parallel }
  }

  /// The parent's number; -1 for the root.
  package var parent: Int
  /// One past the last descendant's number.
  package var end: Int
  /// How many ancestors it has.
  package var depth: Int
  /// What kind of state it is.
  package var kind: Kind
  /// Transitions by event in the order in which they are tried.
  package var transitions = 0..<0
  /// Transitions without event in document order.
  package var eventless = 0..<0
  /// Compound states: the default entry. History: the default. -1 for none.
  package var initial = -1
  /// The number among the history states; -1 for others.
  package var historyIndex = -1
  /// The history children.
  package var histories = 0..<0
  /// What is done on entering.
  package var entry = 0..<0
  /// What is done on leaving.
  package var exit = 0..<0
  /// The timers that run while the state is active.
  package var timers = 0..<0
  /// What runs while the state is active.
  package var invocations = 0..<0
  /// Whether what it is given is made from the event with which the state is entered.
  package var startsReadEvent = false
  /// The variables that are reset on leaving.
  package var cleared = 0..<0
  /// The data of the done event, for final states.
  package var output = 0..<0
  /// The same as one value: an expression; -1 for none.
  package var outputValue = -1
  /// The name `done.state.ID`, for compound and parallel states.
  package var doneEvent = 0
}

extension ContiguousArray<StateRecord> {
  /// Whether a state lies inside another.
  func isDescendant(_ state: Int, of ancestor: Int) -> Bool {
    state > ancestor && state < self[ancestor].end
  }
}

/// One transition of a compiled chart.
package struct TransitionRecord: Sendable {
  /// The state that has it.
  package var source: Int
  /// The interval of event names that it answers, as numbers of the event trie.
  package var events: Range<Int>
  /// The only origin of events that it answers; `EventSource.any` for all.
  package var eventSource: Int
  /// The guard's expression; -1 for none.
  package var `guard`: Int
  /// The targets, in the pool of targets.
  package var targets: Range<Int>
  /// What is done on the way.
  package var actions: Range<Int>
  /// The state all of whose active descendants are left; -1 for none, where there are no targets.
  package var domain: Int
}

/// A default entry, of a compound state or of a history.
package struct EntryRecord: Sendable {
  /// The targets, in the pool of targets.
  package var targets: Range<Int>
  /// What is done on the way.
  package var actions: Range<Int>
}

/// A named expression of a payload, an output, an input or of arguments.
package struct FieldRecord: Sendable {
  /// The field's name.
  package var name: String
  /// The expression.
  package var expression: Int
  /// Whether the value must never be shown.
  package var isSecret: Bool
  /// What the value is by declaration that the receiver does not declare.
  package var escaping: Taint
  /// What the receiver declares the whole of it to be.
  package var declared: Taint
  /// The declaration, when only running can tell that the value fits it.
  package var check: FieldDeclaration?
}

/// One instruction of a flattened list of actions.
package enum Operation: Sendable {
  /// Calls an action of Swift.
  case call(action: Int, arguments: Range<Int>)
  /// Sets a variable; `type` is checked at run time when the checker could not tell, -1 otherwise. `escaping` is what
  /// the value is by declaration and the variable is not.
  case assign(slot: Int, expression: Int, type: Int, escaping: Taint)
  /// Puts an event on the internal queue.
  case raise(event: Int, data: Range<Int>)
  /// Sends an event.
  case send(Int)
  /// Cancels the delayed sends with an id.
  case cancel(sendID: Int)
  /// Tells the app something.
  case emit(output: Int, data: Range<Int>)
  /// Writes to the trace.
  case log(expression: Int)
  /// Goes on at another place when the condition does not hold.
  case jumpUnless(condition: Int, to: Int)
  /// Goes on at another place.
  case jump(to: Int)
  /// Runs a body for each element of a list, then goes on after the body.
  case loop(Int)
  /// Cancels the delayed sends whose id an expression gives.
  case cancelComputed(Int)
  /// Runs the instructions up to a place as a block of their own, then goes on there whether or not one failed.
  case block(end: Int)
}

/// A loop over a list.
package struct LoopRecord: Sendable {
  /// The list.
  package var list: Int
  /// Where the element is put.
  package var item: Int
  /// Where the element's number is put; -1 for nowhere.
  package var index: Int
  /// The instructions of the body.
  package var body: Range<Int>
}

/// A `send` action.
package struct SendRecord: Sendable {
  /// Who receives the event.
  package enum Destination: Sendable {
    case itself, parent
    /// Whatever runs under the id, given as a number of `invocationIDs`.
    case invocation(Int)
    /// The address that an expression gives.
    case computed(Int)
  }

  /// The event's name, as a number of `eventNames`.
  package var event: Int
  /// The expression that gives the event's name in place of `event`; -1 for none.
  package var computedEvent = -1
  /// The expression that is the whole payload in place of `data`; -1 for none.
  package var content = -1
  /// What that value must fit, when only running can tell.
  package var contentCheck: FieldDeclaration?
  /// The slot that receives an id made for this send; -1 for none.
  package var idSlot = -1
  /// The payload.
  package var data: Range<Int>
  /// How long to wait.
  package var delay: DelayRecord?
  /// How the wait goes on after a restart.
  package var resume: ResumePolicy?
  /// The id by which it is cancelled, as a number of `sendIDs`; -1 for none.
  package var sendID: Int
  /// Who receives it.
  package var destination: Destination
}

/// How long to wait.
package enum DelayRecord: Sendable {
  /// A span that was written out.
  case literal(Duration)
  /// An expression that gives a duration.
  case expression(Int)
}

/// A timer of a state's `after`.
package struct TimerRecord: Sendable {
  /// The state.
  package var state: Int
  /// How long the state must have been active.
  package var delay: DelayRecord
  /// How it goes on after a restart.
  package var resume: ResumePolicy?
  /// The name `after.STATE.DELAY`, as a number of `eventNames`.
  package var event: Int
}

/// Something that runs while a state is active.
package struct InvocationRecord: Sendable {
  /// The state.
  package var state: Int
  /// The id under which it runs, as a number of `invocationIDs`.
  package var id: Int
  /// What runs.
  package var source: InvocationSource
  /// The expression that gives the path of the chart to run, and the paths that it may give; -1 for none.
  package var computedSource = -1
  package var charts: [String] = []
  /// The slot that receives the id; -1 for none.
  package var idSlot = -1
  /// What it is given.
  package var input: Range<Int>
  /// The declared fields of what it is given; nil when not known.
  package var inputFields: [FieldDeclaration]?
  /// How long it may take.
  package var timeout: DelayRecord?
  /// How that, and the wait before a repetition, go on after a restart.
  package var resume: ResumePolicy?
  /// Whether it is started again after a restore.
  package var restarts = false
  /// How often it is started again after a failure.
  package var attempts: Int
  /// How long to wait before the first repetition.
  package var backoff: DelayRecord?
  /// The codes that are worth a repetition; empty means all.
  package var retryCodes: [String]
  /// Done with each event from it.
  package var finalize: Range<Int>
  /// Whether external events are passed on to it.
  package var forwards: Bool
  /// The declared type of the result; nil when not known.
  package var result: ChartValueType?
  /// The codes with which the service is declared to fail; nil when not known.
  package var errors: [String]?
  /// The events that the service is declared to send; nil when not known.
  package var sends: [String]?
  /// The name `done.invoke.ID`, as a number of `eventNames`.
  package var doneEvent: Int
}

extension InvocationRecord {
  /// The expressions that are evaluated when it starts.
  func startExpressions(_ fields: ContiguousArray<FieldRecord>) -> [Int] {
    var needed = input.map { fields[$0].expression } + [computedSource]
    if case .expression(let timeout)? = timeout { needed.append(timeout) }
    return needed.filter { $0 >= 0 }
  }
}

/// Where an event comes from, as a number: it distinguishes two events of one name.
package enum EventSource {
  /// In a transition: any origin. In an event: no origin of its own, so only its name counts.
  package static let any = 0
  // Decision: Docs/decisions/semantics.md#engine-triggers-cannot-be-forged
  /// The engine's `done.state.ID` of a state.
  package static func stateDone(_ state: Int) -> Int { 1 + 4 * state }
  /// A timer of `after`.
  package static func timer(_ timer: Int) -> Int { 2 + 4 * timer }
  /// The good end of an invocation.
  package static func invocationDone(_ invocation: Int) -> Int { 3 + 4 * invocation }
  /// The failure of an invocation.
  package static func invocationFailed(_ invocation: Int) -> Int { 4 + 4 * invocation }
}
