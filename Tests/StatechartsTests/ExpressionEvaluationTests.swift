import Statecharts
import StatechartsModel
import Testing

@Suite("Evaluating expressions")
struct ExpressionEvaluationTests {
  @Test(
    "operators and functions give what the language says",
    arguments: [
      ("attempts < 3", true), ("attempts >= 3", false), ("attempts != 2", false), ("2 == attempts", true),
      ("method == 'inApp'", true), ("method != 'inApp'", false), ("1 == 1.0", true), ("1 < 1.5", true),
      ("9007199254740993 == 9007199254740992.0", false), ("9007199254740993 > 9007199254740992.0", true),
      ("9223372036854775807 < 9223372036854775808.0", true),
      ("-9223372036854775808 == -9223372036854775808.0", true),
      ("[1, [2.0]] == [1.0, [2]]", true), ("{a: 1, b: unset} == {a: 1.0}", true), ("{a: 1} == {b: 1}", false),
      ("'a' < 'b'", true), ("'Z' < 'a'", true), ("30s < 1m", true), ("60s == 1m", true),
      ("thing == 'x'", false),
      ("1 + 2 * 3 - 4", 3), ("7 / 2", 3.5), ("6 / 2", 3.0), ("-7 % 3", -1), ("7 % -3", 1), ("1 + 0.5", 1.5),
      ("'a' + 'b'", "ab"), ("[1] + ['a']", [1, "a"]), ("wait + 30s == 1m", true), ("wait * 2 == 1m", true),
      ("1.5 * 20s == wait", true), ("wait / 4 == 7500ms", true), ("1m - wait == wait", true),
      ("-wait < 0s", true),
      ("isNew and attempts == 2", true), ("not isNew or attempts == 2", true), ("in(signIn)", true),
      ("in(sign-up)", false), ("defined(email)", false), ("defined(letter)", true),
      ("defined(thing.x.y)", false),
      ("defined(names[9])", false), ("defined(extra.key)", true), ("defined(extra.nope.deeper)", false),
      ("extra.nope", .unset), ("extra['key']", 1), ("names[1]", "bob"), ("user.name", "ann"),
      ("email == unset", true),
      ("event.name", "checkAccount"), ("event.data.exists", true), ("event.data.missing", .unset),
      ("event.error", .unset), ("defined(event)", true), ("has(extra, 'key')", true),
      ("has(extra, 'nope')", false),
      ("length('héllo')", 5), ("length('e\u{301}')", 2), ("length('👍🏽')", 2), ("length('\\n')", 1),
      ("length(names)", 2),
      ("length(extra)", 1), ("contains('abcabd', 'abd')", true), ("contains('aab', 'ab')", true),
      ("contains('aaab', 'aab')", true),
      ("contains('abababc', 'ababc')", true), ("contains('abababd', 'ababc')", false),
      ("contains('abc', '')", true), ("contains('', 'a')", false), ("contains(names, 'bob')", true),
      ("contains([1, 2], 2.0)", true), ("startsWith('abc', 'ab')", true), ("startsWith('ab', 'abc')", false),
      ("endsWith('abc', 'bc')", true), ("endsWith('c', 'bc')", false), ("lower('ÄBC')", "äbc"),
      ("upper('straße')", "STRASSE"),
      ("trim(' \\n a b\\t')", "a b"), ("trim('  ')", ""), ("min(3, 1, 2)", 1), ("max(1, 2.5)", 2.5),
      ("max(3, 2.5)", 3.0),
      ("min(2s, 500ms) == .5s", true), ("abs(-3)", 3), ("abs(-1.5)", 1.5), ("floor(-1.5)", -2),
      ("ceil(1.2)", 2),
      ("round(2.5)", 3), ("round(-2.5)", -3), ("round(7)", 7), ("isList(names)", true),
      ("isList('x')", false),
      ("concat('a', 'b', 'c')", "abc"), ("concat([1], [], [2])", [1, 2]), ("concat('a')", "a"),
      ("text(3)", "3"),
      ("text(1.5)", "1.5"), ("text(4 / 2)", "2"), ("text(true)", "true"), ("text('x')", "x"),
      ("{a: 1, 'b c': [unset]}", ["a": 1, "b c": [.unset]]), ("isOnline", true), ("not isOnline()", false),
      ("hasRole(role: 'admin') or emailIsValid", true),
      ("email ?? 'x'", "x"), ("letter ?? 'x'", "B"), ("email ?? nothing ?? 3", 3), ("unset ?? 1", 1),
      ("attempts ?? fail()", 2), ("email ?? letter == 'B'", true), ("user.age ?? 18 > 17", true),
      ("extra.nope.deeper ?? 1", 1), ("names[9] ?? 'none'", "none"), ("names[nothing] ?? 'none'", "none"),
      ("event.data.missing.deeper ?? 5", 5), ("email ?? unset", .unset), ("isNew ?? false", true),
      ("lastError == wrongPassword", true), ("tooManyRequests == lastError", false),
    ] as [(String, ChartValue)])
  func results(text: String, expected: ChartValue) throws {
    let value = try ExpressionFixture().value(text)
    #expect(value == expected)
  }

