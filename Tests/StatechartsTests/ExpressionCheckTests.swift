import Statecharts
import StatechartsModel
import Testing

@Suite("Checking expressions")
struct ExpressionCheckTests {
  private func checked(
    _ text: String, in scope: ExpressionScope = ExpressionFixture.scope
  ) throws -> CheckedExpression {
    let (result, problems) = check(try parse(text), in: scope)
    if let problem = problems.first { throw problem }
    return result
  }

  @Test(
    "types are inferred",
    arguments: [
      ("attempts + 1", .int), ("attempts + 1.0", .number), ("attempts / 2", .number), ("limit * 2", .number),
      ("'a' + letter", .string), ("wait * 2", .duration), ("wait - 1s", .duration), ("[1, 2]", .list(.int)),
      ("[1, 2.5]", .list(.number)), ("[1, 'a']", .list(.any)), ("names + ['x']", .list(.string)),
      ("names[0]", .string),
      ("user.age", .optional(.int)), ("email", .optional(.string)), ("extra.key", .optional(.any)),
      ("thing", .any),
      ("thing + 1", .any), ("event.data", .any), ("event.error", .optional(.error)), ("lastError", .error),
      ("length(letter)", .int), ("max(1, limit)", .number), ("abs(wait)", .duration),
      ("concat(letter, 'x')", .string),
      ("isNew == true", .bool), ("isOnline", .bool), ("unset", .optional(.any)),
      ("email ?? 'x'", .string), ("email ?? user.name", .string), ("email ?? unset", .optional(.string)),
      ("user.age ?? 1.5", .number), ("lastError ?? wrongPassword", .error),
      ("user.age ?? user.age", .optional(.int)),
    ] as [(String, ChartValueType)])
  func types(text: String, type: ChartValueType) throws {
    #expect(try checked(text).type == type)
  }

  @Test(
    "what reads secret data is known",
    arguments: [
      ("token", true), ("length(token)", true), ("'x' + token", true), ("[token]", true),
      ("token == 'x'", true),
      ("defined(token)", false), ("user", true), ("user.password", true), ("user.name", false),
      ("user['name']", false),
      ("user['password']", true), ("user[letter]", true), ("attempts", false),
      ("isRecent(code: token)", true),
      ("isOnline", false), ("event.data", false), ("defined(user.password)", false),
      ("email ?? token", true), ("token ?? 'x'", true), ("email ?? letter", false),
    ] as [(String, Bool)])
  func secrets(text: String, expected: Bool) throws {
    #expect(try checked(text).readsSecret == expected)
  }

  @Test("data of unknown type may be anything, which only running tells")
  func unknownData() throws {
    var scope = ExpressionFixture.scope
    scope.event = .unknown
    for text in ["event.data", "event.data.x", "upper(event.data.x)"] {
      let result = try checked(text, in: scope)
      #expect(result.readsUnknownData && !result.readsSecret, "\(text)")
    }
    for text in ["event.name", "defined(event.data.x)"] {
      #expect(try !checked(text, in: scope).readsUnknownData, "\(text)")
    }
  }

  @Test("a field of something secret is secret")
  func inherited() throws {
    let fields = [FieldDeclaration("name", .string)]
    let scope = ExpressionScope(variables: [
      FieldDeclaration("account", .record(fields), isSecret: true),
      FieldDeclaration("accounts", .list(.record(fields)), isSecret: true),
      FieldDeclaration("open", .list(.record(fields + [FieldDeclaration("pin", .string, isSecret: true)]))),
    ])
    for text in ["account.name", "account['name']", "accounts[0].name", "open[0]", "open[0].pin", "open"] {
      #expect(try checked(text, in: scope).readsSecret, "\(text)")
    }
    #expect(try !checked("open[0].name", in: scope).readsSecret)
  }

  @Test("only a guard's own arguments make it secret")
  func guardSecrets() throws {
    let result = try checked("token == 'x' and isRecent(code: 1) and isRecent(code: token)")
    #expect(result.guards.map(\.readsSecret) == [false, true])
    #expect(result.readsSecret)
  }

