// The plain step: an event that carries no data, in a machine that records nothing, where all that is done is to call
// handlers and to raise an event. It is the memo's tree and the memo's plan, followed without a detour, and small enough
// to be compiled into the caller together with the handlers. Whatever is more than that is handed on to the
// procedures of the other files, at the point that was reached.

/// How handlers are called in a plain step: by closures, or by what is known when the caller is compiled.
@usableFromInline
protocol HandlerDispatch<Host> {
  associatedtype Host: InterpreterHost & Sendable

  /// Whether a guard wants a `HandlerCall`.
  func wantsCall(guard number: Int32, _ host: Host) -> Bool
  /// Whether an action wants a `HandlerCall`.
  func wantsCall(action number: Int32, _ host: Host) -> Bool
  /// Answers a guard that wants no call.
  func answer(guard number: Int32, _ host: Host) throws -> Bool
  /// Answers a guard.
  func answer(guard number: Int32, _ host: Host, _ call: HandlerCall) throws -> Bool
  /// Does an action that wants no call.
  func perform(action number: Int32, _ host: Host) throws
  /// Does an action.
  func perform(action number: Int32, _ host: Host, _ call: HandlerCall) throws
}

/// Calls what is bound in the host.
struct BoundHandlers<Host: InterpreterHost & Sendable>: HandlerDispatch {
  @inline(__always)
  func wantsCall(guard number: Int32, _ host: Host) -> Bool { host.wantsCall(guard: Int(number)) }

  @inline(__always)
  func wantsCall(action number: Int32, _ host: Host) -> Bool { host.wantsCall(action: Int(number)) }

  @inline(__always)
  func answer(guard number: Int32, _ host: Host) throws -> Bool { try host.answer(guard: Int(number)) }

  @inline(__always)
  func answer(guard number: Int32, _ host: Host, _ call: HandlerCall) throws -> Bool {
    try host.answer(guard: Int(number), call)
  }

  @inline(__always)
  func perform(action number: Int32, _ host: Host) throws { try host.perform(action: Int(number)) }

  @inline(__always)
  func perform(action number: Int32, _ host: Host, _ call: HandlerCall) throws {
    try host.perform(action: Int(number), call)
  }
}

extension Interpreter {
  /// Takes an external event of which there is nothing but the name, by its number in the chart's trie.
  @inlinable
  @inline(__always)
  mutating func handle<Dispatch: HandlerDispatch>(plain event: Int32, _ dispatch: Dispatch) -> SendResult
  where Dispatch.Host == Host {
    guard phase == .running else { return .rejected }
    guard current >= 0, !needsCare, Int(event) < memos[0].width else { return handleWithCare(event) }
    microsteps = 0
    work = 0
    plainEvent = event
    isPlainEventInternal = false
    return carryOut(plain: selectTransitions(plain: event, dispatch), dispatch)
  }

  /// Enters the chart.
  @inlinable
  @inline(__always)
  mutating func begin<Dispatch: HandlerDispatch>(_ dispatch: Dispatch) where Dispatch.Host == Host {
    guard phase == .fresh, !memos.isEmpty, !needsCare, memos[0].start != Memo.unknown else { return start() }
    phase = .running
    // Entering the chart is no microstep.
    microsteps = -1
    work = 0
    _ = carryOut(plain: memos[0].start, dispatch)
  }

  /// The edge of the plan for an event of which there is nothing but the name.
  @inlinable
  @inline(__always)
  mutating func selectTransitions<Dispatch: HandlerDispatch>(
    plain number: Int32, _ dispatch: Dispatch
  ) -> Int32 where Dispatch.Host == Host {
    askedGuards = 0
    var edge = memos[0].rows[Int(current) &* memos[0].width &+ Int(number)]
    var last: Int32 = -1
    var holds = false
    while edge >= 0 {
      last = edge
      let node = memos[0].nodes[Int(edge)]
      holds = test(node.condition, of: node.transition, dispatch)
      if !holds, host.isNoting { host.didRefuse(Int(node.transition)) }
      edge = holds ? node.yes : node.no
    }
    return edge == Memo.unknown ? ~learn(number, last: last, holds: holds) : edge
  }

  /// Carries out a plan and all that follows from it.
  @inlinable
  @inline(__always)
  mutating func carryOut<Dispatch: HandlerDispatch>(plain edge: Int32, _ dispatch: Dispatch) -> SendResult
  where Dispatch.Host == Host {
    var edge = edge
    while true {
      // What a guard that failed has queued comes first.
      guard edge != ~StepPlan.nothing else { return finishPlainStep() }
      guard edge < 0, !needsCare, memos[0].plans[Int(~edge)].plainEnd >= 0 else {
        return finishWithCare(~edge)
      }
      let plan = memos[0].plans[Int(~edge)]
      microsteps &+= 1
      current = plan.next
      var raised: Int32 = -1
      var position = plan.plainStart
      while position < plan.plainEnd {
        let code = memos[0].plain[Int(position)].code
        if code >= 0 {
          do {
            if dispatch.wantsCall(action: code, host) {
              try dispatch.perform(action: code, host, handlerCall([:]))
            } else {
              try dispatch.perform(action: code, host)
            }
          } catch {
            return fail(at: position, of: ~edge, raised: raised, error)
          }
        } else {
          raised = ~code
        }
        position &+= 1
      }
      work &+= plan.plainEnd &- plan.plainStart
      if memos[0].hasEventless, memos[0].configurations[Int(current)].eventless != ~StepPlan.nothing {
        return settle(raised: raised)
      }
      guard raised >= 0 else { return .taken }
      // A chart that raises event after event is left to the procedures that watch for that, and one with too many
      // names for a table to those that do without.
      guard microsteps < 8, Int(raised) < memos[0].width else { return settle(raised: raised) }
      // Eight events of a chart cannot be more work than is allowed, so nobody needs to look.
      work &+= memos[0].unitsOfOwnEvent
      plainEvent = raised
      isPlainEventInternal = true
      edge = selectTransitions(plain: raised, dispatch)
    }
  }