  @Test(
    "what cannot be computed is an error with its place, never a trap",
    arguments: [
      ("thing + 9223372036854775807", .overflow, "thing + 9223372036854775807"),
      ("-9223372036854775807 - thing", .overflow, "-9223372036854775807 - thing"),
      ("thing * 9223372036854775807", .overflow, "thing * 9223372036854775807"),
      ("-smallest", .overflow, "-smallest"),
      ("abs(smallest)", .overflow, "abs(smallest)"), ("thing / zero", .divisionByZero, "thing / zero"),
      ("thing % zero", .divisionByZero, "thing % zero"),
      ("1.5 / (zero * 1.0)", .divisionByZero, "1.5 / (zero * 1.0)"),
      ("1e308 * 10 * thing", .overflow, "1e308 * 10"), ("huge * huge", .overflow, "huge * huge"),
      ("floor(huge)", .overflow, "floor(huge)"),
      ("wait * 9223372036854775807", .overflow, "wait * 9223372036854775807"),
      ("wait * huge", .overflow, "wait * huge"), ("wait + 3653d", .overflow, "wait + 3653d"),
      ("endless + wait", .overflow, "endless + wait"), ("endless * 2", .overflow, "endless * 2"),
      ("-endless", .overflow, "-endless"),
      ("empty + 1", .noValue(of: "`+`"), "empty + 1"), ("empty < 1", .noValue(of: "`<`"), "empty < 1"),
      ("thing < 'a'", .unsuitable(operation: "`<`", found: "an integer and text"), "thing < 'a'"),
      ("thing + 'a'", .unsuitable(operation: "`+`", found: "an integer and text"), "thing + 'a'"),
      ("upper(thing)", .unsuitable(operation: "`upper`", found: "an integer"), "upper(thing)"),
      ("length(empty)", .noValue(of: "`length`"), "length(empty)"),
      ("thing.x", .noFields(found: "an integer"), "thing.x"),
      ("(thing + 'a') ?? 1", .unsuitable(operation: "`+`", found: "an integer and text"), "(thing + 'a')"),
      ("empty ?? (thing / zero)", .divisionByZero, "(thing / zero)"),
      ("upper(empty) ?? 'x'", .noValue(of: "`upper`"), "upper(empty)"),
      ("1 + thing.x.y", .noFields(found: "an integer"), "thing.x"),
      ("empty.x", .noFields(found: "no value"), "empty.x"),
      ("list[2]", .indexOutOfRange, "list[2]"), ("list[-1]", .indexOutOfRange, "list[-1]"),
      ("list['a']", .unsuitable(operation: "an index of a list", found: "text"), "list['a']"),
      ("isSet and thing", .notACondition(found: "an integer"), "thing"),
      ("not empty", .notACondition(found: "no value"), "empty"), ("fail()", .failed, "fail()"),
      ("[1, fail()]", .failed, "fail()"),
      ("broken()", .handler("it threw"), "broken()"),
    ] as [(String, EvaluationError.Reason, String)])
  func errors(text: String, reason: EvaluationError.Reason, place: String) throws {
    // All of type any, so that only the evaluation can tell.
    let names = ["thing", "smallest", "zero", "huge", "wait", "endless", "empty", "list", "isSet"]
    var scope = ExpressionScope(variables: names.map { FieldDeclaration(ChartName($0), .any) })
    scope.allowsGuards = true
    var fixture = ExpressionFixture()
    fixture.variables = [
      7, .int(.min), 0, 1e300, .duration(.seconds(30)), .duration(.seconds(Int64.max)), .unset, [1, 2], true,
    ]
    var (checked, problems) = check(try parse(text), in: scope)
    if text.hasPrefix("1e308") {
      #expect(problems.isEmpty)
    }
    checked.bindGuards { _ in 99 }
    problems.removeAll()
    do {
      let value = try evaluate(checked, &fixture)
      Issue.record("it gives \(value)")
    } catch {
      #expect(error.reason == reason)
      let bytes = Array(text.utf8)
      if !text.hasPrefix("1e308") { #expect(String(decoding: bytes[error.range], as: UTF8.self) == place) }
    }
  }

  @Test("Int.min % -1 is 0")
  func smallestRemainder() throws {
    var fixture = ExpressionFixture()
    fixture.variables[0] = .int(.min)
    #expect(try fixture.run("attempts % -1") == 0)
    #expect(throws: EvaluationError(.overflow, range: 0..<13)) { try fixture.run("attempts * -1") }
  }

  @Test("`and` and `or` stop at the operand that decides")
  func shortCircuit() throws {
    var fixture = ExpressionFixture()
    #expect(try fixture.run("attempts == 9 and fail()") == false)
    #expect(try fixture.run("isNew or isOnline or fail()") == true)
    #expect(fixture.asked.isEmpty)
    #expect(throws: EvaluationError.self) { try fixture.run("fail() or isNew") }
  }

  @Test("a guard gets its arguments by name")
  func guardArguments() throws {
    var fixture = ExpressionFixture()
    #expect(try fixture.run("isRecent(code: event.data.count + 1, within: 2m)") == true)
    #expect(fixture.asked.map(\.0) == [3])
    #expect(fixture.asked.map(\.1) == [["code": 4, "within": .duration(.seconds(120))]])
  }

  @Test("foreach items hide variables of the same name, the innermost first")
  func locals() throws {
    var scope = ExpressionFixture.scope
    scope.locals = [
      FieldDeclaration("item", .string), FieldDeclaration("attempts", .int), FieldDeclaration("item", .int),
    ]
    var fixture = ExpressionFixture()
    fixture.locals = ["outer", 10, 20]
    #expect(try fixture.run("attempts + item", in: scope) == 30)
  }

  @Test("texts are compared scalar by scalar, also against a constant and in functions")
  func normalization() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    var fixture = ExpressionFixture()
    fixture.variables[4] = .string(decomposed)
    #expect(try fixture.run("letter == '\(composed)'") == false)
    #expect(try fixture.run("letter == '\(decomposed)'") == true)
    #expect(try fixture.run("letter != '\(composed)'") == true)
    #expect(try fixture.run("'\(composed)' == letter") == false)
    #expect(try fixture.run("contains(letter, 'e')") == true)
    #expect(try fixture.run("startsWith('\r\n', '\r')") == true)
    #expect(try fixture.run("contains(['\(composed)'], letter)") == false)
    fixture.variables[4] = "\u{212A}"
    #expect(try fixture.run("letter == 'K'") == false)
  }

