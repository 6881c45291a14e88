extension Value {
  /// Counts what a value holds, and stops as soon as a limit is passed; so the walk is bounded for any value, also one
  /// whose parts are shared many times.
  private struct Count {
    var elements = 0
    var bytes = 0

    mutating func add(_ value: Value, depth: Int) -> EvaluationError.Reason? {
      switch value {
      case .string(let text):
        bytes += text.utf8.count
        return bytes > ExpressionLimits.allTexts ? .tooLarge : nil
      case .list(let list):
        guard depth < ExpressionLimits.depth else { return .tooDeep }
        elements += list.count
        guard elements <= ExpressionLimits.elements else { return .tooLarge }
        for element in list {
          if let reason = add(element, depth: depth + 1) { return reason }
        }
        return nil
      case .map(let fields):
        guard depth < ExpressionLimits.depth else { return .tooDeep }
        elements += fields.count
        guard elements <= ExpressionLimits.elements else { return .tooLarge }
        for (name, element) in fields {
          bytes += name.utf8.count
          if let reason = add(element, depth: depth + 1) { return reason }
        }
        return nil
      case .unset, .bool, .int, .number, .duration: return nil
      }
    }
  }

  /// Why the value is larger than a chart can hold; nil when it is not.
  ///
  /// Limits: 64 levels of lists and maps, 100,000 elements and 16 MiB of text in all.
  package var excess: EvaluationError.Reason? {
    var count = Count()
    return count.add(self, depth: 0)
  }
}
