import StatechartsModel

// Pass 4: the context's variables, their initial values, and where they are reset.

extension Compiler {
  /// Evaluates initial values and notes on the exit of which states variables are reset.
  mutating func compileContext() {
    var cleared: [Int: [Int]] = [:]
    for (slot, variable) in chart.context.enumerated() {
      initialValues.append(initialValue(of: variable))
      for name in variable.clearedOnExitOf {
        if let state = index.numbers[name.text] {
          cleared[state, default: []].append(slot)
        } else {
          reportUnknown(
            .unknownState, "`\(name.text)` is not a state.", name,
            among: models.dropFirst().map(\.id.text),
            otherwise: "write the id of a state that resets `\(variable.name.text)` when it is left")
        }
      }
    }
    for (state, slots) in cleared {
      states[state].cleared = clearedSlots.count..<clearedSlots.count + slots.count
      clearedSlots.append(contentsOf: slots)
    }
  }
}
