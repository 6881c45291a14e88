import StatechartsModel

// What expressions read, and the handler guards that they ask.

extension Interpreter {
  /// A handler guard with what it is asked.
  struct GuardQuestion: Hashable, Sendable {
    var number: Int
    var arguments: [String: ChartValue] = [:]
  }

  /// What a handler guard said.
  enum GuardAnswer: Sendable {
    case holds, doesNotHold
    /// It threw an error of this type.
    case failed(type: String)
  }

  /// Evaluates an expression of the chart.
  mutating func evaluate(_ expression: Int) throws(EvaluationError) -> ChartValue {
    guard mayWork() else { throw EvaluationError(.tooMuchWork) }
    do throws(EvaluationError) {
      return try Statecharts.evaluate(chart.expressions[expression], &self)
    } catch {
      throw error.inside(expression: expression)
    }
  }

  /// What a handler is called with.
  @inline(never)
  func handlerCall(_ arguments: [String: ChartValue]) -> HandlerCall {
    HandlerCall(
      arguments: arguments, context: ContextValues(chart: chart, slots: slots),
      eventWithoutData: eventWithoutData,
      eventWithData: eventWithoutData < 0 ? cold[0].event.map { ChartEvent($0) } : nil)
  }

  /// An event with what may be shown of its data.
  func payload(of event: RuntimeEvent) -> NamedData {
    NamedData(
      name: event.name, data: event.data, redactedData: chart.redacted(event),
      taint: event.taint.union(chart.declaredTaint(of: event)))
  }
}

extension Interpreter: EvaluationEnvironment {
  mutating func didWork(_ steps: Int) {
    guard steps > 0 else { return }
    let (sum, isOver) = work.addingReportingOverflow(Int32(clamping: steps))
    work = isOver ? .max : sum
  }

  /// All of a value was looked at.
  mutating func didWork(looking value: ChartValue) {
    switch value {
    case .list, .map: didWork(value.elementCount / 8)
    default: break
    }
  }

  /// All of a value is written: to the log, or for a receiver outside the chart. That costs more than looking at it.
  mutating func didWork(writing value: ChartValue) {
    switch value {
    case .string, .list, .map: didWork(value.writingCost)
    default: break
    }
  }

  func variable(_ slot: Int) -> ChartValue { slots[slot] }

  func local(_ slot: Int) -> ChartValue { slots[chart.chart.context.count + slot] }

  var eventName: String? { event?.name }

  var eventData: ChartValue { event?.data ?? .unset }

  var eventError: String? { event?.error }

  func eventDetail(_ detail: EventDetail) -> ChartValue {
    guard let event else { return .unset }
    let text: String? =
      switch detail {
      case .type: event.kind.rawValue
      case .sendID: event.sendID
      case .origin: event.origin
      case .originType: event.origin == nil ? nil : EventDetail.eventProcessor
      case .invokeID:
        event.invocation < 0 ? nil : chart.invocationIDs[chart.invocations[event.invocation].id]
      }
    return text.map { .string($0) } ?? .unset
  }

  /// Asks a handler guard, at most once in a selection for the same arguments.
  mutating func ask(_ number: Int, _ arguments: [String: ChartValue]) throws(EvaluationError) -> Bool {
    // Decision: Docs/decisions/semantics.md#guards-are-asked-once
    let bit: UInt32 = number < 32 ? 1 &<< UInt32(truncatingIfNeeded: number) : 0
    if arguments.isEmpty, askedGuards & bit != 0 { return heldGuards & bit != 0 }
    // To compare arguments is to look at all of them.
    for argument in arguments.values { didWork(looking: argument) }
    let question = GuardQuestion(number: number, arguments: arguments)
    let answer: GuardAnswer
    if let known = cold[0].guardAnswers[question] {
      answer = known
    } else {
      do {
        let holds =
          try host.wantsCall(guard: number) || !arguments.isEmpty
          ? host.answer(guard: number, handlerCall(arguments)) : host.answer(guard: number)
        if arguments.isEmpty, bit != 0 {
          askedGuards |= bit
          heldGuards = holds ? heldGuards | bit : heldGuards & ~bit
          return holds
        }
        answer = holds ? .holds : .doesNotHold
      } catch {
        answer = .failed(type: "\(type(of: error))")
      }
      cold[0].guardAnswers[question] = answer
    }
    switch answer {
    case .holds: return true
    case .doesNotHold: return false
    case .failed(let type): throw guardError(number, type: type)
    }
  }

  /// What the handler says may hold anything, so only the type of its error is shown.
  func guardError(_ number: Int, type: String) -> EvaluationError {
    let name = chart.guardNames[number]
    return EvaluationError(.handler("the handler `\(name)` threw an error of the type \(type)"))
  }
}

extension ChartEvent {
  /// The event as handlers see it.
  init(_ event: RuntimeEvent) {
    self.init(
      event.name, data: event.data, kind: event.kind, error: event.error, origin: event.origin,
      sendID: event.sendID)
  }
}