  @Test("the three cases differ: undeclared, declared without value, missing in a map")
  func threeCases() throws {
    #expect(ExpressionFixture.problems("nowhere == unset").map(\.kind) == [.unknownVariable])
    #expect(try ExpressionFixture().value("email == unset") == true)
    #expect(try ExpressionFixture().value("extra.nowhere == unset") == true)
  }

  @Test("before the first event nothing of it is defined")
  func noEvent() throws {
    var fixture = ExpressionFixture()
    (fixture.eventName, fixture.eventData) = (nil, .unset)
    #expect(try fixture.run("defined(event)") == false)
    #expect(try fixture.run("defined(event.data.x)") == false)
    #expect(try fixture.run("event.name") == .unset)
  }

  @Test("a condition takes nothing but true and false")
  func conditions() throws {
    var fixture = ExpressionFixture()
    for (text, expected) in [("isNew", true), ("attempts == 3", false), ("event.data.exists", true)] {
      let (checked, _) = check(try parse(text), in: ExpressionFixture.scope)
      #expect(try holds(checked, &fixture) == expected)
    }
    for text in ["thing", "event.data.count", "email", "'true'"] {
      let (checked, _) = check(try parse(text), in: ExpressionFixture.scope)
      #expect(throws: EvaluationError.self) { try holds(checked, &fixture) }
    }
  }
}

