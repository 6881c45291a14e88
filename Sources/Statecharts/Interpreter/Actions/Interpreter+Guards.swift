// How guards are evaluated, and what happens when one fails.

extension Interpreter {
  /// Whether a guard holds, given by its shape. One that fails or is not a truth value does not (SCXML 5.9.1).
  @inline(__always)
  mutating func holds(_ condition: Condition, of transition: Int32) -> Bool {
    switch condition {
    case .compare(let slot, let comparison, let number):
      if case .int(let value) = slots[Int(slot)] { return Condition.holds(comparison, value, number) }
    case .variable(let slot):
      if case .bool(let value) = slots[Int(slot)] { return value }
    case .ask(let number):
      guard number < 32 else { break }
      let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: number)
      if askedGuards & bit != 0 { return heldGuards & bit != 0 }
      if hasThrown(guard: number) { break }
      do {
        let number = Int(number)
        let holds =
          try host.wantsCall(guard: number)
          ? host.answer(guard: number, handlerCall([:])) : host.answer(guard: number)
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

  /// Evaluates the expression of a guard. One that fails does not hold (SCXML 5.9.1).
  @inline(never)
  private mutating func evaluateCondition(of transition: Int32) -> Bool {
    didWork(1)
    guard mayWork() else { return false }
    let transition = Int(transition)
    let condition = chart.transitions[transition].guard
    do throws(EvaluationError) {
      return try Statecharts.holds(chart.expressions[condition], &self)
    } catch {
      guardFailed(transition, error.inside(expression: condition))
      return false
    }
  }

  /// Whether a handler guard threw in this selection; it is not asked again.
  @inline(__always)
  private func hasThrown(guard number: Int32) -> Bool {
    guard !cold[0].guardAnswers.isEmpty else { return false }
    return cold[0].guardAnswers[GuardQuestion(number: Int(number))] != nil
  }

  /// Lets handler guards be asked again.
  @inline(__always)
  mutating func forgetGuardAnswers() {
    guard !cold[0].guardAnswers.isEmpty else { return }
    cold[0].guardAnswers.removeAll(keepingCapacity: true)
  }

  /// Notes that a handler guard threw, which counts as no.
  @inline(never)
  private mutating func guardThrew(_ number: Int32, _ error: any Error, of transition: Int32) -> Bool {
    let thrown = "\(type(of: error))"
    cold[0].guardAnswers[GuardQuestion(number: Int(number))] = .failed(type: thrown)
    guardFailed(Int(transition), guardError(Int(number), type: thrown))
    return false
  }

  /// Queues `error.execution`, but not where it would only bring about the same failure again without end: while
  /// selecting for that very event, and more than once a macrostep for a transition without event.
  private mutating func guardFailed(_ transition: Int, _ error: EvaluationError) {
    let message = "The guard of \(chart.words(forTransition: transition)) failed\(chart.reason(of: error))."
    if chart.states[chart.transitions[transition].source].eventless.contains(transition) {
      guard !cold[0].failedEventless.contains(transition) else { return }
      cold[0].failedEventless.insert(transition)
    } else if event?.error == "execution" {
      return host.didFail(message)
    }
    enqueueError("execution", message)
  }
}
