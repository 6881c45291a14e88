import StatechartsModel

// What each instruction of a list of actions does.

extension Interpreter {
  /// Runs instructions. The recursion is bounded by the nesting of loops, which the compiler limits.
  mutating func run(_ block: Range<Int>) throws(EvaluationError) {
    var next = block.lowerBound
    while next < block.upperBound {
      didWork(1)
      guard mayWork() else { return }
      let place = next
      next += 1
      do throws(EvaluationError) {
        next = try execute(chart.operations[place], next)
      } catch {
        throw error.inside(operation: place)
      }
    }
  }

  /// Runs one instruction.
  ///
  /// - Returns: the place of the next one.
  @inline(__always)
  private mutating func execute(_ instruction: Operation, _ next: Int) throws(EvaluationError) -> Int {
    switch instruction {
    case .call(let action, let arguments): try call(action, arguments)
    case .assign(let slot, let expression, let type, let escaping):
      try assign(slot, expression, type, escaping)
    case .raise(let event, let data):
      var taint: Taint = []
      let data = try value(of: data, &taint)
      enqueue(
        RuntimeEvent(
          kind: .internal, number: chart.eventNumbers[event], name: chart.eventNames[event],
          data: data == .unset ? chart.absentEventData[event] : data, taint: taint))
    case .send(let send): try self.send(send)
    case .cancel(let sendID): cancelSends(chart.sendIDs[sendID])
    case .emit(let output, let data):
      var payload = try payload(chart.outputNames[output], data)
      payload.chart = chart.chart.id.text
      didWork(writing: payload.data)
      cold[0].effects.append(.output(payload))
    case .log(let expression):
      let value = try evaluate(expression)
      didWork(writing: value)
      host.didLog(logged(value, expression), after: cold[0].effects.count)
    case .jumpUnless(let condition, let place):
      guard case .bool(let holds) = try evaluate(condition) else {
        throw EvaluationError(.notACondition(found: "something else"))
      }
      if !holds { return place }
    case .jump(let place): return place
    case .cancelComputed(let expression):
      // Decision: Docs/decisions/semantics.md#an-id-that-is-not-a-text-cancels-nothing
      if case .string(let id) = try evaluate(expression) { cancelSends(id) }
    case .block(let end):
      // Decision: Docs/decisions/format.md#blocks-of-actions
      executeContent(next..<end)
      return end
    case .loop(let loop):
      let record = chart.loops[loop]
      try run(record)
      return record.body.upperBound
    }
    return next
  }

  private mutating func run(_ loop: LoopRecord) throws(EvaluationError) {
    guard case .list(let elements) = try evaluate(loop.list) else {
      throw EvaluationError(.unsuitable(operation: "foreach", found: "something that is not a list"))
    }
    let taint = carriedTaint(of: loop.list)
    // `elements` is a copy, so the body may change the list (SCXML 4.6).
    for (number, element) in elements.enumerated() {
      didWork(1)
      guard mayWork() else { return }
      slots[loop.item] = element
      mark(loop.item, taint)
      if loop.index >= 0 { slots[loop.index] = .int(number) }
      try run(loop.body)
    }
  }

  private mutating func call(_ action: Int, _ arguments: Range<Int>) throws(EvaluationError) {
    if arguments.isEmpty {
      if host.isRecording { host.didPerform(action: action, [], after: cold[0].effects.count) }
      do {
        if host.wantsCall(action: action) {
          try host.perform(action: action, handlerCall([:]))
        } else {
          try host.perform(action: action)
        }
        return
      } catch {
        throw actionError(action, error)
      }
    }
    var values: [String: ChartValue] = [:]
    var shown: [(name: String, value: ChartValue)] = []
    for position in arguments {
      let field = chart.fields[position]
      let value = try value(of: position)
      didWork(writing: value)
      values[field.name] = value
      let isSecret = field.isSecret || carriedTaint(of: field.expression).contains(.secret)
      shown.append((field.name, isSecret ? .redacted : value))
    }
    if host.isRecording { host.didPerform(action: action, shown, after: cold[0].effects.count) }
    do { try host.perform(action: action, handlerCall(values)) } catch { throw actionError(action, error) }
  }

  /// What the handler says may hold anything, so only the type of its error is shown.
  func actionError(_ action: Int, _ error: any Error) -> EvaluationError {
    let name = chart.actionNames[action]
    return EvaluationError(.handler("the handler `\(name)` threw an error of the type \(type(of: error))"))
  }

  private mutating func assign(
    _ slot: Int, _ expression: Int, _ type: Int, _ escaping: Taint
  ) throws(EvaluationError) {
    let value = try evaluate(expression)
    if type >= 0 {
      let field = chart.chart.context[type].field
      didWork(looking: value)
      guard field.accepts(value, codes: chart.errors) else {
        throw EvaluationError(.handler("the value does not fit the variable `\(field.name.text)`"))
      }
    }
    let taint = escaping.union(carriedTaint(of: expression))
    slots[slot] = value
    mark(slot, taint.isEmpty ? [] : taint.subtracting(chart.chart.context[slot].field.taint))
  }
}