  @Test("what is read is collected")
  func uses() throws {
    let result = try checked(
      "attempts < limit and in(sign-up) and isOnline and attempts > 1 and hasRole(role: 'admin')")
    #expect(result.variables == [0, 1])
    #expect(result.states == [4])
    #expect(result.guards.map(\.name) == ["isOnline", "hasRole"])
    #expect(result.guards.map(\.number) == [0, 1])
    #expect(result.guards.map(\.arguments) == [[], ["role"]])
    #expect(!result.readsEvent)
    #expect(try checked("event.name == 'x'").readsEvent)
  }

  @Test("without a catalogue a name is a guard where a condition stands, and gets its number later")
  func uncatalogued() throws {
    var scope = ExpressionScope(variables: [FieldDeclaration("attempts", .int)])
    scope.allowsGuards = true
    var (result, problems) = check(
      try parse("isA and not isB(x: isC(y: 1)) or attempts > 1"), in: scope, expecting: .bool)
    #expect(problems.isEmpty)
    // A guard inside an argument is asked first, and comes first.
    #expect(result.guards.map(\.name) == ["isA", "isC", "isB"])
    result.bindGuards { ["isA": 5, "isB": 6, "isC": 7][$0.name] ?? -1 }
    var fixture = ExpressionFixture()
    fixture.answers = [5: true, 6: false, 7: true]
    #expect(try evaluate(result, &fixture) == true)
    #expect(fixture.asked.map(\.0) == [5, 7, 6])
    #expect(fixture.asked.last?.1 == ["x": true])
    // A call with plain arguments is a function, for those of a guard are named.
    #expect(ExpressionFixture.problems("lenght('x') > 1", in: scope).map(\.suggestion) == ["length"])
    problems = ExpressionFixture.problems("isA < 3", in: scope)
    #expect(problems.map(\.kind) == [.unknownVariable])
  }

  @Test("constants are evaluated once, when they are checked")
  func constants() throws {
    #expect(try checked("1 + 2 * 3").constant == 7)
    #expect(try checked("['a', {b: [1, -2]}]").constant == ["a", ["b": [1, -2]]])
    #expect(try checked("length('abc') == 3").constant == true)
    #expect(try checked("attempts").constant == nil)
    #expect(try checked("fail()").constant == nil)
    #expect(try !checked("fail()").isConstant)
    #expect(CheckedExpression(constant: "x").constant == "x")
  }

