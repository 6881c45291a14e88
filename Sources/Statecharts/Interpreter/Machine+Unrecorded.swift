// Events without a record of their steps: nothing is allocated for one that carries no data and leads to no effect.
// The steps are the same as those of `send(_:)` with a `ChartEvent`.

/// What became of an event that was sent without a record.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SendResult: Hashable, Sendable {
  /// A transition was taken because of it.
  case taken
  /// Nothing was enabled.
  case ignored
  /// The machine did not look at it: it does not run, or the event needs data.
  case rejected
}

extension Machine {
  /// Enters the chart without a record of it; does nothing when it was started before.
  public mutating func begin() { interpreter.interpret() }

  /// Takes an event from outside that carries no data.
  @discardableResult
  public mutating func send(_ event: EventID) -> SendResult {
    guard event.mayComeAlone else { return .rejected }
    return interpreter.handle(eventWithoutData: event.number)
  }

  /// Takes an event from outside with data.
  @discardableResult
  public mutating func send(_ event: EventID, data: ChartValue) -> SendResult {
    if data == .unset { return send(event) }
    let event = ChartEvent(chart.name(of: event), data: data)
    if rejection(of: event) != nil { return .rejected }
    return interpreter.handle(external(event)) ? .taken : .ignored
  }

  /// Takes an event from outside by its name.
  @discardableResult
  public mutating func send(_ name: String) -> SendResult {
    if let event = chart.event(name) { return send(event) }
    let event = ChartEvent(name)
    if rejection(of: event) != nil { return .rejected }
    return interpreter.handle(external(event)) ? .taken : .ignored
  }

  /// Hands over what the machine asks of the world since this was last called: services, timers, outputs. What
  /// `send(_:)` and the like return is not handed over again.
  public mutating func takeEffects() -> [ChartEffect] { interpreter.takeEffects() }
}

extension Machine {
  /// Sends an event without data for a session without an inspector. Unless it is taken and `isQuiet`, `takeNote`
  /// returns the details.
  ///
  /// - Returns: `.rejected` if the event needs the general `send`; nothing has happened then.
  mutating func note(eventWithoutData name: String) -> SendResult {
    guard let event = chart.event(name), event.mayComeAlone else { return .rejected }
    interpreter.host.isNoting = true
    let reaction = interpreter.handle(eventWithoutData: event.number)
    interpreter.host.isNoting = false
    assertLegalConfiguration()
    return reaction
  }

  /// Enters the chart for a session without an inspector.
  mutating func noteStart() -> SendResult {
    guard interpreter.phase == .fresh else { return .rejected }
    interpreter.host.isNoting = true
    interpreter.interpret()
    interpreter.host.isNoting = false
    assertLegalConfiguration()
    return .taken
  }

  /// Whether it runs, and the transition that was taken had neither effects nor failures.
  @inline(__always)
  var isQuiet: Bool {
    interpreter.phase == .running && !interpreter.hasEffects && !interpreter.host.hasNotes
  }

  /// The outcome of the last event, without its steps.
  mutating func takeNote(_ reaction: SendResult) -> Macrostep {
    var (step, refused) = interpreter.host.takeRecord()
    step.outcome = reaction == .taken ? .taken : .ignored(refused: refused)
    step.isChanged = interpreter.hasStepped || reaction == .taken
    step.effects = interpreter.takeEffects()
    return step
  }
}
