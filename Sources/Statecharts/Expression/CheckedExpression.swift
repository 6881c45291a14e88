/// An expression whose names are resolved and whose types are checked, ready to be evaluated.
package struct CheckedExpression: Sendable {
  /// A handler guard that the expression asks.
  package struct GuardUse: Hashable, Sendable {
    /// The guard's name.
    package var name: String
    /// The names of the arguments that are given.
    package var arguments: [String]
    /// Its place in the text, in UTF-8 offsets.
    package var range: Range<Int>
    /// Whether an argument reads secret data.
    package var readsSecret: Bool
    /// The number that `EvaluationEnvironment.ask` gets: the guard's place in the catalogue, or what the compiler set
    /// by `bindGuards`; -1 before that.
    package var number: Int
  }

  /// The type of the result; `.optional` when there may be none.
  package let type: ValueType
  /// The only texts that the result can be; nil when not known.
  package let values: [String]?
  /// Whether the result is made from secret data. `defined(x)` is not counted: it only tells that there is some.
  package let readsSecret: Bool
  /// Whether the result is always the same, and evaluation needs nothing from the environment.
  package let isConstant: Bool
  /// The result, when it is always the same and the evaluation does not fail.
  package let constant: Value?
  /// The handler guards it asks, in the order of the text.
  package private(set) var guards: [GuardUse]
  /// The slots of the variables it reads, ascending.
  package let variables: [Int]
  /// The numbers of the states it asks for with `in(…)`, ascending.
  package let states: [Int]
  /// Whether it reads the event.
  package let readsEvent: Bool

  private(set) var program: ExpressionProgram

  init(
    type: StaticType, isConstant: Bool, constant: Value?, guards: [GuardUse], uses: ExpressionChecker.Uses,
    program: ExpressionProgram
  ) {
    self.type = type.declared
    self.values = type.values
    self.readsSecret = uses.secret
    self.isConstant = isConstant
    self.constant = constant
    self.guards = guards
    self.variables = uses.variables.sorted()
    self.states = uses.states.sorted()
    self.readsEvent = uses.event
    self.program = program
  }

  /// An expression that always gives one value.
  package init(constant: Value) {
    var builder = ExpressionProgram.Builder()
    let root = builder.constant(constant, range: 0..<0)
    self.init(
      type: StaticType(of: constant), isConstant: true, constant: constant, guards: [],
      uses: ExpressionChecker.Uses(), program: builder.finish(root: root))
  }

  /// Sets the number of each guard; needed where guards are not catalogued.
  package mutating func bindGuards(_ number: (GuardUse) -> Int) {
    guard !guards.isEmpty else { return }
    for index in guards.indices { guards[index].number = number(guards[index]) }
    program = program.bindingGuards(to: guards.map(\.number))
  }
}
