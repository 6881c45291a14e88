/// One thing that is done on entering, on leaving, or on a transition.
public struct Action: Hashable, Sendable {
  /// What is done.
  public indirect enum Kind: Hashable, Sendable {
    /// Calls a Swift handler.
    case handler(Name, arguments: [NamedExpression])
    /// Sets variables of the context, in order.
    case assign([NamedExpression])
    /// Puts an event on the internal queue (SCXML 4.2).
    case raise(Name, data: [NamedExpression])
    /// Sends an event to the chart itself, its parent or a child chart, at once or later (SCXML 6.2).
    case send(Send)
    /// Cancels a delayed send by its id (SCXML 6.3).
    case cancel(Name)
    /// Cancels a delayed send whose id is computed (SCXML 6.3, `sendidexpr`).
    case cancelComputed(Expression)
    /// Tells the app something.
    case emit(Name, data: [NamedExpression])
    /// Writes a value to the trace (SCXML 4.7).
    case log(Expression)
    /// Runs the first branch whose condition holds (SCXML 4.3).
    case choose([Branch], otherwise: [Action])
    /// Runs actions once for each element of a copy of a list (SCXML 4.6).
    case forEach(item: Name, index: Name?, list: Expression, body: [Action])
    /// Actions that stand for themselves: when one fails, the rest of these is left out, and what follows still
    /// runs (SCXML 3.8, several `onentry`).
    case block([Action])
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
      case invocation(Name)
      /// An address that is computed: `#_internal`, `#_parent`, `#_ID` of running work, `#_scxml_ID` of a session
      /// or `event.origin` (SCXML 6.2.4, C.1).
      case computed(Expression)
    }

    /// The event; empty when its name is computed.
    public var event: Name
    /// The event's name where it is computed (SCXML 6.2, `eventexpr`).
    public var computedEvent: Expression?
    /// The event's payload.
    public var data: [NamedExpression]
    /// The event's payload as one value, in place of `data` (SCXML 5.6).
    public var content: Expression?
    /// How long to wait; nil sends at once.
    public var delay: Delay?
    /// How the wait goes on after a restart; nil leaves it to the app, which takes `deadline` unless it says otherwise.
    public var resume: Resumption?
    /// The id by which `cancel` finds it.
    public var id: Name?
    /// The variable that receives an id made for this one send (SCXML 6.2, `idlocation`).
    public var idVariable: Name?
    /// Who receives it.
    public var destination: Destination

    /// Makes a send.
    public init(
      _ event: Name, computedEvent: Expression? = nil, data: [NamedExpression] = [],
      content: Expression? = nil,
      delay: Delay? = nil, resume: Resumption? = nil, id: Name? = nil, idVariable: Name? = nil,
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
    public var condition: Expression
    /// What is done.
    public var actions: [Action]

    /// Makes a branch.
    public init(_ condition: Expression, _ actions: [Action]) {
      self.condition = condition
      self.actions = actions
    }
  }

  /// What is done.
  public var kind: Kind
  /// Where the action was written.
  public var origin: Origin

  /// Makes an action.
  public init(_ kind: Kind, origin: Origin = .none) {
    self.kind = kind
    self.origin = origin
  }
}

extension Action {
  /// The words of a chart for the actions that need no handler.
  package static let builtInNames = ["assign", "raise", "send", "cancel", "emit", "log", "if", "foreach"]
}
