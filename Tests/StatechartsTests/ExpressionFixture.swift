import Statecharts
import StatechartsModel

/// The names that the tests of expressions use, with an environment that answers them.
struct ExpressionFixture: EvaluationEnvironment {
  static let fields: [FieldDeclaration] = [
    FieldDeclaration("attempts", .int), FieldDeclaration("limit", .number),
    FieldDeclaration("email", .optional(.string)),
    FieldDeclaration("method", .string, values: ["inApp", "webBased"]), FieldDeclaration("letter", .string),
    FieldDeclaration("token", .string, isSecret: true), FieldDeclaration("isNew", .bool),
    FieldDeclaration("wait", .duration),
    FieldDeclaration("lastError", .error), FieldDeclaration("names", .list(.string)),
    FieldDeclaration("extra", .map), FieldDeclaration("thing", .any),
    FieldDeclaration("nothing", .optional(.any)),
    FieldDeclaration(
      "user",
      .record([
        FieldDeclaration("name", .string), FieldDeclaration("password", .string, isSecret: true),
        FieldDeclaration("age", .optional(.int)),
      ])),
  ]

  static let guards: [HandlerDeclaration] = [
    HandlerDeclaration("isOnline"),
    HandlerDeclaration(
      "hasRole", arguments: [FieldDeclaration("role", .string, values: ["admin", "guest"])]),
    HandlerDeclaration("emailIsValid", payload: [FieldDeclaration("emailAddress", .string)]),
    HandlerDeclaration(
      "isRecent",
      arguments: [
        FieldDeclaration("within", .optional(.duration)), FieldDeclaration("code", .any, isSecret: true),
      ]),
  ]

  /// A scope with everything in it, for a guard.
  static var scope: ExpressionScope {
    var scope = ExpressionScope(
      variables: fields, guards: guards, errorCodes: ["wrongPassword", "tooManyRequests"],
      states: ["signIn": 3, "sign-up": 4])
    scope.allowsGuards = true
    return scope
  }

  var variables: [ChartValue] = [
    2, 1.5, .unset, "inApp", "B", "s3cret", true, .duration(.seconds(30)), "wrongPassword", ["ann", "bob"],
    ["key": 1], 7, .unset, ["name": "ann", "password": "pw"],
  ]
  var locals: [ChartValue] = []
  var eventName: String? = "checkAccount"
  var eventData: ChartValue = ["exists": true, "count": 3]
  var eventError: String?
  var active: Set<Int> = [3]
  var answers: [Int: Bool] = [0: true, 1: false, 2: true, 3: true]
  var asked: [(Int, [String: ChartValue])] = []

  func variable(_ slot: Int) -> ChartValue { variables[slot] }
  func local(_ slot: Int) -> ChartValue { locals[slot] }
  func isActive(_ state: Int) -> Bool { active.contains(state) }
  mutating func ask(_ guard: Int, _ arguments: [String: ChartValue]) throws(EvaluationError) -> Bool {
    asked.append((`guard`, arguments))
    guard let answer = answers[`guard`] else { throw EvaluationError(.handler("it threw")) }
    return answer
  }

  /// Parses, checks and evaluates a text in which nothing may be wrong.
  func value(
    _ text: String, in scope: ExpressionScope = ExpressionFixture.scope
  ) throws -> ChartValue {
    var environment = self
    return try environment.run(text, in: scope)
  }

  mutating func run(_ text: String, in scope: ExpressionScope = ExpressionFixture.scope) throws -> ChartValue
  {
    let (checked, problems) = check(try parse(text), in: scope)
    if let problem = problems.first { throw problem }
    return try evaluate(checked, &self)
  }

  /// The problems of a text, those of the parser included.
  static func problems(
    _ text: String, in scope: ExpressionScope = ExpressionFixture.scope,
    expecting type: ChartValueType? = nil,
    values: [String]? = nil
  ) -> [ExpressionProblem] {
    do {
      return check(try parse(text), in: scope, expecting: type, values: values).1
    } catch {
      return [error]
    }
  }
}
