import StatechartsModel

internal import Statecharts

/// Decides whether a guard can ever hold, given that others before it do not.
///
/// The parts of guards that cannot be looked into, such as handler guards, may say yes, no or fail; what is compared
/// with literals lies at, between or beside them. All choices are tried, so the answer is exact as far as the parts
/// are independent of one another; where they are not, more seems possible than is, and nothing is found. Guards that
/// need more choices than the limit are left alone.
struct GuardAlgebra {
  // Decision: Docs/decisions/linter.md#guards-are-compared-exactly-or-not-at-all
  /// What a guard or a part of it comes to. A guard that fails does not hold.
  enum Outcome: Hashable {
    case yes, no, fails
  }

  /// What a guard asks for: something that is compared, or a part that cannot be looked into.
  struct Subject {
    /// What the outcomes of a part are that cannot be looked into; nil for what is compared.
    var outcomes: [Outcome]?
    /// All texts that it can be, when they are listed, by number.
    var values: [Int]?
    /// Whether it is a whole number, so that nothing lies between 1 and 2.
    var isWhole = false
    /// Whether it can be asked for at all times, and is of one kind: declared so, never without a value.
    var isCertain = false
    /// Whether asking for it may fail, as for a field of something that has none.
    var mayFail = true
    /// Whether it is the length of something, which is a whole number that is not below 0.
    var isLength = false
    /// Whether it is a variable whose first value is below 0.
    var startsBelowZero = false
    /// What it depends on: variables, fields, handlers.
    var sources: Set<String> = []
  }

  /// Where a subject lies.
  fileprivate enum Place {
    case outcome(Outcome)
    /// At one of the numbers that it is compared with.
    case at(Double)
    /// Above one of them, and below the next.
    case above(Double)
    /// Below all of them.
    case below
    case text(Int)
    case elsewhere
  }

  /// A guard that was taken apart once: which subjects it asks for, with what it compares them, and how.
  struct Prepared {
    fileprivate var root: Part
    fileprivate var uses: Set<Use> = []
    /// How many parts it has.
    fileprivate(set) var size = 0

    /// Whether it has parts that cannot be looked into.
    var hasOpaqueParts: Bool { uses.contains { $0.literal == nil } }

    fileprivate init(_ node: ExpressionNode, _ algebra: inout GuardAlgebra) {
      root = .constant(.no)
      root = take(node, &algebra)
    }

    fileprivate mutating func removeOperand(at index: Int) {
      switch root {
      case .all(var parts):
        parts.remove(at: index)
        root = .all(parts)
      case .any(var parts):
        parts.remove(at: index)
        root = .any(parts)
      default: return
      }
    }

    // The parser bounds how deep expressions nest.
    private mutating func take(_ node: ExpressionNode, _ algebra: inout GuardAlgebra) -> Part {
      size += 1
      switch node.kind {
      case .literal(.bool(let value)): return .constant(value ? .yes : .no)
      case .not(let operand): return .not(take(operand, &algebra))
      case .all(let operands): return .all(operands.map { take($0, &algebra) })
      case .any(let operands): return .any(operands.map { take($0, &algebra) })
      case .call("defined", _, let arguments) where arguments.count == 1 && arguments[0].value.isPath:
        let path = arguments[0].value
        let subject = algebra.subject(compared: path.text, path.sources)
        uses.insert(Use(subject: subject, literal: .text(algebra.number(of: "unset"))))
        return .defined(subject)
      default:
        if let outcome = GuardComparison.fixedOutcome(of: node, isSteady: algebra.isSteady) {
          return .constant(outcome ? .yes : .no)
        }
        guard let comparison = GuardComparison(node) else {
          let subject = algebra.subject(opaque: node)
          uses.insert(Use(subject: subject, literal: nil))
          return .opaque(subject)
        }
        let subject = algebra.subject(
          compared: comparison.subject, isLength: comparison.isOfLength, node.sources)
        let literal: Literal =
          switch comparison.literal {
          case .number(let number): .number(number)
          case .text(let text): .text(algebra.number(of: text))
          }
        uses.insert(Use(subject: subject, literal: literal))
        return .comparison(subject, comparison.operation, literal)
      }
    }
  }

  /// A part of a guard, its subjects by number.
  fileprivate indirect enum Part {
    case constant(Outcome)
    case not(Part)
    case all([Part])
    case any([Part])
    case opaque(Int)
    /// Whether there is a value.
    case defined(Int)
    case comparison(Int, ExpressionNode.Comparison, Literal)
  }