  @Test("the payload of a declared event is known")
  func payload() throws {
    var scope = ExpressionFixture.scope
    scope.event = .init(
      names: ["signIn"],
      data: .record([FieldDeclaration("count", .int), FieldDeclaration("password", .string, isSecret: true)]),
      failure: .none)
    #expect(try checked("event.data.count + 1", in: scope).type == .int)
    #expect(try checked("event.data.password", in: scope).readsSecret)
    #expect(try !checked("event.data.count", in: scope).readsSecret)
    #expect(ExpressionFixture.problems("event.data.coutn", in: scope).map(\.suggestion) == ["count"])
    #expect(ExpressionFixture.problems("count > 1", in: scope).map(\.suggestion) == ["event.data.count"])
    #expect(ExpressionFixture.problems("event.count > 1", in: scope).map(\.suggestion) == ["data.count"])
    #expect(
      ExpressionFixture.problems("event.name == 'signin'", in: scope).map(\.suggestion) == ["'signIn'"])
    #expect(
      ExpressionFixture.problems("event.error == 'timeout'", in: scope).map(\.message) == [
        "`event.error` has no value here, because this event is not a failure"
      ])
    #expect(
      ExpressionFixture.problems("emailIsValid", in: scope).map(\.message) == [
        "the guard `emailIsValid` needs `emailAddress` from the event, but `signIn` does not have it"
      ])
    scope.event = .init(data: .record([FieldDeclaration("emailAddress", .string)]))
    #expect(ExpressionFixture.problems("emailIsValid", in: scope).isEmpty)
  }

  @Test("in a branch for one code, another code is a mistake")
  func failureCode() {
    var scope = ExpressionFixture.scope
    scope.event = .init(failure: .codes(["wrongPassword"]))
    #expect(ExpressionFixture.problems("event.error == 'wrongPassword'", in: scope).isEmpty)
    let found = ExpressionFixture.problems("event.error == 'tooManyRequests'", in: scope)
    #expect(found.map(\.message) == ["`event.error` is never `'tooManyRequests'`"])
    #expect(found.map(\.kind) == [.badExpression])
  }

  @Test("initial values are written out")
  func literalsOnly() {
    let scope = ExpressionFixture.scope.literalsOnly
    for text in ["1", "-1.5", "'a'", "[1, {a: 30s}]", "unset", "1 + 1"] {
      #expect(ExpressionFixture.problems(text, in: scope).isEmpty)
    }
    for text in ["attempts", "event.data", "in(signIn)", "[attempts]", "isOnline()"] {
      #expect(ExpressionFixture.problems(text, in: scope).count == 1, "\(text)")
    }
    let found = ExpressionFixture.problems("A", in: scope, expecting: .string)
    #expect(found.map(\.message) == ["`A` is a name, but only a literal value is allowed here"])
    #expect(found.map(\.help) == ["for the text, write it in inner quotes: `\"'A'\"`"])
  }

  struct Fit: Sendable {
    var text: String
    var type: ChartValueType
    var values: [String]?
    var message: String?
    var help: String?

    init(
      _ text: String, _ type: ChartValueType, values: [String]? = nil, _ message: String? = nil,
      _ help: String? = nil
    ) {
      (self.text, self.type, self.values, self.message, self.help) = (text, type, values, message, help)
    }
  }

  @Test(
    "a result must fit what the place wants",
    arguments: [
      Fit("attempts", .number), Fit("thing", .int), Fit("email", .string), Fit("unset", .optional(.int)),
      Fit("lastError", .string), Fit("letter", .error), Fit("user", .map),
      Fit("extra", .record([FieldDeclaration("x", .int)])),
      Fit("[]", .list(.string)), Fit("'inApp'", .string, values: ["inApp"]),
      Fit("event.data", .record([FieldDeclaration("x", .int)])),
      Fit("limit", .int, "an integer is needed here, but this is a number", "round it: `round(limit)`"),
      Fit(
        "3", .string, "text is needed here, but this is an integer",
        "for the text, write it in inner quotes: `\"'3'\"`"),
      Fit("attempts", .string, "text is needed here, but this is an integer", "write `text(attempts)`"),
      Fit(
        "30", .duration, "a duration is needed here, but this is an integer", "write a unit, as in `30s`"),
      Fit("'3'", .int, "an integer is needed here, but this is text", "write it without quotes"),
      Fit(
        "attempts", .bool, "a yes-or-no value is needed here, but this is an integer",
        "compare it, as in `attempts > 0`"),
      Fit(
        "unset", .int, "an integer is needed here, but `unset` has no value",
        "declare the type as optional, with `?`"),
      Fit(
        "'webbased'", .string, values: ["webBased"], "`'webbased'` is not one of the allowed values",
        "did you mean `'webBased'`?"),
      Fit(
        "'nope'", .error, "`'nope'` is not a declared error code",
        "it can be `wrongPassword`, `tooManyRequests`, `timeout`, `execution`, `communication`, `interrupted`"
      ),
      Fit(
        "wrongPasword", .error, "`wrongPasword` is neither an error code nor a variable",
        "did you mean `wrongPassword`?"),
      Fit(
        "outOfPaper", .error, "`outOfPaper` is neither an error code nor a variable",
        "declare the error code under `errors:`"),
      Fit(
        "[1, 'a']", .list(.int), "an integer is needed here, but this is text",
        "write it without quotes"),
      Fit("names", .list(.int), "in the list's elements: an integer is needed here, but this is text"),
      Fit(
        "{x: 1}", .record([FieldDeclaration("x", .int), FieldDeclaration("y", .int)]),
        "the field `y` is missing"),
      Fit("{x: 1}", .record([FieldDeclaration("x", .int), FieldDeclaration("y", .optional(.int))])),
      Fit(
        "{sizes: 1, size: 1}", .record([FieldDeclaration("size", .int)]), "`sizes` is not a declared field",
        "it has `size`"),
      Fit(
        "{sizes: 1}", .record([FieldDeclaration("size", .int)]), "`sizes` is not a declared field",
        "did you mean `size`?"
      ),
      Fit(
        "{x: 'a'}", .record([FieldDeclaration("x", .int)]), "an integer is needed here, but this is text",
        "write it without quotes"),
    ])
  func fits(fit: Fit) {
    let found = ExpressionFixture.problems(fit.text, expecting: fit.type, values: fit.values)
    #expect(found.map(\.message) == (fit.message.map { [$0] } ?? []))
    if fit.message != nil { #expect(found.first?.help == fit.help) }
  }
}
