/// One thing that is done on entering, on leaving, or on a transition.
public struct ChartAction: Hashable, Sendable {
  /// What is done.
  public indirect enum Kind: Hashable, Sendable {
    /// Calls a Swift handler.
    case handler(ChartName, arguments: [NamedExpression])
    /// Sets variables of the context, in order.
    case assign([NamedExpression])
    /// Puts an event on the internal queue (SCXML 4.2).
    case raise(ChartName, data: [NamedExpression])
    /// Sends an event to the chart itself, its parent or a child chart, at once or later (SCXML 6.2).
    case send(Send)
    /// Cancels a delayed send by its id (SCXML 6.3).
    case cancel(ChartName)
    /// Cancels a delayed send whose id is computed (SCXML 6.3, `sendidexpr`).
    case cancelComputed(ChartExpression)
    /// Tells the app something.
    case emit(ChartName, data: [NamedExpression])
    /// Writes a value to the trace (SCXML 4.7).
    case log(ChartExpression)
    /// Runs the first branch whose condition holds (SCXML 4.3).
    case choose([Branch], otherwise: [ChartAction])
    /// Runs actions once for each element of a copy of a list (SCXML 4.6).
    case forEach(item: ChartName, index: ChartName?, list: ChartExpression, body: [ChartAction])
    /// Actions that stand for themselves: when one fails, the rest of these is left out, and what follows still
    /// runs (SCXML 3.8, several `onentry`).
    case block([ChartAction])
  }

  /// A delayed or immediate send.
  public struct Send: Hashable, Sendable {
    /// Who receives it.
    public enum Destination: Hashable, Sendable {
      /// The external queue of the chart itself.
      case itself
      /// The chart that invoked this one.
      case parent
      /// The child chart or service that runs under this id.
      case invocation(ChartName)
      /// An address that is computed: `#_internal`, `#_parent`, `#_ID` of running work, `#_scxml_ID` of a session
      /// or `event.origin` (SCXML 6.2.4, C.1).
      case computed(ChartExpression)
    }

    /// The event; empty when its name is computed.
    public var event: ChartName
    /// The event's name where it is computed (SCXML 6.2, `eventexpr`).
    public var computedEvent: ChartExpression?
    /// The event's payload.
    public var data: [NamedExpression]
    /// The event's payload as one value, in place of `data` (SCXML 5.6).
    public var content: ChartExpression?
    /// How long to wait; nil sends at once.
    public var delay: ChartDelay?
    /// How the wait goes on after a restart; nil leaves it to the app, which takes `deadline` unless it says otherwise.
    public var resume: Resumption?
    /// The id by which `cancel` finds it.
    public var id: ChartName?
    /// The variable that receives an id made for this one send (SCXML 6.2, `idlocation`).
    public var idVariable: ChartName?
    /// Who receives it.
    public var destination: Destination

    /// Makes a send.
    public init(
      _ event: ChartName, computedEvent: ChartExpression? = nil, data: [NamedExpression] = [],
      content: ChartExpression? = nil,
      delay: ChartDelay? = nil, resume: Resumption? = nil, id: ChartName? = nil, idVariable: ChartName? = nil,
      destination: Destination = .itself
    ) {
      self.event = event
      self.computedEvent = computedEvent
      self.data = data
      self.content = content
      self.delay = delay
      self.resume = resume
      self.id = id
      self.idVariable = idVariable
      self.destination = destination
    }
  }

  /// A condition and what is done when it holds.
  public struct Branch: Hashable, Sendable {
    /// What must hold.
    public var condition: ChartExpression
    /// What is done.
    public var actions: [ChartAction]

    /// Makes a branch.
    public init(_ condition: ChartExpression, _ actions: [ChartAction]) {
      self.condition = condition
      self.actions = actions
    }
  }

  /// What is done.
  public var kind: Kind
  /// Where the action was written.
  public var origin: ModelOrigin

  /// Makes an action.
  public init(_ kind: Kind, origin: ModelOrigin = .none) {
    self.kind = kind
    self.origin = origin
  }
}

extension ChartAction {
  /// The words of a chart for the actions that need no handler.
  package static let builtInNames = ["assign", "raise", "send", "cancel", "emit", "log", "if", "foreach"]

  /// The actions directly inside: of all branches, of a loop's body, of a block.
  fileprivate var nested: [ChartAction] {
    switch kind {
    case .choose(let branches, let otherwise): branches.flatMap(\.actions) + otherwise
    case .forEach(_, _, _, let body), .block(let body): body
    case .handler, .assign, .raise, .send, .cancel, .cancelComputed, .emit, .log: []
    }
  }
}

extension [ChartAction] {
  /// Calls a closure with each action and all actions inside it, in document order.
  package func forEachNested(_ body: (ChartAction) -> Void) {
    var open = Array(reversed())
    while let action = open.popLast() {
      body(action)
      open += action.nested.reversed()
    }
  }
}
