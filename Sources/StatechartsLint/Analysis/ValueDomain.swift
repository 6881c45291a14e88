import StatechartsModel

internal import Statecharts

/// What a variable can be, in as many kinds of values as the chart distinguishes. A set of them is a mask of bits.
///
/// Whole numbers that the chart names, and those between them, are known one by one; a counter that goes beyond them
/// is above or below all. What comes from elsewhere may be anything.
struct ValueDomain {
  typealias Mask = UInt64

  /// What a condition may come to. One that fails does not hold.
  struct Answers: OptionSet {
    let rawValue: UInt8
    static let yes = Answers(rawValue: 1)
    static let no = Answers(rawValue: 2)
    static let fails = Answers(rawValue: 4)
    static let any: Answers = [.yes, .no, .fails]

    /// What `not` makes of them.
    var negated: Answers {
      var result = intersection(.fails)
      if contains(.yes) { result.insert(.no) }
      if contains(.no) { result.insert(.yes) }
      return result
    }
  }

  /// No value.
  static let none: Mask = 1
  private static let other: Mask = 2
  private static let below: Mask = 4
  private static let above: Mask = 8
  private static let known = 4
  /// How many values are distinguished at most.
  private static let limit = 48

  /// The name of the variable.
  let name: String
  /// The values that are known one by one; whole numbers in order, without gaps.
  private let values: [ChartValue]
  /// The least of the whole numbers; nil where the values are others.
  private let least: Int?
  /// If only the presence of values is followed: the assignments that certainly give one.
  private let surelySet: Set<ModelOrigin>?

  /// Nil if too many values would have to be distinguished.
  ///
  /// - Parameters:
  ///   - variable: The variable.
  ///   - nodes: What is assigned to it, its first value, and the conditions that ask for it.
  init?(_ variable: ContextVariable, _ nodes: [ExpressionNode]) {
    name = variable.name.text
    surelySet = nil
    var type = variable.field.type
    if case .optional(let wrapped) = type { type = wrapped }
    var seen: Set<ChartValue> = type == .bool ? [true, false] : []
    var isCertain = true
    for node in nodes {
      for part in node.all {
        guard let value = Self.literal(part) else { continue }
        switch (value, type) {
        case (.int(let number), .int):
          isCertain = isCertain && abs(Double(number)) < 1e9
          seen.insert(value)
        case (.string, .string), (.string, .error): seen.insert(value)
        default: continue
        }
      }
      if seen.count > Self.limit { return nil }
    }
    guard isCertain else { return nil }
    let numbers = seen.compactMap { if case .int(let number) = $0 { number } else { nil } }
    guard let least = numbers.min(), let most = numbers.max() else {
      self.least = nil
      values = seen.map { ($0, Self.text(of: $0)) }.sorted { $0.1 < $1.1 }.map(\.0)
      return
    }
    guard most - least < Self.limit else { return nil }
    self.least = least
    values = (least...most).map { .int($0) }
  }

  /// Tells only whether the variable has a value.
  ///
  /// - Parameter surelySet: The assignments that certainly give one.
  init(presenceOf variable: ContextVariable, surelySet: Set<ModelOrigin>) {
    name = variable.name.text
    values = []
    least = nil
    self.surelySet = surelySet
  }

  /// Some value.
  static var some: Mask { other }

  /// Whether an action that fails ends its list. To follow only the presence of values, actions are taken
  /// not to fail: each failure is a mistake of its own, and with them hardly anything would be certain.
  var followsFailures: Bool { surelySet == nil }

  /// Every value, known or not.
  var all: Mask { (1 << Mask(Self.known + values.count)) - 1 }

  /// A literal, a number with its sign; nil for all else.
  static func literal(_ node: ExpressionNode) -> ChartValue? {
    switch node.kind {
    case .literal(let value): return value
    case .negate(let operand):
      if case .literal(.int(let number)) = operand.kind, number > Int.min { return .int(-number) }
      return nil
    default: return nil
    }
  }

  /// The mask of one value.
  func mask(of value: ChartValue) -> Mask {
    if value == .unset { return Self.none }
    if case .int(let number) = value, let least {
      if number < least { return Self.below }
      return number - least < values.count ? mask(at: number - least) : Self.above
    }
    return values.firstIndex(of: value).map { mask(at: $0) } ?? Self.other
  }

  private func mask(at place: Int) -> Mask { 1 << Mask(Self.known + place) }

  /// The masks of the single values in a set.
  func each(in mask: Mask) -> [Mask] {
    (0..<Self.known + values.count).map { 1 << Mask($0) }.filter { mask & $0 != 0 }
  }

  /// What a variable is after it was assigned.
  ///
  /// - Parameters:
  ///   - node: What is assigned; nil where that cannot be read.
  ///   - origin: Where it is assigned.
  ///   - now: What the variable is before.
  /// - Returns: what it is then, and what it still is where the assignment failed.
  func assigned(_ node: ExpressionNode?, at origin: ModelOrigin? = nil, _ now: Mask) -> (
    set: Mask, failed: Mask
  ) {
    if let surelySet, let origin {
      if surelySet.contains(origin) { return (Self.other, now) }
      return (node?.kind == .literal(.unset) ? Self.none : all, now)
    }
    guard let node else { return (all, now) }
    if let value = Self.literal(node) { return (mask(of: value), 0) }
    if case .name(name) = node.kind { return (now, 0) }
    guard let step = step(node), let least else { return (all, now) }
    let failed = now & (Self.none | Self.other)
    var set: Mask = now & Self.other
    for place in values.indices where now & mask(at: place) != 0 {
      set |= mask(of: .int(least + place + step))
    }
    if now & Self.above != 0 {
      set |= Self.above
      // What lies beyond the known ones comes back among them from the end.
      if step < 0 {
        for number in values.indices { set |= mask(of: .int(least + values.count + step + number)) }
      }
    }
    if now & Self.below != 0 {
      set |= Self.below
      if step > 0 { for number in values.indices { set |= mask(of: .int(least - 1 + step - number)) } }
    }
    return (set, failed)
  }