@Suite("The bounds of evaluation")
struct ExpressionLimitTests {
  private static let scope = ExpressionScope(variables: [
    FieldDeclaration("a", .any), FieldDeclaration("b", .any),
  ])

  private static func run(_ text: String, _ a: ChartValue, _ b: ChartValue = .unset) throws -> ChartValue {
    var fixture = ExpressionFixture()
    fixture.variables = [a, b]
    return try fixture.value(text, in: scope)
  }

  private static func reason(_ text: String, _ a: ChartValue, _ b: ChartValue = .unset) -> EvaluationError
    .Reason?
  {
    do {
      _ = try run(text, a, b)
      return nil
    } catch {
      return (error as? EvaluationError)?.reason
    }
  }

  @Test("a text of 1 MiB is made, a longer one is not")
  func texts() throws {
    let half = ChartValue.string(String(repeating: "a", count: 524_288))
    #expect(try Self.run("length(a + a)", half) == 1_048_576)
    #expect(Self.reason("a + a + 'a'", half) == .tooLarge)
    #expect(Self.reason("concat(a, a, 'a')", half) == .tooLarge)
    #expect(Self.reason("upper(a)", .string(String(repeating: "ŉ", count: 400_000))) == .tooLarge)
  }

  @Test("a list of 100,000 elements is made, a longer one is not")
  func lists() throws {
    let list = ChartValue.list(Array(repeating: 1, count: 50_000))
    #expect(try Self.run("length(a + a)", list) == 100_000)
    #expect(Self.reason("a + a + [1]", list) == .tooLarge)
    #expect(Self.reason("[a, a]", list) == .tooLarge)
    #expect(Self.reason("{x: a, y: a}", list) == .tooLarge)
  }

  @Test("a value that doubles by sharing is refused before it is walked")
  func doubling() {
    var value = ChartValue.list([1])
    var refused = false
    for _ in 0..<64 {
      guard let next = try? Self.run("[a, a]", value) else {
        refused = true
        break
      }
      value = next
    }
    #expect(refused)
  }

  @Test("a value that grows deeper in a loop is refused at 64 levels")
  func deepening() {
    var value = ChartValue.list([])
    var levels = 1
    while levels < 1_000, let next = try? Self.run("[a]", value) {
      value = next
      levels += 1
    }
    #expect(levels == 64)
    #expect(Self.reason("{x: a}", value) == .tooDeep)
  }

  @Test("values from outside that are nested without end neither crash nor hang")
  func deepInput() {
    var value = ChartValue.list([])
    for _ in 0..<500 { value = .list([value, value]) }
    #expect(value.excess != nil)
    #expect(Self.reason("a == b", value, value) != nil)
    #expect(Self.reason("[a]", value) != nil)
    #expect(value.description.utf8.count < 20_000)
    #expect(ChartValueType.any.mismatch(of: value)?.reason == .tooLarge)
  }

  @Test("work on large texts and lists is charged")
  func steps() throws {
    let text = ChartValue.string(String(repeating: "a", count: 1_000_000) + "b")
    #expect(try Self.run("contains(a, 'ab')", text) == true)
    let search = Array(repeating: "contains(a, 'x')", count: 100).joined(separator: " or ")
    #expect(Self.reason(search, text) == .tooManySteps)
    let list = ChartValue.list(Array(repeating: 1, count: 100_000))
    let compare = Array(repeating: "a != b", count: 100).joined(separator: " or ")
    #expect(Self.reason(compare, list, list) == .tooManySteps)
    let collect = Array(repeating: "[a]", count: 10).joined(separator: ", ")
    #expect(Self.reason("[a]", .list(Array(repeating: 1, count: 90_000))) == nil)
    #expect(Self.reason("[\(collect)] == b", .list(Array(repeating: 1, count: 90_000)), 1) == .tooManySteps)
  }

  @Test("looking for a repetitive part in a repetitive text is linear")
  func search() throws {
    let text = ChartValue.string(String(repeating: "a", count: 500_000))
    let part = ChartValue.string(String(repeating: "a", count: 250_000) + "b")
    #expect(try Self.run("contains(a, b)", text, part) == false)
  }
}
