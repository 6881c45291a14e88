extension ChartValue {
  /// Counts what a value holds, and stops as soon as a limit is passed; so the walk is bounded for any value, also one
  /// whose parts are shared many times.
  private struct Count {
    var elements = 0
    var bytes = 0
    var isTooDeep = false
    /// Whether a duration is longer than charts may have.
    var isTooLong = false

    /// False when there is too much. Too deep parts are noted and passed over, so that the answer does not depend on
    /// the order in which a map hands out its fields.
    mutating func add(_ value: ChartValue, depth: Int) -> Bool {
      switch value {
      case .string(let text):
        bytes += text.utf8.count
      case .list(let list):
        elements += list.count
        guard enter(depth) else { return isWithin }
        for element in list where !add(element, depth: depth + 1) { return false }
      case .map(let fields):
        elements += fields.count
        guard enter(depth) else { return isWithin }
        for (name, element) in fields {
          bytes += name.utf8.count
          if !add(element, depth: depth + 1) { return false }
        }
      case .duration(let span): isTooLong = span > .longestInChart || span < .zero - .longestInChart
      case .unset, .bool, .int, .number: break
      }
      return isWithin
    }

    private var isWithin: Bool {
      !isTooLong && elements <= ExpressionLimits.elements && bytes <= ExpressionLimits.allTexts
    }

    private mutating func enter(_ depth: Int) -> Bool {
      if depth >= ExpressionLimits.depth { isTooDeep = true }
      return isWithin && depth < ExpressionLimits.depth
    }
  }

  /// Why the value is larger than a chart can hold; nil when it is not.
  ///
  /// Limits: 64 levels of lists and maps, 100,000 elements and 16 MiB of text in all, and durations of ten years.
  package var excess: EvaluationError.Reason? {
    var count = Count()
    if !count.add(self, depth: 0) { return .tooLarge }
    return count.isTooDeep ? .tooDeep : nil
  }

  /// How many elements a value holds, those of its elements included; not much more than the limit is ever counted.
  var elementCount: Int {
    var count = Count()
    _ = count.add(self, depth: 0)
    return count.elements
  }

  /// The units of work of writing the value out: one for each element, and one for each 64 bytes of text.
  var writingCost: Int {
    var count = Count()
    _ = count.add(self, depth: 0)
    return count.elements + count.bytes / 64
  }

  /// Fails when a value that an expression made is larger than a chart can hold, and charges for looking.
  func checkSize(_ budget: inout EvaluationBudget) throws(EvaluationError) {
    var count = Count()
    let isWithin = count.add(self, depth: 0)
    try budget.charge(elements: count.elements)
    if !isWithin { throw EvaluationError(.tooLarge) }
    if count.isTooDeep { throw EvaluationError(.tooDeep) }
  }
}