  /// What a subject is compared with; texts by number.
  fileprivate enum Literal: Hashable {
    case number(Double)
    case text(Int)
  }

  fileprivate struct Use: Hashable {
    var subject: Int
    var literal: Literal?
  }

  /// How many choices are tried at most.
  private static let limit = 1_024

  private let variables: [String: ContextVariable]
  private var subjects: [Subject] = []
  private var numbers: [String: Int] = [:]
  private var opaqueNumbers: [String: Int] = [:]
  private var texts: [String: Int] = [:]
  /// Where each subject lies in the choice that is tried.
  private var places: [Place] = []
  /// How many parts of guards may still be looked at for this chart, which may be hostile.
  private(set) var budget = 4_000_000

  init(_ chart: Statechart) {
    variables = Dictionary(chart.context.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Takes a guard apart, once for all questions about it.
  mutating func prepare(_ node: ExpressionNode) -> Prepared { Prepared(node, &self) }

  /// Whether a guard can hold while none of the earlier ones does; true if that is not known.
  ///
  /// - Parameters:
  ///   - condition: The guard; nil for none, which always holds.
  ///   - earlier: The guards before it, which are tried first.
  mutating func canHold(_ condition: Prepared?, after earlier: [Prepared]) -> Bool {
    search(condition, earlier)
  }

  /// An operand of `and` or `or` without which a guard would hold in the same cases; nil where each one is needed, and
  /// where that cannot be decided. One that only keeps another from failing is needed too.
  mutating func needlessOperand(of node: ExpressionNode) -> ExpressionNode? {
    let operands: [ExpressionNode]
    switch node.kind {
    case .all(let parts), .any(let parts): operands = parts
    default: return nil
    }
    // Each one is removed once, so wide conditions would take much work.
    guard operands.count <= 32 else { return nil }
    let whole = prepare(node)
    // That there is a value is often asked for safety.
    return operands.indices.reversed().filter { !operands[$0].asksForValue }.first { index in
      var rest = whole
      rest.removeOperand(at: index)
      let makesDifference = someChoice(of: [whole, rest]) { algebra in
        let (with, without) = (algebra.outcome(whole.root), algebra.outcome(rest.root))
        return (with == .yes) != (without == .yes) || with == .no && without == .fails
      }
      return makesDifference == false
    }.map { operands[$0] }
  }

  /// Whether a guard can do anything but hold; true if that is not known.
  mutating func canFail(_ condition: Prepared) -> Bool {
    search(nil, [condition])
  }

  /// Whether all of some guards can say no at once, so that none of them lets anything pass.
  ///
  /// This is about what surely can be: false if that is not known, where a guard would have to fail for it, and
  /// where parts that cannot be looked into depend on the same thing.
  ///
  /// - Parameters:
  ///   - guards: The guards.
  ///   - known: What is known of fields: all texts that they can be, as ``GuardComparison`` distinguishes them.
  mutating func canAllSayNo(_ guards: [Prepared], knowing known: [String: [String]] = [:]) -> Bool {
    var listed: [Int: [Int]] = [:]
    for (subject, texts) in known {
      if let subject = numbers[subject] { listed[subject] = texts.map { number(of: $0) } }
    }
    guard areIndependent(guards) else { return false }
    return someChoice(of: guards, likely: listed) { algebra in
      guards.allSatisfy { algebra.outcome($0.root) == .no }
    } ?? false
  }

  /// Whether what guards ask for depends on different things, so that any choice is possible.
  private func areIndependent(_ guards: [Prepared]) -> Bool {
    var sources: Set<String> = []
    return Set(guards.flatMap { $0.uses.map(\.subject) }).allSatisfy { subject in
      subjects[subject].sources.allSatisfy { sources.insert($0).inserted }
    }
  }

  /// Whether all guards can hold together; false if that is not known.
  mutating func canAllHold(_ guards: [Prepared]) -> Bool {
    guard areIndependent(guards) else { return false }
    return someChoice(of: guards) { algebra in
      guards.allSatisfy { algebra.outcome($0.root) == .yes }
    } ?? false
  }

  private mutating func search(_ condition: Prepared?, _ earlier: [Prepared]) -> Bool {
    someChoice(of: earlier + [condition].compactMap(\.self)) { algebra in
      if let condition, algebra.outcome(condition.root) != .yes { return false }
      return earlier.allSatisfy { algebra.outcome($0.root) != .yes }
    } ?? true
  }

  /// Whether something holds for any choice of where the subjects of some guards lie; nil if that is too much work.
  ///
  /// - Parameter likely: For what is likely, not only possible: what is known of some subjects more than is declared.
  private mutating func someChoice(
    of guards: [Prepared], likely: [Int: [Int]]? = nil, _ isSo: (borrowing GuardAlgebra) -> Bool
  ) -> Bool? {
    let work = guards.reduce(1) { $0 + $1.size }
    guard charge(work) else { return nil }
    var uses = guards.first?.uses ?? []
    for prepared in guards.dropFirst() {
      uses.formUnion(prepared.uses)
      if uses.count > Self.limit { return nil }
    }
    guard uses.count <= Self.limit, let choices = choices(uses, likely) else { return nil }
    let count = choices.reduce(1) { $0 * $1.places.count }
    guard charge(count * work) else { return nil }
    for number in 0..<count {
      var rest = number
      for choice in choices {
        places[choice.subject] = choice.places[rest % choice.places.count]
        rest /= choice.places.count
      }
      if isSo(self) { return true }
    }
    return false
  }

  private mutating func charge(_ work: Int) -> Bool {
    budget = max(budget - work, 0)
    return budget > 0
  }

  /// The places of each subject; nil where there are more choices than the limit.
  private func choices(_ uses: Set<Use>, _ likely: [Int: [Int]]?) -> [(subject: Int, places: [Place])]? {
    var literals: [Int: [Literal]] = [:]
    for use in uses { literals[use.subject, default: []] += [use.literal].compactMap(\.self) }
    var result: [(subject: Int, places: [Place])] = []
    var count = 1
    for (subject, literals) in literals {
      guard (subjects[subject].values?.count ?? 0) <= Self.limit else { return nil }
      let places =
        likely.map { subjects[subject].likelyPlaces(literals, $0[subject], truths) }
        ?? subjects[subject].places(literals)
      count *= places.count
      guard count <= Self.limit else { return nil }
      result.append((subject, places))
    }
    return result
  }

  // MARK: Subjects

  /// The number of a text, as it is distinguished from `true` and `unset`.
  private mutating func number(of text: String) -> Int {
    if let number = texts[text] { return number }
    texts[text] = texts.count
    return texts.count - 1
  }

  private mutating func add(_ subject: Subject) -> Int {
    subjects.append(subject)
    places.append(.elsewhere)
    return subjects.count - 1
  }

  /// The truth values, as texts by number.
  private var truths: [Int] { ["true", "false"].compactMap { texts[$0] } }

  private mutating func subject(
    compared text: String, isLength: Bool = false, _ sources: @autoclosure () -> Set<String>
  ) -> Int {
    if let number = numbers[text] { return number }
    var subject = Subject()
    subject.sources = sources()
    if let variable = variables[text] {
      // Of every other type it may be a value of another kind, or none.
      switch variable.field.type {
      case .int, .number, .bool, .string, .error, .duration: subject.isCertain = variable.initial != nil
      case .any, .list, .map, .record, .optional: break
      }
      subject.isWhole = variable.field.type == .int
      subject.startsBelowZero = variable.initial?.text.hasPrefix("-") ?? false
      subject.mayFail = false
      subject.values = variable.field.values?.map { number(of: GuardComparison.text(of: $0)) }
    }
    if isLength {
      (subject.isLength, subject.isWhole, subject.isCertain) = (true, true, true)
      // What has no length is another mistake.
      subject.mayFail = false
    }
    let added = add(subject)
    numbers[text] = added
    return added
  }

  /// Whether a text is a variable that can always be asked for and is equal to itself.
  fileprivate func isSteady(_ text: String) -> Bool { variables[text] != nil }

  private mutating func subject(opaque node: ExpressionNode) -> Int {
    let text = node.text
    if let number = opaqueNumbers[text] { return number }
    var outcomes: [Outcome] = [.yes, .no, .fails]
    switch node.kind {
    case .inState: outcomes = [.yes, .no]
    case .name:
      if let variable = variables[text], variable.initial != nil, variable.field.type == .bool {
        outcomes = [.yes, .no]
      }
    default: break
    }
    let number = add(Subject(outcomes: outcomes, sources: node.sources))
    opaqueNumbers[text] = number
    return number
  }

  // MARK: Outcomes

  private func outcome(_ part: Part) -> Outcome {
    switch part {
    case .constant(let outcome): return outcome
    case .not(let operand):
      switch outcome(operand) {
      case .yes: return .no
      case .no: return .yes
      case .fails: return .fails
      }
    case .all(let operands):
      for operand in operands {
        let result = outcome(operand)
        if result != .yes { return result }
      }
      return .yes
    case .any(let operands):
      for operand in operands {
        let result = outcome(operand)
        if result != .no { return result }
      }
      return .no
    case .opaque(let subject):
      if case .outcome(let outcome) = places[subject] { return outcome }
      return .fails
    case .defined(let subject):
      switch places[subject] {
      // What a value would be a field of is missing too.
      case .outcome(.fails): return .no
      case .text(let text): return text == texts["unset"] ? .no : .yes
      default: return .yes
      }
    case .comparison(let subject, let operation, let literal):
      return outcome(operation, literal, places[subject])
    }
  }

  private func outcome(_ operation: ExpressionNode.Comparison, _ literal: Literal, _ place: Place) -> Outcome
  {
    let order: Int?
    switch (literal, place) {
    case (_, .outcome(let outcome)): return outcome
    case (.number(let number), .at(let other)): order = other == number ? 0 : other < number ? -1 : 1
    case (.number(let number), .above(let other)): order = other < number ? -1 : 1
    case (.number, .below): order = -1
    case (.text(let text), .text(let other)): order = text == other ? 0 : nil
    default: order = nil
    }
    switch operation {
    case .equal: return order == 0 ? .yes : .no
    case .notEqual: return order == 0 ? .no : .yes
    // Values of unlike kinds have no order.
    case .less: return order.map { $0 < 0 ? .yes : .no } ?? .fails
    case .lessOrEqual: return order.map { $0 <= 0 ? .yes : .no } ?? .fails
    case .greater: return order.map { $0 > 0 ? .yes : .no } ?? .fails
    case .greaterOrEqual: return order.map { $0 >= 0 ? .yes : .no } ?? .fails
    }
  }
}

extension GuardAlgebra.Subject {
  /// The places that it may have beside some literals.
  fileprivate func places(_ literals: [GuardAlgebra.Literal]) -> [GuardAlgebra.Place] {
    if let outcomes { return outcomes.map { .outcome($0) } }
    var numbers: [Double] = []
    var texts: [Int] = []
    for literal in literals {
      switch literal {
      case .number(let number): numbers.append(number)
      case .text(let text): texts.append(text)
      }
    }
    numbers.sort()
    var result: [GuardAlgebra.Place] = mayFail ? [.outcome(.fails)] : []
    if let values {
      result += Set(values).union(texts).map { .text($0) }
      return result + (isCertain ? [] : [.elsewhere])
    }
    if !numbers.isEmpty { result.append(.below) }
    for (index, number) in numbers.enumerated() {
      result.append(.at(number))
      let next = index + 1 < numbers.count ? numbers[index + 1] : nil
      let isNext = isWhole && next == number + 1 && number.rounded() == number
      if !isNext { result.append(.above(number)) }
    }
    result += texts.map { .text($0) }
    if numbers.isEmpty || !texts.isEmpty || !isCertain { result.append(.elsewhere) }
    guard isLength else { return result }
    return result.filter { place in
      switch place {
      case .below: numbers.first.map { $0 > 0 } ?? true
      case .at(let number): number >= 0
      case .above(let number): number >= 0 || numbers.first { $0 > number }.map { $0 > 0 } ?? true
      default: true
      }
    }
  }

  /// The places that it has where all goes as meant: what lists its texts is one of them, and so is a truth value.
  ///
  /// - Parameters:
  ///   - literals: What it is compared with.
  ///   - known: All texts that it can be, where that is known beside its declaration.
  ///   - truths: The two truth values, where guards name both.
  fileprivate func likelyPlaces(
    _ literals: [GuardAlgebra.Literal], _ known: [Int]?, _ truths: [Int]
  ) -> [GuardAlgebra.Place] {
    if let known { return known.map { .text($0) } }
    let numbers = literals.compactMap { literal in
      if case .number(let number) = literal { number } else { nil }
    }
    // What counts from 0 is not meant to fall below it.
    let isCount = numbers.min() == 0 && !startsBelowZero
    let isTruth = truths.count == 2 && truths.allSatisfy { literals.contains(.text($0)) }
    let isListed = values != nil || isTruth
    return places(literals).filter { place in
      switch place {
      case .below: !isCount
      case .elsewhere: !isListed
      default: true
      }
    }
  }
}

extension ExpressionNode {
  /// Whether it asks only whether there is a value.
  fileprivate var asksForValue: Bool {
    switch kind {
    case .not(let operand): operand.asksForValue
    case .call("defined", _, _): true
    case .compare(_, _, let left, let right):
      [left, right].contains { if case .literal(.unset) = $0.kind { true } else { false } }
    default: false
    }
  }
}
