extension ExpressionProgram {
  /// Calls a function. The checker has seen to the number of arguments, not always to their kinds.
  func call<Environment: EvaluationEnvironment>(
    _ function: ExpressionFunction, _ node: Node, _ index: Int, _ environment: inout Environment,
    _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    let row = Int(node.a)..<Int(node.a + node.b)
    do throws(EvaluationError) {
      switch row.count {
      case 0: throw EvaluationError(.failed)
      case 1:
        let argument = try value(Int(children[row.lowerBound]), &environment, &budget)
        if function == .concat || function == .min || function == .max {
          return try Functions.applyMany(function, [argument], &budget)
        }
        return try Functions.apply(function, argument, &budget)
      case 2 where function.arity == 2...2:
        let first = try value(Int(children[row.lowerBound]), &environment, &budget)
        let second = try value(Int(children[row.lowerBound + 1]), &environment, &budget)
        return try Functions.apply(function, first, second, &budget)
      default:
        var arguments: [ChartValue] = []
        for child in children[row] { arguments.append(try value(Int(child), &environment, &budget)) }
        return try Functions.applyMany(function, arguments, &budget)
      }
    } catch {
      throw located(error, index)
    }
  }
}

/// What the functions of the expression language do.
enum Functions {
  private static func unsuitable(_ function: ExpressionFunction, _ value: ChartValue) -> EvaluationError {
    if case .unset = value { return EvaluationError(.noValue(of: "`\(function.name)`")) }
    return EvaluationError(.unsuitable(operation: "`\(function.name)`", found: value.kindWords))
  }

  /// Functions of one argument.
  static func apply(
    _ function: ExpressionFunction, _ value: ChartValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    switch (function, value) {
    case (.length, .string(let text)):
      try budget.charge(bytes: text.utf8.count)
      // Code points: the number is the same on every system, unlike that of grapheme clusters.
      return .int(text.unicodeScalars.count)
    case (.length, .list(let elements)): return .int(elements.count)
    case (.length, .map(let fields)): return .int(fields.count)
    case (.lower, .string(let text)): return try changed(text, &budget) { $0.lowercased() }
    case (.upper, .string(let text)): return try changed(text, &budget) { $0.uppercased() }
    case (.trim, .string(let text)): return try changed(text, &budget, trimmed)
    case (.abs, .int(let number)): return number < 0 ? try Arithmetic.negate(value) : value
    case (.abs, .number(let number)): return .number(number.magnitude)
    case (.abs, .duration(let span)): return span < .zero ? try Arithmetic.negate(value) : value
    case (.floor, .int), (.ceil, .int), (.round, .int): return value
    case (.floor, .number(let number)): return try whole(number.rounded(.down))
    case (.ceil, .number(let number)): return try whole(number.rounded(.up))
    case (.round, .number(let number)): return try whole(number.rounded(.toNearestOrAwayFromZero))
    case (.isList, .list): return true
    case (.isList, _): return false
    case (.duration, .duration): return value
    case (.duration, .string(let text)):
      guard text.utf8.count <= 64, let span = try? Duration(literal: text) else {
        throw EvaluationError(.unsuitable(operation: "`duration`", found: "text that is not a duration"))
      }
      return .duration(span)
    case (.text, .string): return value
    case (.text, .int), (.text, .number), (.text, .bool): return .string(value.description)
    default: throw unsuitable(function, value)
    }
  }

  private static func whole(_ number: Double) throws(EvaluationError) -> ChartValue {
    guard let whole = Int(exactly: number) else { throw EvaluationError(.overflow) }
    return .int(whole)
  }

  private static func changed(
    _ text: String, _ budget: inout EvaluationBudget, _ change: (String) -> String
  ) throws(EvaluationError) -> ChartValue {
    try budget.charge(bytes: text.utf8.count)
    let result = change(text)
    guard result.utf8.count <= ExpressionLimits.resultText else { throw EvaluationError(.tooLarge) }
    return .string(result)
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Functions of two arguments.
  static func apply(
    _ function: ExpressionFunction, _ first: ChartValue, _ second: ChartValue,
    _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    switch (function, first, second) {
    case (.has, .map(let fields), .string(let name)):
      return .bool((fields[name] ?? .unset) != .unset)
    case (.contains, .string(let text), .string(let part)):
      return .bool(try contains(text, part, &budget))
    case (.contains, .list(let elements), _):
      try budget.charge(elements: elements.count)
      for element in elements where try element.isEqual(to: second, &budget) { return true }
      return false
    case (.startsWith, .string(let text), .string(let part)):
      try budget.charge(bytes: part.utf8.count)
      return .bool(text.utf8.starts(with: part.utf8))
    case (.endsWith, .string(let text), .string(let part)):
      try budget.charge(bytes: part.utf8.count)
      return .bool(
        text.utf8.count >= part.utf8.count && text.utf8.suffix(part.utf8.count).elementsEqual(part.utf8))
    case (.has, .map, _), (.contains, .string, _), (.startsWith, .string, _), (.endsWith, .string, _):
      throw unsuitable(function, second)
    default: throw unsuitable(function, first)
    }
  }

  /// Looks for a part in a text, scalar by scalar, in time that grows with the sum of their lengths (Knuth, Morris, Pratt).
  private static func contains(
    _ text: String, _ part: String, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    guard part.utf8.count <= text.utf8.count else { return false }
    if part.isEmpty { return true }
    try budget.charge(bytes: text.utf8.count + part.utf8.count)
    let wanted = Array(part.utf8)
    // fallback[i]: how many bytes still match when the byte after the first i does not.
    var fallback = [Int](repeating: 0, count: wanted.count)
    var matched = 0
    for index in 1..<max(wanted.count, 1) {
      while matched > 0, wanted[index] != wanted[matched] { matched = fallback[matched - 1] }
      if wanted[index] == wanted[matched] { matched += 1 }
      fallback[index] = matched
    }
    matched = 0
    for byte in text.utf8 {
      while matched > 0, byte != wanted[matched] { matched = fallback[matched - 1] }
      if byte == wanted[matched] { matched += 1 }
      if matched == wanted.count { return true }
    }
    return false
  }

  /// Functions of any number of arguments.
  static func applyMany(
    _ function: ExpressionFunction, _ arguments: [ChartValue], _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    guard var best = arguments.first else { throw EvaluationError(.failed) }
    switch function {
    case .min, .max:
      var hasFraction = false
      for argument in arguments {
        switch argument {
        case .int, .duration: break
        case .number: hasFraction = true
        default: throw unsuitable(function, argument)
        }
        guard let order = argument.order(best) else { throw unsuitable(function, argument) }
        if function == .min ? order < 0 : order > 0 { best = argument }
      }
      // Of whole numbers and numbers the result is a number, as with `+`.
      if hasFraction, case .int(let whole) = best { return .number(Double(whole)) }
      return best
    case .concat:
      switch best {
      case .string:
        var texts: [String] = []
        for argument in arguments {
          guard case .string(let text) = argument else { throw unsuitable(function, argument) }
          texts.append(text)
        }
        return .string(try Arithmetic.join(texts, &budget))
      case .list:
        var lists: [[ChartValue]] = []
        for argument in arguments {
          guard case .list(let list) = argument else { throw unsuitable(function, argument) }
          lists.append(list)
        }
        return try Arithmetic.join(lists, &budget)
      default: throw unsuitable(function, best)
      }
    default: throw EvaluationError(.failed)
    }
  }
}
