/// What happens in answer to something: a guard, actions, and a change of state.
public struct ChartTransition: Hashable, Sendable {
  /// Where it leads; empty stays and only acts.
  public var targets: [ChartName]
  /// What must hold; nil always holds.
  public var `guard`: ChartExpression?
  /// What is done on the way, in order.
  public var actions: [ChartAction]
  /// True stays inside the source state if all targets lie inside it, false leaves and re-enters it; nil is false.
  public var isInternal: Bool?
  /// What the diagram says in place of the event's title.
  public var label: String?
  /// Why it is there, for people.
  public var description: String?
  /// Where the transition was written.
  public var origin: ModelOrigin

  /// Makes a transition.
  public init(
    _ targets: [ChartName] = [], guard: ChartExpression? = nil, actions: [ChartAction] = [],
    isInternal: Bool? = nil,
    label: String? = nil, description: String? = nil, origin: ModelOrigin = .none
  ) {
    self.targets = targets
    self.guard = `guard`
    self.actions = actions
    self.isInternal = isInternal
    self.label = label
    self.description = description
    self.origin = origin
  }
}

/// A transition with the events that it answers.
public struct EventTransition: Hashable, Sendable {
  /// The events, as the author wrote them.
  public var event: EventDescriptor
  /// What happens.
  public var transition: ChartTransition

  /// Makes a transition for events.
  public init(_ event: EventDescriptor, _ transition: ChartTransition) {
    self.event = event
    self.transition = transition
  }
}

/// Which events a transition answers (SCXML 3.12.1): a name takes the event itself and all whose names
/// continue it after a dot; `*` takes every event.
public struct EventDescriptor: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The descriptor as it was written.
  public var name: ChartName

  /// Makes a descriptor.
  public init(_ name: ChartName) { self.name = name }

  /// Makes a descriptor that was built in code.
  public init(stringLiteral value: String) { self.init(ChartName(value)) }

  /// Whether the descriptor is `*`.
  public var isWildcard: Bool { name.text == "*" }

  /// The name without a trailing `.*` or dot, which say nothing more; empty for `*`.
  public var prefix: Substring {
    if isWildcard { return "" }
    if name.text.hasSuffix(".*") { return name.text.dropLast(2) }
    if name.text.hasSuffix(".") { return name.text.dropLast() }
    return Substring(name.text)
  }

  /// The event of a session that was restored.
  package static let restored = "session.restored"

  /// Whether only events of the platform are answered: ends, failures, timers and restored sessions.
  package var isPlatform: Bool {
    if prefix == Self.restored { return true }
    let first = prefix.utf8.prefix { $0 != UInt8(ascii: ".") }
    return ["done", "error", "after"].contains { first.elementsEqual($0.utf8) }
  }

  /// Whether an event of this name is taken.
  public func matches(_ event: String) -> Bool {
    if isWildcard { return true }
    let prefix = prefix
    guard event.utf8.starts(with: prefix.utf8) else { return false }
    let rest = event.utf8.dropFirst(prefix.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: ".")
  }
}

/// How long to wait: a literal, or an expression that gives a duration.
public enum ChartDelay: Hashable, Sendable {
  /// A span that was written out.
  case literal(Duration)
  /// An expression of type duration, evaluated when the wait begins.
  case expression(ChartExpression)
}

/// A transition that is taken when its state has been active for a time.
public struct DelayedTransition: Hashable, Sendable {
  /// How long the state has been active.
  public var delay: ChartDelay
  /// The delay as it was written.
  public var name: ChartName
  /// How the timer goes on after a restart; nil leaves it to the app, which takes `deadline` unless it says otherwise.
  public var resume: Resumption?
  /// What happens.
  public var transition: ChartTransition

  /// Makes a delayed transition.
  public init(_ delay: ChartDelay, name: ChartName, resume: Resumption? = nil, _ transition: ChartTransition)
  {
    self.delay = delay
    self.name = name
    self.resume = resume
    self.transition = transition
  }
}