  /// Whether a guard holds, given by its shape. One that fails or is not a truth value does not (SCXML 5.9.1).
  @inlinable
  @inline(__always)
  mutating func test<Dispatch: HandlerDispatch>(
    _ condition: Condition, of transition: Int32, _ dispatch: Dispatch
  ) -> Bool where Dispatch.Host == Host {
    switch condition {
    case .compare(let slot, let comparison, let number):
      if case .int(let value) = slots[Int(slot)] { return Condition.holds(comparison, value, number) }
    case .variable(let slot):
      if case .bool(let value) = slots[Int(slot)] { return value }
    case .ask(let number):
      guard number < 32 else { break }
      let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: number)
      if askedGuards & bit != 0 { return heldGuards & bit != 0 }
      if needsCare, hasThrown(guard: number) { return evaluateCondition(of: transition) }
      do {
        let holds =
          try dispatch.wantsCall(guard: number, host)
          ? dispatch.answer(guard: number, host, handlerCall([:])) : dispatch.answer(guard: number, host)
        askedGuards |= bit
        heldGuards = holds ? heldGuards | bit : heldGuards & ~bit
        return holds
      } catch {
        return guardThrew(number, error, of: transition)
      }
    case .other: break
    }
    return evaluateCondition(of: transition)
  }

  /// Ends the selection of an event that nothing answers. A transition that needs no event may still be taken: its guard
  /// sees the new event.
  @inlinable
  @inline(__always)
  mutating func finishPlainStep() -> SendResult {
    let isSettled =
      !memos[0].hasEventless || memos[0].configurations[Int(current)].eventless == ~StepPlan.nothing
    if needsCare || !isSettled { return finishWithCare(StepPlan.nothing) }
    return microsteps > 0 ? .taken : .ignored
  }

  // What plain steps seldom need is kept out of line.

  /// Takes a plain event in whatever state the machine is.
  @inline(never)
  @usableFromInline
  mutating func handleWithCare(_ number: Int32) -> SendResult {
    guard Int(number) < chart.trie.names.count else { return .rejected }
    beginEvent()
    plainEvent = number
    isPlainEventInternal = false
    passPlainEvent()
    return finishWithCare(selectTransitions(Int(number), EventSource.any))
  }

  /// Carries out a plan of any kind, and all that follows from it.
  @inline(never)
  @usableFromInline
  mutating func finishWithCare(_ plan: Int32) -> SendResult {
    tookTransition = microsteps > 0
    if plan != StepPlan.nothing { microstep(plan, hasEvent: true) }
    settle()
    let took = tookTransition
    if !rooms.isEmpty, !rooms[0].externalQueue.isEmpty { _ = processExternalQueue() }
    return took ? .taken : .ignored
  }

  /// Goes on after a plain plan, of which an event may be left to be raised.
  @inline(never)
  @usableFromInline
  mutating func settle(raised: Int32) -> SendResult {
    if raised >= 0 { enqueue(plain: raised) }
    return finishWithCare(StepPlan.nothing)
  }

  /// Goes on after an action of a plain plan that failed: the rest of its block is left out.
  @inline(never)
  @usableFromInline
  mutating func fail(
    at position: Int32, of number: Int32, raised: Int32, _ error: any Error
  ) -> SendResult {
    if raised >= 0 { enqueue(plain: raised) }
    tookTransition = true
    let action = Int(memos[0].plain[Int(position)].code)
    let plan = memos[0].plans[Int(number)]
    work &+= position &- plan.plainStart &+ 1
    enqueueError("execution", "An action failed: \(actionError(action, error).message).")
    // The failed action's operation is the one whose block its instruction lies in.
    var end = plan.plainStart
    self.plan = number
    for place in plan.acting {
      planPosition = memos[0].acting[Int(place)]
      let operation = memos[0].operations[Int(planPosition)]
      if end > position {
        perform(operation)
      } else {
        end &+= Int32(truncatingIfNeeded: PlainInstruction.block(of: operation, chart)?.count ?? 0)
      }
    }
    planPosition = -1
    return finishWithCare(StepPlan.nothing)
  }

  /// Learns what the memo does not know of a plain event.
  @inline(never)
  @usableFromInline
  mutating func learn(_ number: Int32, last: Int32, holds: Bool) -> Int32 {
    let number = Int(number)
    return learn(
      .event(current, number: number, source: EventSource.any), last: last, holds: holds
    ) { $0.beginSelection(number, EventSource.any) }
  }

  private mutating func passPlainEvent() {
    guard chart.forwardsEvents, var external = event else { return }
    event = external
    passToInvocations(&external)
  }

  private mutating func enqueue(plain number: Int32) {
    enqueue(RuntimeEvent(plain: number, isInternal: true, chart))
  }
}
