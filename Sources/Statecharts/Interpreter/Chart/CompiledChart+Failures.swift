import StatechartsModel

// What failed, in words. The chart's own text is shown, values never are.

extension CompiledChart {
  /// The longest part of an expression that is shown, in bytes.
  private static let longestPart = 80

  /// What failed in a list of actions, where it stands and why, in one plain sentence.
  func sentence(about error: EvaluationError) -> String {
    guard operations.indices.contains(error.operation) else {
      return "An action failed\(reason(of: error))."
    }
    let what = words(for: operations[error.operation])
    return "\(what) in \(place(of: error.operation)) failed\(reason(of: error))."
  }

  /// The part of an expression that failed, and why, to go after `failed`.
  func reason(of error: EvaluationError) -> String {
    part(of: error).map { " at `\($0)`: \(error.message)" } ?? ": \(error.message)"
  }

  /// A transition by what triggers it and the state that has it.
  func words(forTransition number: Int) -> String {
    let state = stateIDs[transitions[number].source]
    guard let trigger = transitionNotes[number].trigger else { return "an `always` transition of `\(state)`" }
    return "the transition `\(trigger)` of `\(state)`"
  }

  private func part(of error: EvaluationError) -> String? {
    guard expressions.indices.contains(error.expression) else { return nil }
    let text = expressions[error.expression].text.utf8
    guard !text.isEmpty else { return nil }
    let range = error.range.clamped(to: 0..<text.count)
    let bytes = range.isEmpty ? Array(text) : Array(text.dropFirst(range.lowerBound).prefix(range.count))
    let whole = String(decoding: bytes, as: UTF8.self)
    let shown =
      expressions[error.expression].hidesLiterals ? ExpressionScanner.maskingLiterals(of: whole) : whole
    let words = shown.split(whereSeparator: \.isWhitespace)
    let part = words.joined(separator: " ")
    guard part.utf8.count > Self.longestPart else { return part }
    return String(decoding: part.utf8.prefix(Self.longestPart - 3), as: UTF8.self) + "…"
  }

  private func words(for operation: Operation) -> String {
    switch operation {
    case .call(let action, _): "The action `\(actionNames[action])`"
    case .assign(let slot, _, _, _): "`assign` to `\(chart.context[slot].name.text)`"
    case .raise(let event, _): "`raise` of `\(eventNames[event])`"
    case .send(let number) where sends[number].computedEvent >= 0: "`send`"
    case .send(let number): "`send` of `\(eventNames[sends[number].event])`"
    case .cancel, .cancelComputed: "`cancel`"
    case .emit(let output, _): "`emit` of `\(outputNames[output])`"
    case .log: "`log`"
    case .jumpUnless: "The condition of `if`"
    case .loop: "The list of `foreach`"
    case .jump, .block: "An action"
    }
  }

  /// Where an instruction stands.
  private func place(of operation: Int) -> String {
    for (number, state) in states.enumerated() {
      if state.entry.contains(operation) { return "`entry` of `\(stateIDs[number])`" }
      if state.exit.contains(operation) { return "`exit` of `\(stateIDs[number])`" }
      if state.initial >= 0, entries[state.initial].actions.contains(operation) {
        return "`\(state.kind.isHistory ? "default" : "initial")` of `\(stateIDs[number])`"
      }
    }
    if let transition = transitions.firstIndex(where: { $0.actions.contains(operation) }) {
      return words(forTransition: transition)
    }
    let owner = invocations.first { $0.finalize.contains(operation) }
    return "`finalize` in `\(stateIDs[owner?.state ?? 0])`"
  }
}
