package import StatechartsModel

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

  /// A field of the event's data that may not be there.
  package struct MissingField: Hashable, Sendable {
    /// The field.
    package var name: String
    /// The events that may lead here and do not have it.
    package var events: [String]
    /// Its place in the text, in UTF-8 offsets.
    package var range: Range<Int>
  }

  /// A part that may have no value where one is needed.
  package struct OptionalUse: Hashable, Sendable {
    /// The part as it is written.
    package var text: String
    /// The variable that it is; nil for a field or anything else.
    package var variable: String?
    /// Whether `defined` can ask for it.
    package var isPath: Bool
    /// The field or element that is read of it, as it is written behind it.
    package var reading: String?
    /// Its type, or that of the field.
    package var type: ChartValueType
    /// The only texts that it can be.
    package var values: [String]?
    /// What needs the value, such as an operator; nil where the place of the whole expression does.
    package var operation: String?
    /// Its place in the text, in UTF-8 offsets.
    package var range: Range<Int>
  }

  /// The type of the result; `.optional` when there may be none.
  package let type: ChartValueType
  /// The only texts that the result can be; nil when not known.
  package let values: [String]?
  /// What the whole result is by declaration, for it is made from such data. `defined(x)` is not counted: it only says
  /// that there is a value. What parts of the result are, `type` says.
  package let wholeTaint: Taint
  /// What the result or a part of it is by declaration.
  package let taint: Taint
  /// Whether the result is always the same, and evaluation needs nothing from the environment.
  package let isConstant: Bool
  /// The result, when it is always the same and the evaluation does not fail.
  package let constant: ChartValue?
  /// The handler guards it asks, in the order of the text.
  package private(set) var guards: [GuardUse]
  /// The slots of the variables it reads, ascending.
  package let variables: [Int]
  /// The numbers of the states it asks for with `in(…)`, ascending.
  package let states: [Int]
  /// The places of the loops' names that it reads, ascending.
  package let locals: [Int]
  /// Whether it reads the event.
  package let readsEvent: Bool
  /// Whether it reads the event's data.
  package let readsEventData: Bool
  /// Whether it reads data of an event of which nothing is known, so that only running can tell what they are.
  package let readsUnknownData: Bool
  /// The fields of the event's data that it reads and that may not be there, in the order of the text.
  package let missing: [MissingField]
  /// The parts that may have no value where one is needed, in the order of checking; empty where that is not followed.
  package let optionalUses: [OptionalUse]
  /// Whether the result is certainly a value, if the evaluation does not fail.
  let isSurelySet: Bool
  /// Whether its value depends on which event it is, or on whether the event has data.
  package let dependsOnEvent: Bool

  /// The text that it was made from, to name what failed.
  package var text = ""
  private(set) var program: ExpressionProgram

  init(
    type: StaticType, isConstant: Bool, constant: ChartValue?, guards: [GuardUse],
    uses: ExpressionChecker.Uses,
    program: ExpressionProgram
  ) {
    self.type = type.declared
    self.values = type.values
    self.wholeTaint = type.taint
    self.taint = type.allTaint
    self.isConstant = isConstant
    self.constant = constant
    self.guards = guards
    self.variables = uses.variables.sorted()
    self.states = uses.states.sorted()
    self.locals = uses.locals.sorted()
    self.readsEvent = uses.event
    self.readsEventData = uses.eventData
    self.readsUnknownData = uses.unknownData
    self.missing = uses.missing
    self.optionalUses = uses.optional
    self.isSurelySet = !type.isAny && !type.mayLackValue
    self.dependsOnEvent = uses.dependsOnEvent
    self.program = program
  }

  /// An expression that always gives one value.
  package init(constant: ChartValue) {
    var builder = ExpressionProgram.Builder()
    let root = builder.constant(constant, range: 0..<0)
    self.init(
      type: StaticType(of: constant), isConstant: true, constant: constant, guards: [],
      uses: ExpressionChecker.Uses(), program: builder.finish(root: root))
  }

  /// Whether the result is made from secret data or has a secret part.
  package var readsSecret: Bool { taint.contains(.secret) }

  // Decision: Docs/decisions/tooling-and-tests.md#text-compared-with-a-secret-is-hidden
  /// The text as it may be shown: without the literals that stand beside a secret.
  package var shownText: String { hidesLiterals ? ExpressionScanner.maskingLiterals(of: text) : text }

  /// Whether its literals are not shown: something in it is made from secret data.
  package var hidesLiterals: Bool { readsSecret || guards.contains(where: \.readsSecret) }

  /// What the result is that it would not be any more in a place; everything, where nothing is declared.
  package func taintEscaping(into place: FieldDeclaration?) -> Taint {
    guard let place else { return taint }
    return wholeTaint.union(type.taintEscaping(into: place.type)).subtracting(place.taint)
  }

  /// Sets the number of each guard; needed where guards are not catalogued.
  package mutating func bindGuards(_ number: (GuardUse) -> Int) {
    guard !guards.isEmpty else { return }
    for index in guards.indices { guards[index].number = number(guards[index]) }
    program = program.bindingGuards(to: guards.map(\.number))
  }
}