  /// By how much an expression such as `v + 1` counts the variable; nil for others.
  private func step(_ node: ExpressionNode) -> Int? {
    guard case .arithmetic(let first, let steps) = node.kind, steps.count == 1 else { return nil }
    let second = steps[0].operand
    switch (steps[0].operator, first.kind, Self.literal(second), Self.literal(first), second.kind) {
    case (.add, .name(name), .int(let number)?, _, _): return number
    case (.add, _, _, .int(let number)?, .name(name)): return number
    case (.subtract, .name(name), .int(let number)?, _, _): return -number
    default: return nil
    }
  }

  // MARK: Conditions

  /// What a condition may come to while the variable is one value.
  func answers(_ node: ExpressionNode, _ value: Mask) -> Answers {
    switch node.kind {
    case .literal(.bool(let value)): return value ? .yes : .no
    case .not(let operand): return answers(operand, value).negated
    case .all(let operands): return joined(operands, value, goesOnAfter: .yes)
    case .any(let operands): return joined(operands, value, goesOnAfter: .no)
    case .name(name):
      if value == Self.none { return .fails }
      if value == Self.other { return .any }
      return value == mask(of: true) ? .yes : value == mask(of: false) ? .no : .any
    case .call(name: "defined", _, let arguments) where arguments.count == 1:
      guard case .name(name) = arguments[0].value.kind else { return .any }
      return value == Self.none ? .no : .yes
    case .compare(_, _, let left, let right):
      // Cheaper than the text of what is compared.
      guard left.kind == .name(name) || right.kind == .name(name) else { return .any }
      guard let comparison = GuardComparison(node), comparison.subject == name else { return .any }
      return answers(comparison, value)
    default: return .any
    }
  }

  private func joined(_ operands: [ExpressionNode], _ value: Mask, goesOnAfter: Answers) -> Answers {
    var result: Answers = []
    for operand in operands {
      let answers = answers(operand, value)
      result.formUnion(answers.subtracting(goesOnAfter))
      if !answers.contains(goesOnAfter) { return result }
    }
    return result.union(goesOnAfter)
  }

  private func answers(_ comparison: GuardComparison, _ value: Mask) -> Answers {
    if value == Self.other { return .any }
    switch comparison.literal {
    case .text(let text):
      let isEqual = self.text(of: value) == text
      // Texts have no order in a `GuardComparison`.
      return isEqual == (comparison.operation == .equal) ? .yes : .no
    case .number(let number):
      guard value != Self.none else {
        return comparison.operation == .equal ? .no : comparison.operation == .notEqual ? .yes : .fails
      }
      guard let least else { return .any }
      let most = Double(least + values.count - 1)
      let order: Double
      switch value {
      case Self.below:
        guard number >= Double(least) else { return .any }
        order = -1
      case Self.above:
        guard number <= most else { return .any }
        order = 1
      default: order = Double(least + value.trailingZeroBitCount - Self.known) - number
      }
      let holds =
        switch comparison.operation {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        }
      return holds ? .yes : .no
    }
  }

  private func text(of value: Mask) -> String {
    if value == Self.none { return "unset" }
    // What lies beyond the known numbers is no text.
    let place = value.trailingZeroBitCount - Self.known
    return place < 0 ? "" : Self.text(of: values[place])
  }

  private static func text(of value: ChartValue) -> String {
    switch value {
    case .string(let text): return GuardComparison.text(of: text)
    case .bool(let flag): return flag ? "true" : "false"
    default: return ""
    }
  }

  // MARK: Words

  /// What a set of numbers without an end says of the variable; nil where it has none on either side.
  private func bound(_ mask: Mask) -> String? {
    guard let least, mask & Self.none == 0, (mask & Self.below == 0) != (mask & Self.above == 0) else {
      return nil
    }
    let known = mask >> Mask(Self.known)
    if mask & Self.below == 0 {
      return "is never less than \(known == 0 ? least + values.count : least + known.trailingZeroBitCount)"
    }
    return
      "is never more than \(known == 0 ? least - 1 : least + known.bitWidth - known.leadingZeroBitCount - 1)"
  }

  /// What a set says of the variable, such as "is only 0 or 1"; nil if it is not known or too long for a message.
  func sentence(_ mask: Mask) -> String? {
    guard mask != 0, mask & Self.other == 0 else { return nil }
    if mask & (Self.below | Self.above) != 0 { return bound(mask) }
    if mask == Self.none { return "has no value" }
    var words = each(in: mask & ~Self.none).map { value in
      switch values[value.trailingZeroBitCount - Self.known] {
      case .int(let number): "\(number)"
      case .string(let text): "'\(text)'"
      default: text(of: value)
      }
    }
    if mask & Self.none != 0 { words.append("without a value") }
    guard words.count <= 6, let last = words.popLast() else { return nil }
    return words.isEmpty ? "is always \(last)" : "is only \(words.joined(separator: ", ")) or \(last)"
  }
}
